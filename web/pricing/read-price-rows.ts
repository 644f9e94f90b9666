import { createNumberScan, decideDecimals, readDecimals } from '#contract/detect-decimals.ts'
import { narrowText } from '#contract/narrow-text.ts'
import type { DecimalSign } from '#contract/units.ts'
import { amountInput, numberInput, readAmount, readWhole } from '#web/i18n/typed-number.ts'

/** Lists the columns of numbers of a row. */
const columns = ['from', 'price'] as const
export type NumberColumn = (typeof columns)[number]

/** Describes a row as it is typed or pasted. */
export interface TypedRow {
  number: string
  from: string
  price: string
  /** Columns whose number is `1,234` or the like, which may be either: a person has to say it. */
  doubts?: readonly NumberColumn[]
}

/**
 * Reads rows that were copied from a spreadsheet, or are a CSV file: part number, quantity and price, separated by tabs or semicolons, or by
 * commas in a text without these, in this order; of four cells, one of the first two is the brand. A row of two cells has no quantity, which is 1. Lines without a part number, and a head without any
 * digit in the last cell, are left out. The signs before decimals are those that all values of a column prove; a cell that is no number of its
 * column stays as it is, to be refused.
 */
export function readPriceRows(text: string): TypedRow[] {
  const separator = /[\t;]/.test(text) ? /[\t;]/ : /,/
  const rows = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .flatMap((line, index): TypedRow[] => {
      const typed = narrowText(line)
        .split(separator)
        .map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
      const hasBrand = /\d/.test(typed[3] ?? '') && (!/\d/.test(typed[0] ?? '') || /\p{L}/u.test(typed[1] ?? ''))
      const cells = hasBrand ? [typed.slice(0, 2).join(' '), ...typed.slice(2)] : typed
      const [number = '', second = '', third] = cells
      const [from, price] = third === undefined ? ['1', second] : [second, third]
      if (number === '' || (index === 0 && !/\d/.test(price) && !/\d/.test(number))) return []
      return [{ number, from: from || '1', price }]
    })
  const scan = createNumberScan()
  for (const [line, row] of rows.entries()) scan.add({ line, cells: columns.map((column) => row[column]) })
  const decided = decideDecimals(columns.map((_, index) => ({ numbers: scan.columns[index], isNumber: true })))
  return rows.map((row) => readColumns(row, columns, (column) => decided[columns.indexOf(column)]?.sign))
}

/** Reads the columns in doubt with the sign that a person chose. */
export const readDoubts = <Row extends TypedRow>({ doubts = [], ...row }: Row, sign: DecimalSign) =>
  readColumns(row, doubts, () => sign)

/** Writes numbers as they are typed into the fields of a row; where both signs are possible, none is taken without being told. */
function readColumns<Row extends TypedRow>(
  row: Row,
  names: readonly NumberColumn[],
  signOf: (column: NumberColumn) => DecimalSign | undefined,
): Row {
  const read = { ...row }
  const doubts = names.filter((column) => {
    const sign = signOf(column)
    const isOpen = readDecimals(row[column]).has('open')
    if (isOpen && !sign) return true
    const number = column === 'from' ? readWhole(row.from, sign) : readAmount(row.price, undefined, sign)
    if (Number.isNaN(number)) return isOpen
    read[column] = column === 'from' ? numberInput(number) : amountInput(number)
    return false
  })
  return doubts.length > 0 ? { ...read, doubts } : read
}
