/** Limits what the Markdown of one page may become: a table of 100,000 characters was a page of 8 MB for each visitor. */
const maxElements = 5_000
/**
 * Limits the characters that the parser reads, again and again for each rule it tries: 3 to 5 for each one of a usual text. Reading so many
 * takes less than 80 ms; lines below 100 quotes took 3 s without a limit.
 */
const maxReads = 2_000_000
/** Limits the length of an address that counts as one element: a long one is written once and linked many times. */
const maxAddressLength = 100

export const markdownLimits = { elements: maxElements, reads: maxReads }

/** Counts down for all texts of a page; the parser gets it as `env`. */
export type MarkdownBudget = { elements: number; reads: number }

export const newMarkdownBudget = (): MarkdownBudget => ({ ...markdownLimits })

class MarkdownTooLarge extends Error {}

function spend(budget: MarkdownBudget, kind: keyof MarkdownBudget, count: number): void {
  budget[kind] -= count
  if (budget[kind] < 0) throw new MarkdownTooLarge()
}

interface Token {
  type: string
  nesting: number
  children: Token[] | null
  attrGet: (name: string) => string | number | null
}
interface State {
  src: string
  env: unknown
  push: (type: string, tag: string, nesting: -1 | 0 | 1) => Token
}
type MakeState = new (...args: never[]) => State

/** Describes what is needed of markdown-it, which server and browser import, and the contract does not. */
interface Parser {
  core: { ruler: { disable: (rule: string) => unknown } }
  block: { State: MakeState }
  inline: { State: MakeState }
  validateLink: (url: string) => boolean
  parse: (text: string, env: MarkdownBudget) => Token[]
}

/**
 * Sets up a parser with `linkify`, and returns a function that reads Markdown and spends the budget of its page: undefined, and the parser
 * stops, when a text would need more.
 */
export function limitMarkdown<One extends Parser>(
  parser: One,
): (text: string, budget: MarkdownBudget) => ReturnType<One['parse']> | undefined {
  // Only what begins like an address, `https://`, is a link: the inline rule finds it. The rule that is off searches whole texts for names.
  parser.core.ruler.disable('linkify')
  // Pages show no other addresses than those they know.
  parser.validateLink = () => true
  parser.block.State = countWork(parser.block.State)
  parser.inline.State = countWork(parser.inline.State)
  return (text, budget) => {
    try {
      const tokens = parser.parse(text, budget) as ReturnType<One['parse']>
      spend(budget, 'elements', countLinks(tokens))
      return tokens
    } catch (error) {
      if (error instanceof MarkdownTooLarge) return undefined
      throw error
    }
  }
}

/** Counts what the rules read and make, whichever rule it is: all get their text from the state, and put their elements there. */
function countWork<Make extends MakeState>(make: Make): Make {
  return new Proxy(make, {
    construct(target, args, newTarget) {
      const state = Reflect.construct(target, args, newTarget) as State
      const budget = state.env as MarkdownBudget
      const push = state.push.bind(state)
      state.src = new CountedText(state.src, budget) as unknown as string
      state.push = (type, tag, nesting) => {
        if (nesting !== -1 && type !== 'inline') spend(budget, 'elements', 1)
        return push(type, tag, nesting)
      }
      return state
    },
  })
}

/** Counts the characters that are read of a text, in the ways in which markdown-it reads. */
class CountedText extends String {
  readonly text: string
  readonly budget: MarkdownBudget

  constructor(text: string, budget: MarkdownBudget) {
    super(text)
    this.text = text
    this.budget = budget
  }

  override charCodeAt(place: number): number {
    if (--this.budget.reads < 0) throw new MarkdownTooLarge()
    return this.text.charCodeAt(place)
  }

  override slice(start?: number, end?: number): string {
    const part = this.text.slice(start, end)
    spend(this.budget, 'reads', part.length)
    return part
  }

  override indexOf(part: string, start = 0): number {
    const place = this.text.indexOf(part, start)
    spend(this.budget, 'reads', (place < 0 ? this.text.length : place) - start + 1)
    return place
  }
}

/** Counts the rest of long addresses, which are written once and linked many times. */
function countLinks(tokens: readonly Token[]): number {
  let count = 0
  for (const token of tokens) {
    if (token.type === 'link_open') count += Math.floor(String(token.attrGet('href') ?? '').length / maxAddressLength)
    if (token.children) count += countLinks(token.children)
  }
  return count
}
