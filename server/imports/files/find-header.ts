import type { TableRow } from '#server/imports/files/table-limits.ts'

/** Titles, addresses and dates above a table take no more rows. */
const maxTitles = 20

const filledOf = ({ cells }: TableRow) => cells.filter((cell) => cell.trim() !== '').length
const hasNumbers = ({ cells }: TableRow) => cells.some((cell) => /^[\s\d.,]+$/.test(cell) && /\d/.test(cell))

/**
 * Finds the header: the first row, or, if that has one cell or less than half of those that rows have, the first one that has more and no
 * numbers. Returns it with the number of rows above it, and the rows below.
 */
export async function findHeader(
  rows: AsyncIterable<TableRow>,
): Promise<{ header: TableRow | undefined; titles: number; rest: AsyncIterable<TableRow> }> {
  const all = rows[Symbol.asyncIterator]()
  const first: TableRow[] = []
  while (first.length <= maxTitles) {
    const next = await all.next()
    if (next.done) break
    first.push(next.value)
  }
  const width = Math.max(0, ...first.map(filledOf))
  const isTitle = (row: TableRow) => width > 1 && (filledOf(row) <= 1 || 2 * filledOf(row) < width)
  const found = first[0] && isTitle(first[0]) ? first.findIndex((row) => !isTitle(row)) : 0
  const below = first[found]
  const titles = below && !hasNumbers(below) ? found : 0
  async function* rest() {
    yield* first.slice(titles + 1)
    yield* { [Symbol.asyncIterator]: () => all }
  }
  return { header: first[titles], titles, rest: rest() }
}
