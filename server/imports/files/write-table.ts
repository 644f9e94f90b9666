import { Readable } from 'node:stream'
import { writeCsvStream } from 'hucre/csv'
import { writeXlsxStream } from 'hucre/xlsx'
import { addGuard } from '#server/imports/files/formula-guard.ts'
import type { Delimiter } from '#contract/table-reading.ts'
import type { TableFormat } from '#server/imports/files/open-table.ts'
import { columnName, defaultTableLimits } from '#server/imports/files/table-limits.ts'
import { problem } from '#server/platform/http/problem.ts'

/** A text stays that text in every program; a number can be added up in Excel. */
export type WrittenCell = string | number | null

export interface WriteTableOptions {
  /** Of CSV. */
  delimiter?: Delimiter
  /** The name of the sheet, and the width and number format of its columns. */
  sheet?: string
  columns?: { width: number; numFmt?: string }[]
}

export const mediaTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Record<TableFormat, string>

/** Writes rows as a file, as fast as it is read: no more than some rows are in memory. The first row is the header. */
export function writeTable(
  format: TableFormat,
  rows: AsyncIterable<readonly WrittenCell[]>,
  { delimiter = ',', sheet = 'Export', columns = [] }: WriteTableOptions = {},
): Readable {
  // Excel looks for the mark of UTF-8.
  const written =
    format === 'csv'
      ? writeCsvStream(csvRows(rows), { delimiter, bom: true })
      : writeXlsxStream(sheetRows(rows), { name: sheet, columns, freezePane: { rows: 1 } })
  return Readable.fromWeb(written as Parameters<typeof Readable.fromWeb>[0])
}

/** Yields an empty row at the end, so that the last line has a line break, too. */
async function* csvRows(rows: AsyncIterable<readonly WrittenCell[]>): AsyncGenerator<WrittenCell[]> {
  for await (const row of rows) yield row.map((cell) => (typeof cell === 'string' ? addGuard(cell) : cell))
  yield []
}

async function* sheetRows(rows: AsyncIterable<readonly WrittenCell[]>): AsyncGenerator<WrittenCell[]> {
  let line = 0
  for await (const row of rows) {
    line += 1
    yield row.map((cell, index) => {
      if (typeof cell !== 'string') return cell
      // Excel calls a workbook with a longer cell damaged.
      if (cell.length > defaultTableLimits.maxCellLength) {
        throw problem('table-cell', { line, column: columnName(index), limit: defaultTableLimits.maxCellLength })
      }
      // The format writes control characters as `_x0001_`; the library reads that, and escapes no text that looks like it.
      return cell === '' ? null : cell.replaceAll(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    })
  }
}
