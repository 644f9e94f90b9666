import { narrowText } from '#contract/narrow-text.ts'

/** Describes a row as it is typed or pasted. */
interface TypedRow {
  number: string
  from: string
  price: string
}

/**
 * Reads rows that were copied from a spreadsheet: part number, quantity and price, separated by tabs or semicolons, in this order; of four
 * cells, one of the first two is the brand. A row of two cells has no quantity, which is 1. Lines without a part number, and a head without any
 * digit in the last cell, are left out; a price that is no number stays as it is, to be mended.
 */
export function readPriceRows(text: string): TypedRow[] {
  return text.split(/\r?\n/).flatMap((line, index): TypedRow[] => {
    const typed = narrowText(line)
      .split(/[\t;]/)
      .map((cell) => cell.trim())
    const hasBrand = /\d/.test(typed[3] ?? '') && (!/\d/.test(typed[0] ?? '') || /\p{L}/u.test(typed[1] ?? ''))
    const cells = hasBrand ? [typed.slice(0, 2).join(' '), ...typed.slice(2)] : typed
    const [number = '', second = '', third] = cells
    const [from, price] = third === undefined ? ['1', second] : [second, third]
    const hasPrice = /\d/.test(price)
    if (number === '' || (index === 0 && !hasPrice && !/\d/.test(number))) return []
    return [{ number, from: from.replaceAll(/[^\d]/g, '') || '1', price: hasPrice ? withoutCurrency(price) : price }]
  })
}

/** Returns a price such as `$1,234.50` or `1.234,50 €` without its currency. */
const withoutCurrency = (text: string): string => text.replaceAll(/[^\d.,'’]/g, '')
