import type { TableRow } from '#server/imports/files/table-limits.ts'

/** Titles, addresses and dates above a table take no more rows. */
const maxTitles = 20

const filledOf = ({ cells }: TableRow) => cells.filter((cell) => cell.trim() !== '').length
const hasNumbers = ({ cells }: TableRow) => cells.some((cell) => /^[\s\d.,]+$/.test(cell) && /\d/.test(cell))

/**
 * Finds the header: the row above the table with the most names that `countNames` knows, if it knows two; else the first row, or, if that has
 * one cell or less than half of those that rows have, the first one that has more and no numbers. Returns it with the number of rows above it,
 * and the rows below.
 */
export async function findHeader(
  rows: AsyncIterable<TableRow>,
  countNames: (cells: readonly string[]) => number,
): Promise<{ header: TableRow | undefined; titles: number; rest: AsyncIterable<TableRow> }> {
  const all = rows[Symbol.asyncIterator]()
  const first: TableRow[] = []
  while (first.length <= maxTitles) {
    const next = await all.next()
    if (next.done) break
    first.push(next.value)
  }
  const titles = findNamed(first, countNames) ?? findByWidth(first)
  async function* rest() {
    yield* first.slice(titles + 1)
    yield* { [Symbol.asyncIterator]: () => all }
  }
  return { header: first[titles], titles, rest: rest() }
}

function findNamed(rows: readonly TableRow[], countNames: (cells: readonly string[]) => number): number | undefined {
  const counts = rows.map(({ cells }) => countNames(cells))
  const most = Math.max(0, ...counts)
  return most >= 2 ? counts.indexOf(most) : undefined
}

function findByWidth(rows: readonly TableRow[]): number {
  const width = Math.max(0, ...rows.map(filledOf))
  const isTitle = (row: TableRow) => width > 1 && (filledOf(row) <= 1 || 2 * filledOf(row) < width)
  const found = rows[0] && isTitle(rows[0]) ? rows.findIndex((row) => !isTitle(row)) : 0
  const below = rows[found]
  return below && !hasNumbers(below) ? found : 0
}
