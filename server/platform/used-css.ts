/** A stylesheet that was read once, and what of it a page needs to be seen for the first time. */
export type UsedCss = (html: string) => string

type Rule = Style | Group | Named | { text: string }

interface Style {
  selectors: { text: string; need: Need }[]
  declarations: Declaration[]
}

interface Declaration {
  text: string
  /** The variable that it sets, and those that it reads. */
  sets?: string
  reads: string[]
}

/** A rule that holds others, such as `@media`. */
interface Group {
  head: string
  rules: Rule[]
}

/** Only of use where this name stands: `@keyframes`, `@property`. */
interface Named {
  name: string
  text: string
}

/** What a page must have, or a selector matches nothing in it. */
interface Need {
  classes: string[]
  tags: string[]
  /** One of each of these texts stands in its HTML: only a script could add what does not. */
  texts: string[][]
  choices: Need[][]
  /** Nothing can be so before somebody points at the page. */
  later: boolean
}

interface Page {
  classes: ReadonlySet<string>
  tags: ReadonlySet<string>
  /** Whether this text stands in its HTML. */
  says: (text: string) => boolean
}

/**
 * Reads minified CSS without nesting, as the build writes it. Of it, a page gets the rules for elements that it has, and the variables
 * that they read. What is for pointers and for paper is left out: it comes with the whole stylesheet.
 */
export function readCss(css: string): UsedCss {
  const rules = readRules(css)
  return (html) => {
    const said = new Map<string, boolean>()
    const page: Page = {
      // Hundreds of rules ask for the same few texts, each of which is looked for in the whole page.
      says(text) {
        const known = said.get(text) ?? html.includes(text)
        said.set(text, known)
        return known
      },
      classes: new Set([...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => decode(names).split(/\s+/))),
      tags: new Set([...html.matchAll(/<([a-z][\w-]*)/g)].map(([, tag = '']) => tag)),
    }
    const kept = rules.flatMap((rule) => keep(rule, page))
    const read = findRead(kept)
    const text = kept.map((rule) => ('name' in rule ? rule : write(rule, read)))
    const known = text.filter((part) => typeof part === 'string').join('')
    return text
      .map((part) => (typeof part === 'string' ? part : isNamed(part.name, known, read) ? part.text : ''))
      .join('')
  }
}

/** Class names have `&`, `>` and quotes in them, which HTML writes otherwise. */
const decode = (text: string) =>
  text
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')

const isNamed = (name: string, known: string, read: ReadonlySet<string>) =>
  name.startsWith('--') ? read.has(name) : known.includes(name)

function keep(rule: Rule, page: Page): Rule[] {
  if ('rules' in rule) {
    const rules = rule.rules.flatMap((inner) => keep(inner, page))
    return rules.length > 0 ? [{ ...rule, rules }] : []
  }
  if (!('selectors' in rule)) return [rule]
  const selectors = rule.selectors.filter(({ need }) => canMatch(need, page))
  return selectors.length > 0 ? [{ ...rule, selectors }] : []
}

function canMatch(need: Need, page: Page): boolean {
  return (
    !need.later &&
    need.classes.every((name) => page.classes.has(name)) &&
    need.tags.every((tag) => page.tags.has(tag)) &&
    need.texts.every((texts) => texts.some(page.says)) &&
    need.choices.every((choice) => choice.some((one) => canMatch(one, page)))
  )
}

/** The variables that something of the page reads, be it by way of others. */
function findRead(rules: readonly Rule[]): ReadonlySet<string> {
  const read = new Set<string>()
  const readBy = new Map<string, string[]>()
  const add = (name: string) => {
    if (read.has(name)) return
    read.add(name)
    readBy.get(name)?.forEach(add)
  }
  const all = rules.flatMap(declarationsOf)
  for (const { sets, reads } of all) if (sets) readBy.set(sets, [...(readBy.get(sets) ?? []), ...reads])
  for (const { sets, reads } of all) if (!sets) reads.forEach(add)
  return read
}

function declarationsOf(rule: Rule): Pick<Declaration, 'sets' | 'reads'>[] {
  if ('rules' in rule) return rule.rules.flatMap(declarationsOf)
  return 'declarations' in rule ? rule.declarations : [{ reads: readsOf(rule.text) }]
}

function write(rule: Rule, read: ReadonlySet<string>): string {
  if ('rules' in rule) {
    const inner = rule.rules.map((one) => write(one, read)).join('')
    return inner && `${rule.head}{${inner}}`
  }
  if ('text' in rule) return rule.text
  const declarations = rule.declarations.filter(({ sets }) => sets === undefined || read.has(sets))
  if (declarations.length === 0) return ''
  return `${rule.selectors.map(({ text }) => text).join(',')}{${declarations.map(({ text }) => text).join(';')}}`
}

function readRules(css: string): Rule[] {
  const rules: Rule[] = []
  for (const text of splitAt(css, '};')) {
    const more = readRule(text)
    if (text.startsWith(colorMix)) dropFallback(rules.at(-1), more)
    rules.push(...more)
  }
  return rules
}

