/** Limits what the Markdown of one page may become: a table of 100,000 characters was a page of 8 MB for each visitor. */
const maxElements = 5_000
/** Limits the steps in search of the end of a link: one for each piece of its label, and all that follow where none ends. */
const maxSteps = 300_000
/** Limits the length of an address that counts as one element: a long one is written once and linked many times. */
const maxAddressLength = 100

export const markdownLimits = { elements: maxElements, steps: maxSteps }

/** Counts down for all texts of a page; the parser gets it as `env`. */
export type MarkdownBudget = { elements: number; steps: number }

export const newMarkdownBudget = (): MarkdownBudget => ({ ...markdownLimits })

class MarkdownTooLarge extends Error {}

function spend(env: unknown, kind: keyof MarkdownBudget, count: number): void {
  const budget = env as MarkdownBudget
  budget[kind] -= count
  if (budget[kind] < 0) throw new MarkdownTooLarge(`The text has too many ${kind}.`)
}

interface Token {
  type: string
  nesting: number
  children: Token[] | null
  attrGet: (name: string) => string | number | null
}
interface State {
  env: unknown
  push: (type: string, tag: string, nesting: -1 | 0 | 1) => Token
}
type MakeState = new (...args: never[]) => State

/** Describes what is needed of markdown-it, which server and browser import, and the contract does not. */
interface Parser {
  block: { State: MakeState }
  inline: { State: MakeState; skipToken(state: State): void }
  linkify: { set: (options: { fuzzyLink: boolean; fuzzyEmail: boolean }) => unknown }
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
  // Only what begins like a link is one. Pages show no other addresses than those they know.
  parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false })
  parser.validateLink = () => true
  parser.block.State = countPushes(parser.block.State)
  parser.inline.State = countPushes(parser.inline.State)
  const skipToken = parser.inline.skipToken.bind(parser.inline)
  parser.inline.skipToken = (state) => {
    spend(state.env, 'steps', 1)
    skipToken(state)
  }
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

function countPushes<Make extends MakeState>(make: Make): Make {
  return new Proxy(make, {
    construct(target, args, newTarget) {
      const state = Reflect.construct(target, args, newTarget) as State
      const push = state.push.bind(state)
      state.push = (type, tag, nesting) => {
        if (nesting !== -1 && type !== 'inline') spend(state.env, 'elements', 1)
        return push(type, tag, nesting)
      }
      return state
    },
  })
}

/** Counts what was not pushed: links that are found in a text, and the rest of long addresses. */
function countLinks(tokens: readonly Token[]): number {
  let count = 0
  for (const token of tokens) {
    if (token.type === 'link_open') count += Math.ceil(String(token.attrGet('href') ?? '').length / maxAddressLength)
    if (token.children) count += countLinks(token.children)
  }
  return count
}
