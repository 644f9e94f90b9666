import { Readable } from 'node:stream'
import { writeXlsxStream } from 'hucre/xlsx'
import { addGuard } from '#server/imports/files/formula-guard.ts'
import type { Delimiter } from '#server/imports/files/guess-csv.ts'
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
  if (format === 'csv') return Readable.from(csvChunks(rows, delimiter))
  const written = writeXlsxStream(sheetRows(rows), { name: sheet, columns, freezePane: { rows: 1 } })
  return Readable.fromWeb(written as Parameters<typeof Readable.fromWeb>[0])
}

const chunkLength = 64 * 1024

/** Writes UTF-8 with its mark, which Excel looks for. */
async function* csvChunks(rows: AsyncIterable<readonly WrittenCell[]>, delimiter: Delimiter): AsyncGenerator<Buffer> {
  const special = new RegExp(`["\\r\\n${delimiter === '|' ? '\\|' : delimiter}]|^\\s|\\s$`)
  let text = '\uFEFF'
  for await (const row of rows) {
    const cells = row.map((cell) => {
      const safe = typeof cell === 'string' ? addGuard(cell) : String(cell ?? '')
      return special.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
    })
    text += `${cells.join(delimiter)}\r\n`
    if (text.length < chunkLength) continue
    yield Buffer.from(text)
    text = ''
  }
  yield Buffer.from(text)
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
