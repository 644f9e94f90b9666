import { stat } from 'node:fs/promises'
import {
  type Delimiter,
  type Encoding,
  guessDelimiter,
  guessEncoding,
  readSample,
} from '#server/imports/files/guess-csv.ts'
import { readCsv } from '#server/imports/files/read-csv.ts'
import { readXlsx } from '#server/imports/files/read-xlsx.ts'
import { suspectEncoding, type SuspectedEncoding } from '#server/imports/files/suspect-encoding.ts'
import { checkRows, defaultTableLimits, type TableLimits, type TableRow } from '#server/imports/files/table-limits.ts'
import { problem } from '#server/platform/http/problem.ts'

export type TableFormat = 'csv' | 'xlsx'

/** An open file: `rows` can be read once, from the header or what stands above it on. */
export interface OpenTable {
  format: TableFormat
  /** Of CSV only. */
  delimiter?: Delimiter
  encoding?: Encoding
  /** The encoding that it seems to have instead. */
  suspected?: SuspectedEncoding
  rows: AsyncIterable<TableRow>
}

export interface OpenTableOptions {
  /** Corrects a wrong guess. */
  delimiter?: Delimiter
  encoding?: Encoding
  limits?: Partial<TableLimits>
  /** Ends the reading. */
  signal?: AbortSignal
}

/**
 * Opens a CSV file or an Excel workbook, which it tells apart by their first bytes. Throws `table-format` and `table-too-large`; reading
 * the rows throws the other problems of tables, and the reason of `signal`.
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
    return { format: 'xlsx', rows: checkRows(readXlsx(path, limits, signal), limits, signal) }
  }
  const encoding = options.encoding ?? (await guessEncoding(path, sample))
  const text = new TextDecoder(encoding).decode(sample)
  if (text.includes('\0')) throw problem('table-format')
  const guess = guessDelimiter(text)
  const delimiter = options.delimiter ?? guess.delimiter
  const rows = readCsv(path, { encoding, delimiter, hasSepLine: guess.hasSepLine }, limits)
  const isGuess = options.encoding === undefined && encoding === 'windows-1252'
  const suspected = isGuess ? await suspectEncoding(path) : undefined
  return {
    format: 'csv',
    delimiter,
    encoding,
    ...(suspected && { suspected }),
    rows: checkRows(rows, limits, signal),
  }
}
