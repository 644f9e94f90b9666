import { sql } from 'drizzle-orm'
import type { Transaction } from '#server/platform/database/database.ts'

/** Describes what has happened to the units of a product on the shelf since a moment. */
export interface ShelfChange {
  id: string
  /** The units that left for orders, less those that came back into stock. */
  shipped: number
  /** All that came and went. */
  change: number
}

/** Returns by their ids what has happened to products since a moment each; those without a movement are left out. */
export async function readShelfChanges(
  tx: Transaction,
  products: readonly { id: string; since: string }[],
): Promise<Map<string, ShelfChange>> {
  if (products.length === 0) return new Map()
  const { rows } = await tx.execute<ShelfChange & Record<string, unknown>>(sql`
    SELECT given.id, sum(shelf_change)::integer AS change,
      coalesce(-sum(shelf_change) FILTER (WHERE kind IN ('ship', 'write-off', 'restock')), 0)::integer AS shipped
    FROM jsonb_to_recordset(${JSON.stringify(products)}::jsonb) AS given (id uuid, since timestamptz)
      JOIN stock_movements ON product_id = given.id AND moved_at > since
    GROUP BY given.id`)
  return new Map(rows.map((row) => [row.id, row]))
}
