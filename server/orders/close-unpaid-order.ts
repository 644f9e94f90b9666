import { sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/platform/database/database.ts'

interface Closing {
  as: 'cancelled' | 'expired'
  by: { id: string } | undefined
  /** Whether it is an order on account; one that has shipped is not closed. */
  onAccount?: boolean
  /** Whether it stays if it does not expire yet. */
  onlyDue?: boolean
}

/**
 * Ends an unpaid order, or one on account that has not shipped, and gives its units back, once, in one statement; answers whether it was
 * still so. Products are
 * locked in the order of their ids, after the order.
 */
export async function closeUnpaidOrder(
  db: Database | Transaction,
  orderId: string,
  { as, by, onAccount = false, onlyDue = false }: Closing,
): Promise<boolean> {
  const fact =
    as === 'cancelled' ? sql`cancelled_at = now(), cancelled_by = ${by?.id ?? null}` : sql`expired_at = now()`
  // It may have been extended since it was found, see `confirmOrders`.
  const isDue = onlyDue ? sql`expires_at <= now()` : sql`true`
  const { rows } = await db.execute(sql`
    WITH closed AS (
      UPDATE orders SET ${fact}, open_slot = NULL
      WHERE id = ${orderId} AND paid_at IS NULL AND cancelled_at IS NULL AND expired_at IS NULL AND shipped_at IS NULL
        AND (confirmed_at IS NOT NULL) = ${onAccount} AND ${isDue}
      RETURNING id),
    line AS (SELECT order_lines.id, product_id, quantity FROM order_lines JOIN closed ON closed.id = order_id),
    stock AS (
      SELECT id AS product_id FROM products WHERE id IN (SELECT product_id FROM line) ORDER BY id FOR NO KEY UPDATE),
    returned AS (
      UPDATE products SET available_quantity = available_quantity + back.units
      FROM (SELECT product_id, sum(quantity) AS units FROM line JOIN stock USING (product_id) GROUP BY product_id) back
      WHERE products.id = back.product_id),
    moved AS (
      INSERT INTO stock_movements (product_id, quantity, reason, order_id, order_line_id, moved_by)
      SELECT product_id, quantity, ${`order-${as}`}, ${orderId}, id, ${by?.id ?? null} FROM line),
    event AS (INSERT INTO order_events (order_id, kind, happened_by) SELECT id, ${as}, ${by?.id ?? null} FROM closed),
    -- Its discount can be used again.
    freed AS (DELETE FROM discount_uses WHERE order_id IN (SELECT id FROM closed) RETURNING discount_id),
    counted AS (UPDATE discounts SET used_count = used_count - 1 FROM freed WHERE discounts.id = discount_id)
    SELECT id FROM closed`)
  return rows.length > 0
}
