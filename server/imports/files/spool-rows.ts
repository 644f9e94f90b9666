import { open } from 'node:fs/promises'
import type { TableRow } from '#server/imports/files/table-limits.ts'

/** The number of rows per batch. */
const rowsPerBatch = 1000
/** The length of their cells per batch, in UTF-16 units. */
const textPerBatch = 1_000_000

/** The cells of a row; a number is one that a workbook has as a number. */
export type StagedCells = (string | number)[]

/** Holds rows of a table as JSON in a file, in batches for one statement each. */
export interface SpooledRows {
  rowCount: number
  /** Reads the batches: JSON arrays of `{ row, line, cells }`. */
  batches: () => AsyncIterable<string>
}

/**
 * Writes rows into the file `path` as they are read, so that a transaction that stores them waits for no reader. `onRow` sees each of
 * them, with their number so far.
 */
export async function spoolRows(
  rows: AsyncIterable<TableRow>,
  path: string,
  onRow?: (row: TableRow, count: number) => void,
): Promise<SpooledRows> {
  await using file = await open(path, 'w')
  const sizes: number[] = []
  let rowCount = 0
  let batch: { row: number; line: number; cells: StagedCells }[] = []
  let text = 0
  const write = async () => {
    if (batch.length === 0) return
    const bytes = Buffer.from(JSON.stringify(batch))
    await file.appendFile(bytes)
    sizes.push(bytes.length)
    batch = []
    text = 0
  }
  for await (const tableRow of rows) {
    const { line, cells, decimals = [] } = tableRow
    rowCount += 1
    onRow?.(tableRow, rowCount)
    for (const cell of cells) text += cell.length
    batch.push({
      row: rowCount,
      line,
      cells: cells.map((cell, index) =>
        decimals.includes(index) && String(Number(cell)) === cell ? Number(cell) : cell,
      ),
    })
    if (batch.length >= rowsPerBatch || text >= textPerBatch) await write()
  }
  await write()
  return { rowCount, batches: () => readBatches(path, sizes) }
}

async function* readBatches(path: string, sizes: readonly number[]): AsyncGenerator<string> {
  await using file = await open(path)
  let position = 0
  for (const size of sizes) {
    const bytes = Buffer.alloc(size)
    for (let read = 0; read < size;) {
      const { bytesRead } = await file.read(bytes, read, size - read, position + read)
      if (bytesRead === 0) throw new Error('The spooled rows are shorter than they were.')
      read += bytesRead
    }
    position += size
    yield bytes.toString()
  }
}
