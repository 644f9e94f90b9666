import { stat } from 'node:fs/promises'
import type { AskedReading, Delimiter, Encoding } from '#contract/table-reading.ts'
import { createTextReader } from '#server/imports/files/decode-text.ts'
import { guessDelimiter, guessEncoding, readSample } from '#server/imports/files/guess-csv.ts'
import type { Sheets } from '#server/imports/files/workbook-parts.ts'
import { readCsv } from '#server/imports/files/read-csv.ts'
import { readXlsx } from '#server/imports/files/read-xlsx.ts'
import { checkRows, defaultTableLimits, type TableLimits, type TableRow } from '#server/imports/files/table-limits.ts'
import { problem } from '#server/platform/http/problem.ts'

export type TableFormat = 'csv' | 'xlsx'

/** An open file: `rows` can be read once, from the header or what stands above it on. */
export interface OpenTable {
  format: TableFormat
  /** Of CSV only. */
  delimiter?: Delimiter
  encoding?: Encoding
  rows: AsyncIterable<TableRow>
}

export interface OpenTableOptions extends Pick<AskedReading, 'encoding' | 'delimiter'> {
  sheet?: string | undefined
  limits?: Partial<TableLimits>
  /** Ends the reading. */
  signal?: AbortSignal | undefined
  /** Takes the sheets of a workbook, before its first row. */
  onSheets?: (found: Sheets) => void
}

/**
 * Opens a CSV file or a workbook (.xlsx, .ods), which it tells apart by their first bytes. Throws `table-format`, `table-other-format`,
 * `table-old-excel` and `table-too-large`; reading the rows throws the other problems of tables, and the reason of `signal`.
 */
export async function openTable(path: string, options: OpenTableOptions = {}): Promise<OpenTable> {
  const limits = { ...defaultTableLimits, ...options.limits }
  const inTime = AbortSignal.timeout(1000 * limits.maxSeconds)
  const signal = options.signal ? AbortSignal.any([options.signal, inTime]) : inTime
  const { size } = await stat(path)
  if (size > limits.maxBytes) throw problem('table-too-large', { limit: `${limits.maxBytes / 1_000_000} MB` })
  const sample = await readSample(path)
  if (sample.length === 0) throw problem('table-empty')
  // Old workbooks, and those with a password.
  if (sample.length >= 4 && sample.readUInt32BE(0) === 0xd0cf11e0) throw problem('table-old-excel')
  if (sample[0] === 0x50 && sample[1] === 0x4b) {
    const { sheet, onSheets = () => undefined } = options
    return { format: 'xlsx', rows: checkRows(readXlsx(path, { limits, signal, sheet, onSheets }), limits, signal) }
  }
  const encoding = options.encoding ?? (await guessEncoding(path, sample))
  const text = createTextReader(encoding).decode(sample, { stream: true })
  if (text.includes('\0')) throw problem('table-format')
  const other = otherFormats.find(({ start }) => start.test(text))
  if (other) throw problem('table-other-format', { format: other.format })
  const guess = guessDelimiter(text)
  const delimiter = options.delimiter ?? guess.delimiter
  const rows = readCsv(path, { encoding, delimiter, hasSepLine: guess.hasSepLine }, limits)
  return { format: 'csv', delimiter, encoding, rows: checkRows(rows, limits, signal) }
}

/** Lists what programs write under the name of a table, such as pages as `.xls`. */
const otherFormats = [
  { start: /^\s*<(?:!doctype html|html|head|meta|body|table)\b/i, format: 'HTML' },
  { start: /^\s*<\?xml\b/i, format: 'XML' },
  { start: /^%PDF-/, format: 'PDF' },
]
