import { sql } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'

/** Returns the products whose available quantity differs from the sum of their movements; empty if none does. */
export async function checkStock(db: Database) {
  const { rows } = await db.execute<{ id: string; name: string; available: number; moved: number }>(sql`
    SELECT p.id, p.name, p.available_quantity AS available, coalesce(sum(m.quantity), 0)::integer AS moved
    FROM products p LEFT JOIN stock_movements m ON m.product_id = p.id
    GROUP BY p.id
    HAVING p.available_quantity <> coalesce(sum(m.quantity), 0)`)
  return rows
}
