import { sql } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'

/** Describes a product or an order line whose units break a law. */
export interface WrongUnits {
  id: string
  name: string
  law: string
  stored: number
  /** Holds the sum of its movements, or the most that it may be. */
  moved: number
}

/** Returns the products and order lines whose units are not the sums of their movements, or are too many; empty if none. */
export async function checkStock(db: Database): Promise<WrongUnits[]> {
  const { rows } = await db.execute<WrongUnits & Record<string, unknown>>(sql`
    WITH of_products AS (
      SELECT id, name, available_quantity AS available, available_quantity + coalesce(held, 0) AS on_shelf,
        coalesce(moved.available, 0) AS moved_available, coalesce(moved.shelf, 0) AS moved_shelf
      FROM products LEFT JOIN (
        SELECT product_id AS id, sum(available_change) AS available, sum(shelf_change) AS shelf FROM stock_movements GROUP BY 1) moved USING (id)
      LEFT JOIN (SELECT product_id AS id, sum(held_quantity) AS held FROM order_lines GROUP BY 1) lines USING (id)),
    of_lines AS (
      SELECT coalesce(line.id, moved.id) AS id, product_name AS name, held_quantity, shipped_quantity, cancelled_quantity, returned_quantity,
        coalesce(held, 0) AS held, coalesce(shipped, 0) AS shipped, coalesce(cancelled, 0) AS cancelled, coalesce(returned, 0) AS returned
      FROM order_lines line FULL JOIN (
        SELECT order_line_id AS id, product_id, sum(shelf_change - available_change) AS held, sum(units) FILTER (WHERE kind = 'ship') AS shipped,
          sum(units) FILTER (WHERE kind = 'cancel') AS cancelled, sum(units) FILTER (WHERE kind = 'return') AS returned
        FROM stock_movements WHERE order_id IS NOT NULL OR order_line_id IS NOT NULL GROUP BY 1, 2) moved
        ON moved.id = line.id AND moved.product_id = line.product_id)
    SELECT id, coalesce(name, '') AS name, law, stored::integer, moved::integer FROM (
      SELECT id::text, name, law, stored, moved, stored <> moved AS is_broken FROM of_products, LATERAL (VALUES
        ('its available units are not the sum of its movements', available, moved_available),
        ('its available and its held units are not the sum of what moved on the shelf', on_shelf, moved_shelf)) laws (law, stored, moved)
      UNION ALL SELECT id::text, name, law, stored, moved, stored IS DISTINCT FROM moved FROM of_lines, LATERAL (VALUES
        ('an order line holds other units than were reserved and neither released, shipped nor written off', held_quantity, held),
        ('the shipped units of an order line are not the sum of its movements', shipped_quantity, shipped),
        ('the cancelled units of an order line are not the sum of its movements', cancelled_quantity, cancelled),
        ('the returned units of an order line are not the sum of its movements', returned_quantity, returned)) laws (law, stored, moved)
      UNION ALL SELECT id::text, product_name, law, stored, most, stored > most FROM order_lines, LATERAL (VALUES
        ('more units of an order line are shipped or cancelled than were ordered', shipped_quantity + cancelled_quantity, quantity),
        ('more units of an order line were returned than were shipped', returned_quantity, shipped_quantity),
        ('an order line holds more units than it owes', held_quantity, quantity - shipped_quantity - cancelled_quantity)) laws (law, stored, most)
    ) checked WHERE is_broken`)
  return rows
}
