import { type MarkdownToJSX, parser, RuleType } from 'markdown-to-jsx/react'

/** Describes parsed Markdown with an allowlist of tags; anything else is plain text. */
export type Prose =
  | string
  | {
      tag: 'p' | 'ul' | 'ol' | 'li' | 'strong' | 'em' | 'del' | 'code' | 'pre' | 'h3' | 'blockquote'
      children: Prose[]
    }
  | { tag: 'a'; href: string; children: Prose[] }

/** Reads Markdown. It runs on the server only: the browser gets the elements, and never the parser. */
export function readMarkdown(text: string): Prose[] {
  return parser(text, { disableParsingRawHTML: true }).flatMap(readNode)
}

function readNode(node: MarkdownToJSX.ASTNode): Prose[] {
  switch (node.type) {
    case RuleType.text:
      return [node.text]
    case RuleType.paragraph:
      return [{ tag: 'p', children: node.children.flatMap(readNode) }]
    case RuleType.heading:
      return [{ tag: 'h3', children: node.children.flatMap(readNode) }]
    case RuleType.blockQuote:
      return [{ tag: 'blockquote', children: node.children.flatMap(readNode) }]
    case RuleType.unorderedList:
      return [{ tag: 'ul', children: node.items.map((item) => ({ tag: 'li', children: item.flatMap(readNode) })) }]
    case RuleType.orderedList:
      return [{ tag: 'ol', children: node.items.map((item) => ({ tag: 'li', children: item.flatMap(readNode) })) }]
    case RuleType.textFormatted:
      return [{ tag: isFormat(node.tag) ? node.tag : 'em', children: node.children.flatMap(readNode) }]
    case RuleType.codeInline:
      return [{ tag: 'code', children: [node.text] }]
    case RuleType.codeBlock:
      return [{ tag: 'pre', children: [{ tag: 'code', children: [node.text] }] }]
    case RuleType.link: {
      const children = node.children.flatMap(readNode)
      return node.target && /^(https?:|mailto:|[/#])/.test(node.target)
        ? [{ tag: 'a', href: node.target, children }]
        : children
    }
    default:
      return []
  }
}

const isFormat = (tag: string): tag is 'strong' | 'em' | 'del' => ['strong', 'em', 'del'].includes(tag)