/** Every browser that the scripts are built for can mix colours. */
const colorMix = '@supports (color:color-mix(in lab, red, red))'

/** What stands before it for older browsers sets the same properties. */
function dropFallback(before: Rule | undefined, rules: readonly Rule[]): void {
  const [rule] = rules
  if (!before || !rule || rules.length > 1 || !('selectors' in before) || !('selectors' in rule)) return
  if (selectorText(before) !== selectorText(rule)) return
  const properties = new Set(rule.declarations.map(propertyOf))
  before.declarations = before.declarations.filter((one) => !properties.has(propertyOf(one)))
}

const selectorText = (rule: Style) => rule.selectors.map(({ text }) => text).join(',')
const propertyOf = (declaration: Declaration) => declaration.text.split(':', 1)[0]

function readRule(text: string): Rule[] {
  const brace = text.indexOf('{')
  if (brace < 0) return text.startsWith('/*') ? [] : [{ text }]
  const head = text.slice(0, brace).replace(/^\/\*.*?\*\/\s*/, '')
  const body = text.slice(brace + 1, -1)
  if (/^@media (?:print|\(hover:hover\))$|^@starting-style/.test(head)) return []
  // Tailwind's variables for browsers without `@property`, for which the scripts are not built either.
  if (head === '@layer properties') return []
  if (head === colorMix) return readRules(body)
  if (/^@(?:layer|media|supports|container)/.test(head)) return [{ head, rules: readRules(body) }]
  const [, name] = /^@(?:property|(?:-webkit-)?keyframes) (\S+)/.exec(head) ?? []
  if (name) return [{ name, text: `${head}{${body}}` }]
  if (head.startsWith('@')) return [{ text: `${head}{${body}}` }]
  const selectors = splitAt(head, ',').map((one) => one.replace(/,$/, ''))
  const declarations = splitAt(body, ';').map((one) => readDeclaration(one.replace(/;$/, '')))
  return [{ selectors: selectors.map((one) => ({ text: one, need: readSelector(one) })), declarations }]
}

function readDeclaration(text: string): Declaration {
  const [, sets] = /^(--[\w-]+):/.exec(text) ?? []
  return { text, reads: readsOf(text), ...(sets && { sets }) }
}

const readsOf = (text: string) => [...text.matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name)

const part = /\\.|\.((?:\\.|[\w\u0080-\uffff-])+)|\[([\w-]+)(?:=([\w-]+))?[^\]]*\]|::?([\w-]+)|#[\w-]+|([a-z][\w-]*)/gi

function readSelector(selector: string): Need {
  const need: Need = { classes: [], tags: [], texts: [], choices: [], later: false }
  for (let at = 0; at < selector.length;) {
    part.lastIndex = at
    const found = part.exec(selector)
    if (!found) break
    at = part.lastIndex
    const [, name, attribute, value, pseudo, tag] = found
    if (name) need.classes.push(name.replaceAll(/\\(.)/g, '$1'))
    if (attribute) readAttribute(attribute, value, need)
    if (tag) need.tags.push(tag.toLowerCase())
    if (!pseudo) continue
    const end = selector[at] === '(' ? closing(selector, at) : at
    readPseudo(pseudo, selector.slice(at + 1, end), need)
    if (end > at) at = end + 1
  }
  return need
}

function readAttribute(name: string, value: string | undefined, need: Need): void {
  // People open and close without a script.
  if (name === 'open') return
  if (name === 'type' && value) need.texts.push([` type="${value}"`])
  else need.texts.push([` ${name}`, `dataset.${name.replace(/^data-/, '')}`])
}

function readPseudo(name: string, inner: string, need: Need): void {
  // Of these, one must match; what stands in others, such as `:not()`, need not.
  if (/^(?:is|where|has)$/.test(name)) {
    need.choices.push(splitAt(inner, ',').map((choice) => readSelector(choice.replace(/,$/, ''))))
  }
  if (/^(?:hover|active|selection|backdrop)$/.test(name)) need.later = true
  if (name === 'disabled') need.texts.push([' disabled'])
  if (name === 'lang') need.texts.push([` lang="${inner}`])
  const [, kind] = partsOfFields.find(([pattern]) => pattern.test(name)) ?? []
  if (kind) need.texts.push([` type="${kind}"`])
}

/** Parts that only some fields have. */
const partsOfFields = [
  [/^file-selector-button$/, 'file'],
  [/^-webkit-(?:date|calendar)/, 'date'],
  [/^-webkit-(?:inner|outer)-spin/, 'number'],
  [/^-webkit-search/, 'search'],
] as const

function closing(text: string, open: number): number {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '(') depth++
    else if (text[at] === ')' && --depth === 0) return at
  }
  return text.length
}

/** Cuts a text behind each of these characters that stands outside of strings and brackets. */
function splitAt(text: string, ends: string): string[] {
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
    if (!quote && depth === 0 && ends.includes(character)) {
      parts.push(text.slice(start, at + 1))
      start = at + 1
    }
  }
  if (start < text.length) parts.push(text.slice(start))
  return parts
}
