/** The limit of Excel. */
const maxFormatLength = 255

interface Token {
  text: string
  isLiteral: boolean
}

/** Describes the part of a format that is for some numbers. */
interface Section {
  tokens: Token[]
  /** Whether it is for this number; absent if its place says so. */
  holds?: (value: number) => boolean
}

/** How a style shows a number: as a day, as a percentage, or as its sections do; without any, as it is. */
export type Shown = 'day' | 'percent' | readonly Section[] | undefined

const comparisons: Record<string, (a: number, b: number) => boolean> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '=': (a, b) => a === b,
  '<>': (a, b) => a !== b,
  '>=': (a, b) => a >= b,
  '>': (a, b) => a > b,
}

/** Reads a format of Excel, which has up to three sections for numbers. */
export function readFormat(written: string): Shown {
  const code = written.slice(0, maxFormatLength)
  const sections: Section[] = [{ tokens: [] }]
  const parts = code.match(/"[^"]*"|[\\_*].|\[[^\]]*\]|general|e[+-]|./gisu) ?? []
  for (const part of parts) {
    const section = sections.at(-1)
    const add = (text: string, isLiteral: boolean) => section?.tokens.push({ text, isLiteral })
    const inside = part.slice(1, -1)
    if (part === ';') sections.push({ tokens: [] })
    else if (/^".*"$/su.test(part)) add(inside, true)
    else if (part.length > 1 && part.startsWith('\\')) add(part.slice(1), true)
    // The width of a character, and one that fills the cell.
    else if (/^[_*]./su.test(part)) add(' ', true)
    else if (part.startsWith('[$')) add(inside.slice(1).replace(/-[\da-f]+(?:,.*)?$/i, ''), true)
    else if (part.startsWith('[')) {
      const [, sign = '', bound] = /^([<>=]+)\s*(-?[\d.]+)$/.exec(inside) ?? []
      const compare = comparisons[sign]
      if (section && compare) section.holds = (value) => compare(value, Number(bound))
    } else add(part, !/^(?:general|e[+-]|[\d#?.,/@%])$/iu.test(part))
  }
  const bare = code.replaceAll(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, '')
  if (/[ymdhs]/i.test(bare) && !/general/i.test(bare)) return 'day'
  if (sections[0]?.tokens.some(({ text, isLiteral }) => text === '%' && !isLiteral)) return 'percent'
  const shown = sections.slice(0, 3)
  return shown.some(({ tokens }) => tokens.some(({ text, isLiteral }) => isLiteral && text.trim() !== '')) ||
    isPattern(shown[0])
    ? shown
    : undefined
}

/** Whether a section has nothing but digits in places of their own: two at least, since one zero alone is every number without decimals. */
function isPattern(section: Section | undefined): boolean {
  const places = (section?.tokens ?? []).filter(({ isLiteral }) => !isLiteral)
  return places.every(({ text }) => /^[0#]$/.test(text)) && places.filter(({ text }) => text === '0').length > 1
}

/** Returns the section for a number. */
function sectionFor(sections: readonly Section[], value: number): Section | undefined {
  const [above, below = above, zero = above] = sections
  if (!sections.some(({ holds }) => holds)) return value > 0 ? above : value < 0 ? below : zero
  return sections.find(({ holds }) => holds?.(value)) ?? sections.findLast(({ holds }) => !holds)
}

/**
 * Returns a number, which `text` writes with all its decimals, among the texts that Excel shows before and behind it, and with its zeros in
 * front: `500 g`, `12.5 €`, `ART-0771`.
 */
export function showNumber(sections: readonly Section[], value: number, text: (value: number) => string): string {
  const section = sectionFor(sections, value)
  const { tokens = [] } = section ?? {}
  const first = tokens.findIndex(({ isLiteral }) => !isLiteral)
  if (first < 0) return text(value)
  if (isPattern(section) && Number.isSafeInteger(value) && value >= 0) return fillPattern(tokens, text(value))
  const last = tokens.findLastIndex(({ isLiteral }) => !isLiteral)
  const join = (some: readonly Token[]) => some.map((one) => one.text).join('')
  // The number has its own minus, and a dash for zero is none.
  const withoutSign = (literal: string) => (value > 0 ? literal : literal.replaceAll(/[-+()\u2212]/gu, ''))
  const [before, behind] = [withoutSign(join(tokens.slice(0, first))), withoutSign(join(tokens.slice(last + 1)))]
  if (`${before}${behind}`.trim() === '') return text(value)
  // Commas behind the last place divide by a thousand each.
  const [, commas = ''] = /(,+)(?:\.|$)/.exec(join(tokens.slice(first, last + 1))) ?? []
  return `${before}${unmistakable(text(value / 1000 ** commas.length))}${behind}`.trim()
}

/** Adds a fourth place to three decimals, which could be read as thousands: `12.375`. */
export const unmistakable = (number: string): string => (/^-?[1-9]\d{0,2}\.\d{3}$/.test(number) ? `${number}0` : number)

/** Writes digits into the places of a section from its end on; those that are left over stand before the first one. */
function fillPattern(tokens: readonly Token[], digits: string): string {
  const first = tokens.findIndex(({ isLiteral }) => !isLiteral)
  let left = digits
  return tokens
    .map((token, index) => ({ ...token, index }))
    .toReversed()
    .map(({ text, isLiteral, index }) => {
      if (isLiteral) return text
      const shown = index === first ? left : left.slice(-1)
      left = left.slice(0, -1)
      return shown || (text === '0' ? '0' : '')
    })
    .toReversed()
    .join('')
    .trim()
}
