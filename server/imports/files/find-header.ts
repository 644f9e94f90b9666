import { setImmediate as nextTurn } from 'node:timers/promises'
import type { TableRow } from '#server/imports/files/table-limits.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Titles, addresses and dates above a table take no more rows. */
const maxTitles = 20

/** A person finds the header further below, too. */
const maxAskedTitles = 500

const filledOf = ({ cells }: TableRow) => cells.filter((cell) => cell.trim() !== '').length
const hasNumbers = ({ cells }: TableRow) => cells.some((cell) => /^[\s\d.,]+$/.test(cell) && /\d/.test(cell))

/** The header of a table with the rows around it. */
export interface FoundHeader {
  header: TableRow | undefined
  /** The number of rows above it. */
  titles: number
  /** The number of names that are known. */
  known: number
  /** The first rows, the header among them. */
  first: TableRow[]
  /** The rows below. */
  rest: AsyncIterable<TableRow>
  /** Ends the reading without them. */
  close: () => Promise<unknown>
}

/**
 * Finds the header: the row of the line that was asked for; else the row above the table with the most names that `countNames` knows, if it
 * knows two; else the first row, or, if that has one cell or less than half of those that rows have, the first one that has more and no
 * numbers. Throws `table-header` if the line that was asked for has none.
 */
export async function findHeader(
  rows: AsyncIterable<TableRow>,
  countNames: (cells: readonly string[]) => number,
  asked?: number,
): Promise<FoundHeader> {
  const all = rows[Symbol.asyncIterator]()
  const first: TableRow[] = []
  const isBelow = () => asked !== undefined && (first.at(-1)?.line ?? 0) < asked && first.length <= maxAskedTitles
  while (first.length <= maxTitles || isBelow()) {
    const next = await all.next()
    if (next.done) break
    first.push(next.value)
  }
  const counts: number[] = []
  for (const { cells } of first) {
    counts.push(countNames(cells))
    // Lets requests in: a row may have hundreds of long cells.
    await nextTurn()
  }
  const titles =
    asked === undefined ? (findNamed(counts) ?? findByWidth(first)) : first.findIndex(({ line }) => line === asked)
  if (titles < 0) {
    await all.return?.()
    throw problem('table-header', { line: asked ?? 0 })
  }
  async function* rest() {
    yield* first.slice(titles + 1)
    yield* { [Symbol.asyncIterator]: () => all }
  }
  return {
    header: first[titles],
    titles,
    known: counts[titles] ?? 0,
    first: first.slice(0, maxTitles + 1),
    rest: rest(),
    close: async () => all.return?.(),
  }
}

function findNamed(counts: readonly number[]): number | undefined {
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
