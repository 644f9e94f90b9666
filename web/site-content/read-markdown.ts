import { type MarkdownToJSX, parser, RuleType } from 'markdown-to-jsx/react'

/** Describes parsed Markdown with an allowlist of tags; anything else is plain text. */
export type Prose =
  | string
  | {
      tag: Tag
      children: Prose[]
    }
  | { tag: 'a'; href: string; children: Prose[] }

type Tag =
  | 'p'
  | 'ul'
  | 'ol'
  | 'li'
  | 'strong'
  | 'em'
  | 'del'
  | 'code'
  | 'pre'
  | 'h2'
  | 'h3'
  | 'blockquote'
  | 'br'
  | 'hr'
  | 'table'
  | 'thead'
  | 'tbody'
  | 'tr'
  | 'th'
  | 'td'

/** Reads Markdown. It runs on the server, and for previews: on public pages the browser gets the elements, and never the parser. */
export function readMarkdown(text: string): Prose[] {
  return parser(text, { disableParsingRawHTML: true }).flatMap(readNode)
}

/** Reads the Markdown of a whole page: its first two levels of headings are those below the title of the page. */
export const readDocument = (text: string): Prose[] => parser(text, { disableParsingRawHTML: true }).flatMap(readPart)

function readPart(node: MarkdownToJSX.ASTNode): Prose[] {
  if (node.type !== RuleType.heading || node.level > 2) return readNode(node)
  return [{ tag: 'h2', children: node.children.flatMap(readNode) }]
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
    case RuleType.table: {
      const row = (cells: MarkdownToJSX.ASTNode[][], tag: 'th' | 'td'): Prose => ({
        tag: 'tr',
        children: cells.map((cell) => ({ tag, children: cell.flatMap(readNode) })),
      })
      const body = node.cells.map((cells) => row(cells, 'td'))
      return [
        {
          tag: 'table',
          children: [
            { tag: 'thead', children: [row(node.header, 'th')] },
            { tag: 'tbody', children: body },
          ],
        },
      ]
    }
    case RuleType.breakLine:
      return [{ tag: 'br', children: [] }]
    case RuleType.breakThematic:
      return [{ tag: 'hr', children: [] }]
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
