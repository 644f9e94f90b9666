import MarkdownIt, { type Token } from 'markdown-it'
import { limitMarkdown, type MarkdownBudget, newMarkdownBudget } from '#contract/markdown-limit.ts'

/** Describes parsed Markdown with an allowlist of tags; anything else is plain text. */
export type Prose = string | Element

type Element = { tag: Tag; children: Prose[] } | { tag: 'a'; href: string; children: Prose[] }

const tags = [
  'p',
  'ul',
  'ol',
  'li',
  'strong',
  'em',
  'del',
  'code',
  'pre',
  'h2',
  'h3',
  'blockquote',
  'br',
  'hr',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
] as const
type Tag = (typeof tags)[number]

/**
 * Stops where a page becomes too large or takes too much reading. markdown-to-jsx, which was here, took 10 s for 10,000
 * backticks: staff could stop the shop (2026-11-27).
 */
const parse = limitMarkdown(new MarkdownIt({ linkify: true }))

/**
 * Reads Markdown; beyond the budget of its page it is one plain text. It runs on the server, and for previews: on public pages the browser
 * gets the elements, and never the parser.
 */
export const readMarkdown = (text: string, budget = newMarkdownBudget()): Prose[] => read(text, budget, () => 'h3')

/** Reads the Markdown of a whole page: its first two levels of headings are those below the title of the page. */
export const readDocument = (text: string): Prose[] =>
  read(text, newMarkdownBudget(), (level) => (level <= 2 ? 'h2' : 'h3'))

type HeadingOf = (level: number) => 'h2' | 'h3'

function read(text: string, budget: MarkdownBudget, headingOf: HeadingOf): Prose[] {
  const tokens = parse(text, budget)
  return tokens ? readTokens(tokens, headingOf) : [text]
}

/** Puts the flat list of tokens, in which elements open and close, into a tree. */
function readTokens(tokens: readonly Token[], headingOf: HeadingOf): Prose[] {
  const parts: Prose[] = []
  const open: Prose[][] = [parts]
  for (const token of tokens) {
    const children = open.at(-1) ?? parts
    if (token.nesting === -1) {
      if (open.length > 1) open.pop()
      continue
    }
    if (token.nesting === 0) {
      // One by one: a call takes only so many arguments.
      for (const part of readLeaf(token, headingOf)) children.push(part)
      continue
    }
    const element = readElement(token, headingOf)
    if (element) children.push(element)
    // A node without an element of its own stays in place.
    open.push(element?.children ?? children)
  }
  return parts
}

function readElement(token: Token, headingOf: HeadingOf): Element | undefined {
  const { tag, hidden } = token
  if (hidden) return undefined
  if (tag === 'a') {
    const href = String(token.attrGet('href') ?? '')
    // `//` begins the address of another host; of `/\` the parser makes `/%5C`.
    return /^(https?:|mailto:|#|\/(?!\/))/.test(href) ? { tag, href, children: [] } : undefined
  }
  if (tag === 's') return { tag: 'del', children: [] }
  if (/^h\d$/.test(tag)) return { tag: headingOf(Number(tag[1])), children: [] }
  return isTag(tag) ? { tag, children: [] } : undefined
}

function readLeaf(token: Token, headingOf: HeadingOf): Prose[] {
  switch (token.type) {
    case 'inline':
      return readTokens(token.children ?? [], headingOf)
    case 'softbreak':
      return ['\n']
    case 'hardbreak':
      return [{ tag: 'br', children: [] }]
    case 'hr':
      return [{ tag: 'hr', children: [] }]
    case 'code_inline':
      return [{ tag: 'code', children: [token.content] }]
    case 'fence':
    case 'code_block':
      return [{ tag: 'pre', children: [{ tag: 'code', children: [token.content.replace(/\n$/, '')] }] }]
    default:
      // Of a picture its text.
      return token.content === '' ? [] : [token.content]
  }
}

const isTag = (tag: string): tag is Tag => (tags as readonly string[]).includes(tag)
