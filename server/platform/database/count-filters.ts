import { type SQL, sql } from 'drizzle-orm'
import { maxCountedRows } from '#contract/pagination.ts'
import type { Database } from '#server/platform/database/database.ts'

/**
 * Counts in one statement the rows that each filter of a list shows. Each count ends at `maxCountedRows`, so that a frequent filter
 * costs no more than that many rows, and a rare one what its index has. `rowsOf` selects the rows: `table WHERE condition`.
 */
export async function countFilters<Filter extends string>(
  db: Database,
  filters: readonly Filter[],
  rowsOf: (filter: Filter) => SQL,
): Promise<{ filter: Filter; count: number }[]> {
  const counts = filters.map(
    (filter) => sql`
      (SELECT count(*)::integer FROM (SELECT FROM ${rowsOf(filter)} LIMIT ${maxCountedRows}) listed) AS ${sql.identifier(filter)}`,
  )
  const { rows } = await db.execute<Record<string, number>>(sql`SELECT ${sql.join(counts, sql`, `)}`)
  return filters.map((filter) => ({ filter, count: rows[0]?.[filter] ?? 0 }))
}
