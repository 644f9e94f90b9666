import { problem } from '#server/platform/http/problem.ts'

/** A line of a file; `line` counts from 1 as editors and spreadsheets show it. */
export interface TableRow {
  line: number
  cells: string[]
  /** The indexes of cells that a workbook has as numbers with decimals, alone or among texts: they say nothing of how others write them. */
  decimals?: readonly number[]
  /** Set if a CSV file has fewer cells in it than in its first row. */
  isShort?: true
}

/** Limits what a table may hold, so that no file can fill memory or disk. */
export interface TableLimits {
  maxBytes: number
  /** Of a workbook, with all its parts. */
  maxUnpackedBytes: number
  /** The files that a workbook packs together. */
  maxParts: number
  /** The time in which a table must be read: what takes longer was made to keep the shop busy. */
  maxSeconds: number
  /** Of all cells of a workbook together, in UTF-16 units. */
  maxText: number
  /** The texts that cells of a workbook share: 50,000 rows of 40 columns in which each is another one. */
  maxSharedTexts: number
  /** With the header. */
  maxRows: number
  maxColumns: number
  /** The empty cells behind the last column that all rows together may have: sheets that were formatted to their end have some. */
  maxSurplus: number
  /** In UTF-16 units; the limit of Excel. */
  maxCellLength: number
}

export const defaultTableLimits: TableLimits = {
  maxBytes: 100_000_000,
  maxUnpackedBytes: 500_000_000,
  maxParts: 10_000,
  maxSeconds: 180,
  maxText: 100_000_000,
  maxSharedTexts: 2_000_000,
  maxRows: 250_001,
  maxColumns: 256,
  maxSurplus: 1_000_000,
  maxCellLength: 32_767,
}

/**
 * Passes on the rows that are not blank, as wide as the first one: missing cells are empty, and empty cells behind the header are
 * left out. Blank rows count only against a limit of their own, since reading them takes as long. Throws `table-empty`, `table-rows`,
 * `table-columns`, `table-cell`, `table-character` and `table-slow`.
 */
export async function* checkRows(
  rows: AsyncIterable<TableRow>,
  limits: TableLimits,
  signal: AbortSignal,
): AsyncGenerator<TableRow> {
  try {
    yield* checkEach(rows, limits, signal)
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === 'TimeoutError'
    throw isLate ? problem('table-slow', { seconds: limits.maxSeconds }) : error
  }
}

async function* checkEach(
  rows: AsyncIterable<TableRow>,
  limits: TableLimits,
  signal: AbortSignal,
): AsyncGenerator<TableRow> {
  let count = 0
  let width = 0
  let blank = 0
  let surplus = 0
  for await (const { line, cells, decimals, isShort } of rows) {
    signal.throwIfAborted()
    surplus += Math.max(0, cells.length - limits.maxColumns)
    if (surplus > limits.maxSurplus) throw problem('table-columns', { line, limit: limits.maxColumns })
    let end = cells.length
    while (end > 0 && cells[end - 1]?.trim() === '') end -= 1
    if (end === 0) blank += 1
    else count += 1
    if (Math.max(count, blank) > limits.maxRows) throw problem('table-rows', { limit: limits.maxRows - 1 })
    if (end === 0) continue
    if (end > limits.maxColumns) throw problem('table-columns', { line, limit: limits.maxColumns })
    for (const [index, cell] of cells.entries()) checkCell(cell, line, index, limits)
    if (count === 1) width = end
    // Blanks at the end of a row stay if they are below the header.
    while (cells.length < width) cells.push('')
    cells.length = Math.max(width, end)
    yield { line, cells, ...(decimals && { decimals }), ...(isShort && { isShort }) }
  }
  if (count === 0) throw problem('table-empty')
}

function checkCell(cell: string, line: number, index: number, { maxCellLength }: TableLimits): void {
  if (cell.length > maxCellLength)
    throw problem('table-cell', { line, column: columnName(index), limit: maxCellLength })
  // PostgreSQL stores no NUL, and a lone surrogate is no text.
  if (cell.includes('\0') || !cell.isWellFormed()) throw problem('table-character', { line, column: columnName(index) })
}

/** Returns the name of a column as spreadsheets show it: A to Z, AA, AB … */
export function columnName(index: number): string {
  const letter = String.fromCodePoint(65 + (index % 26))
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter
}
