import { sql } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'

const maxCounted = 1000

/** Counts the products on sale without a weight, up to 1,000. */
export async function countWeightlessProducts(db: Database): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    SELECT count(*)::integer AS count
    FROM (SELECT FROM products WHERE archived_at IS NULL AND weight IS NULL LIMIT ${maxCounted}) weightless`)
  return rows[0]?.count ?? 0
}
