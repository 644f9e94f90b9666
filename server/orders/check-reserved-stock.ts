import { sql } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'

/** Returns the orders whose reserved units do not match their state; empty if none. */
export async function checkReservedStock(db: Database) {
  const { rows } = await db.execute<{ order_id: string; held: number; quantity: number; restocked: number }>(sql`
    SELECT id AS order_id, held, quantity, restocked FROM (
      SELECT o.id, o.paid_at, o.shipped_at, o.refunded_at, o.awaiting_stock_since, o.restocked_quantity AS restocked,
        o.cancelled_at IS NOT NULL OR o.expired_at IS NOT NULL AS is_closed,
        (SELECT sum(quantity) FROM order_lines WHERE order_id = o.id)::integer AS quantity,
        (SELECT coalesce(-sum(quantity), 0) FROM stock_movements WHERE order_id = o.id)::integer AS held
      FROM orders o) counted
    WHERE NOT CASE
      WHEN is_closed THEN held = 0
      WHEN shipped_at IS NOT NULL OR refunded_at IS NOT NULL THEN held BETWEEN 0 AND quantity
      WHEN awaiting_stock_since IS NOT NULL THEN held BETWEEN 0 AND quantity - restocked
      ELSE held = quantity - restocked
    END`)
  return rows
}
