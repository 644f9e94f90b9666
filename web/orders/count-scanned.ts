import { partNumberKey } from '#contract/part-numbers.ts'
import type { PackingFacts } from '#contract/shipments.ts'
import type { UnitsByLine } from '#web/orders/units-by-line.ts'
import { t } from '#web/i18n/messages.ts'

interface Packing {
  lines: readonly { line: number; name: string }[]
  /** The numbers of each line, folded. */
  numbers: PackingFacts['lines']
  /** The units of each line that have not shipped, and those of them that are packed. */
  left: UnitsByLine
  packed: UnitsByLine
}

/** Says what a number has come to, with what is packed if it counts. */
export interface Counted {
  text: string
  packed?: UnitsByLine
  /** Set if no line has the number. */
  isUnknown?: true
}

/** Counts one unit of the line with a number that was scanned or typed, of the first one that has units left. */
export function countScanned(code: string, { lines, numbers, left, packed }: Packing): Counted {
  const keys = spellingsOf(code)
  const named = new Set(numbers.flatMap((one) => (one.numbers.some((key) => keys.includes(key)) ? [one.line] : [])))
  const found = lines.filter(({ line }) => named.has(line))
  const [first] = found
  if (!first) return { text: t('pack.wrong-part', { code }), isUnknown: true }
  const next = found.find(({ line }) => (packed.get(line) ?? 0) < (left.get(line) ?? 0))
  if (!next) {
    const all = found.reduce((sum, { line }) => sum + (left.get(line) ?? 0), 0)
    return { text: t('pack.one-too-many', { name: first.name, all }) }
  }
  const count = (packed.get(next.line) ?? 0) + 1
  return {
    text: t('pack.counted', { name: next.name, packed: count, all: left.get(next.line) ?? 0 }),
    packed: new Map(packed).set(next.line, count),
  }
}

/** Returns the keys of a code as they may be stored: scanners give the same barcode with 12 digits and, with a zero before them, with 13. */
function spellingsOf(code: string): string[] {
  const key = partNumberKey(code)
  if (/^\d{12}$/.test(key)) return [key, `0${key}`]
  return /^0\d{12}$/.test(key) ? [key, key.slice(1)] : [key]
}
