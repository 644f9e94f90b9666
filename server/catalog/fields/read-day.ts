import type { DayOrder } from '#contract/day-order.ts'
import { CellError } from '#server/catalog/fields/field.ts'

/** Returns the year of two digits in this century, since files have days that programs write. */
const yearOf = (text: string) => (text.length === 2 ? `20${text}` : text)

/**
 * Returns a day as 2024-03-31; a time behind it is left out. The order decides about 03/04/2024. Throws `not-a-date`, or `day-unclear` where
 * nothing says the order.
 */
export function readDay(cell: string, order?: DayOrder): string {
  const text = cell.trim()
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/.exec(text) ?? /^((?:19|20)\d\d)(\d\d)(\d\d)(?!\d)/.exec(text)
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})(?!\d)/.exec(text)
  const slashed = /^(\d{1,2})([/-])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/.exec(text)
  const [first, second] = [Number(slashed?.[1]), Number(slashed?.[3])]
  const isOpen = slashed && first <= 12 && second <= 12 && first !== second
  if (isOpen && !order) throw new CellError('day-unclear', { text })
  const isDayFirst = isOpen ? order === 'day-first' : first > 12
  const [year = '', month = '', day = ''] = iso
    ? iso.slice(1)
    : dotted
      ? [yearOf(dotted[3] ?? ''), dotted[2], dotted[1]]
      : slashed
        ? [yearOf(slashed[4] ?? ''), ...(isDayFirst ? [slashed[3], slashed[1]] : [slashed[1], slashed[3]])]
        : []
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = new Date(`${written}T00:00:00Z`)
  // The 31st of a short month is another day.
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== written)
    throw new CellError('not-a-date', { text })
  return written
}
