/** A stylesheet that was read once, and what of it a page uses: its rules for elements that the page does not have are left out. */
export type UsedCss = (html: string) => string

interface Rule {
  /** Each selector with the classes without which it matches nothing. */
  selectors?: { text: string; classes: readonly string[] }[]
  /** What stands before the brace, of a rule that holds other rules. */
  head?: string
  rules?: Rule[]
  /** A rule that goes along as it is: `@font-face`, `@layer a, b;` … */
  text: string
  /** Only of use where this name stands: `@keyframes`, `@property`. */
  name?: string
}

/** Reads minified CSS without nesting, as the build writes it. */
export function readCss(css: string): UsedCss {
  const rules = readRules(css)
  return (html) => {
    const classes = new Set([...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(/\s+/)))
    const parts = rules.map((rule) => (rule.name === undefined ? write(rule, classes) : rule))
    const known = parts.filter((part) => typeof part === 'string').join('')
    return parts
      .map((part) => (typeof part === 'string' ? part : part.name && known.includes(part.name) ? part.text : ''))
      .join('')
  }
}

function write(rule: Rule, classes: ReadonlySet<string>): string {
  if (rule.rules) {
    const inner = rule.rules.map((one) => write(one, classes)).join('')
    return inner && `${rule.head}{${inner}}`
  }
  if (!rule.selectors) return rule.text
  const used = rule.selectors.filter((selector) => selector.classes.every((name) => classes.has(name)))
  return used.length > 0 ? used.map(({ text }) => text).join(',') + rule.text : ''
}

function readRules(css: string): Rule[] {
  return splitAt(css, (part, depth) => depth === 0 && (part === '}' || part === ';')).map(readRule)
}

function readRule(text: string): Rule {
  const brace = text.indexOf('{')
  if (brace < 0) return { text }
  const head = text.slice(0, brace)
  if (/^@(?:layer|media|supports|container)/.test(head)) {
    return { text, head, rules: readRules(text.slice(brace + 1, -1)) }
  }
  const [, name] = /^@(?:property|(?:-webkit-)?keyframes) (\S+)/.exec(head) ?? []
  if (name) return { text, name }
  if (head.includes('@')) return { text }
  const selectors = splitAt(head, (part, depth) => depth === 0 && part === ',').map((part) => part.replace(/,$/, ''))
  return { text: text.slice(brace), selectors: selectors.map((one) => ({ text: one, classes: classesOf(one) })) }
}

/** What stands in `:not()`, `:has()` or a choice may match without its classes. */
function classesOf(selector: string): string[] {
  const sure = selector
    .replaceAll(/:(?:not|has)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g, '')
    .replaceAll(/:(?:is|where)\((?:[^()]|\([^()]*\))*,(?:[^()]|\([^()]*\))*\)/g, '')
    .replaceAll(/\[[^\]]*\]/g, (found, at: number, whole: string) => (whole[at - 1] === '\\' ? found : ''))
  return [...sure.matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name = '']) => name.replaceAll(/\\(.)/g, '$1'))
}

/** Cuts a text behind each character that ends a part, seen from outside of strings and brackets. */
function splitAt(text: string, ends: (character: string, depth: number) => boolean): string[] {
  const parts: string[] = []
  let start = 0
  let depth = 0
  let quote = ''
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? ''
    if (character === '\\') at++
    else if (quote) quote = character === quote ? '' : quote
    else if (character === '"' || character === "'") quote = character
    else if ('{(['.includes(character)) depth++
    else if ('})]'.includes(character)) depth--
    if (!quote && ends(character, depth)) {
      parts.push(text.slice(start, at + 1))
      start = at + 1
    }
  }
  if (start < text.length) parts.push(text.slice(start))
  return parts
}
