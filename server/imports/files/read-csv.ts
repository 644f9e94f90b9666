import { createReadStream } from 'node:fs'
import { Readable, pipeline } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import type { Delimiter, Encoding } from '#contract/table-reading.ts'
import { createTextReader } from '#server/imports/files/decode-text.ts'
import { removeGuard } from '#server/imports/files/formula-guard.ts'
import { columnName, type TableLimits, type TableRow } from '#server/imports/files/table-limits.ts'
import { problem } from '#server/platform/http/problem.ts'

interface CsvFormat {
  encoding: Encoding
  delimiter: Delimiter
  /** Whether the first line is Excel's `sep=;`. */
  hasSepLine: boolean
}

/**
 * Reads a CSV file row by row. Throws `table-columns`, `table-cell` for a cell beyond all that a row may have, and `table-quote` with the line
 * of a quotation mark that does not end.
 */
export async function* readCsv(path: string, format: CsvFormat, limits: TableLimits): AsyncGenerator<TableRow> {
  const parser = parse({
    delimiter: format.delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // `5/16" bolt` is a name, not a mistake.
    relax_quotes: true,
    skip_empty_lines: true,
    // With the line that a row ends on.
    info: true,
    // A quotation mark that does not end would take in the whole file.
    max_record_size: limits.maxColumns * limits.maxCellLength,
  })
  pipeline(Readable.from(refuseWide(decode(path, format.encoding), format.delimiter, limits)), parser, () => undefined)
  let line = 1
  let width = 0
  // The parser counts a line break of two characters in quotation marks twice.
  let doubled = 0
  try {
    for await (const { record: cells, info } of parser as AsyncIterable<{
      record: string[]
      info: { lines: number }
    }>) {
      const breaks = cells.flatMap((cell) => cell.match(/\r\n|\n|\r/g) ?? [])
      doubled += breaks.filter((one) => one === '\r\n').length
      const end = info.lines - doubled
      const start = end - breaks.length
      line = end + 1
      for (const [index, cell] of cells.entries()) cells[index] = removeGuard(cell)
      if (start === 1 && format.hasSepLine) continue
      width ||= cells.length
      yield { line: start, cells, ...(cells.length < width && { isShort: true as const }) }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const { bytes, index } = error as { bytes?: number; index?: number }
    if (error.code === 'CSV_MAX_RECORD_SIZE' && (await hasClosedCell(path, format, bytes ?? 0)))
      throw problem('table-cell', { line, column: columnName(index ?? 0), limit: limits.maxCellLength })
    throw problem('table-quote', { line })
  }
}

/** Whether the cell in quotation marks that begins behind so many bytes of the text in UTF-8 ends somewhere. */
async function hasClosedCell(path: string, { encoding, delimiter }: CsvFormat, from: number): Promise<boolean> {
  const mark = 34
  const ends = ['\r', '\n', delimiter].map((end) => end.charCodeAt(0))
  let before = from
  let isOpen = false
  let isBehindMark = false
  for await (const text of decode(path, encoding)) {
    const bytes = Buffer.from(text)
    const skipped = Math.min(before, bytes.length)
    before -= skipped
    for (const byte of bytes.subarray(skipped)) {
      if (isBehindMark && ends.includes(byte)) return true
      isBehindMark = isOpen && !isBehindMark && byte === mark
      isOpen ||= byte === mark
    }
  }
  return isBehindMark
}

/** The delimiters that a line may have for each column, since texts in quotation marks have some, too. */
const maxDelimitersPerColumn = 256

/** Passes a text on. Throws `table-columns` for a line of far too many cells, which the parser would only hand out as a whole. */
async function* refuseWide(
  texts: AsyncIterable<string>,
  delimiter: Delimiter,
  { maxColumns }: TableLimits,
): AsyncGenerator<string> {
  const [feed, sign] = ['\n'.charCodeAt(0), delimiter.charCodeAt(0)]
  let line = 1
  let count = 0
  for await (const text of texts) {
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index)
      if (code === sign) count += 1
      else if (code === feed || code === 13) {
        line += code === feed ? 1 : 0
        count = 0
      }
    }
    if (count > maxColumns * maxDelimitersPerColumn) throw problem('table-columns', { line, limit: maxColumns })
    yield text
  }
}

async function* decode(path: string, encoding: Encoding): AsyncGenerator<string> {
  const decoder = createTextReader(encoding)
  for await (const chunk of createReadStream(path)) yield decoder.decode(chunk as Buffer, { stream: true })
  yield decoder.decode()
}
