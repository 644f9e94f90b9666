import { sql } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'

/** Returns the lines of orders whose reserved units do not match the state of the order; empty if none. */
export async function checkReservedStock(db: Database) {
  const { rows } = await db.execute<{ order_id: string; name: string; held: number; quantity: number }>(sql`
    WITH reserved AS (
      SELECT m.order_id, product_id, coalesce(order_line_id, (
        SELECT id FROM order_lines l WHERE l.order_id = m.order_id AND position = 1)) AS id, -sum(quantity) AS held
      FROM stock_movements m WHERE m.order_id IS NOT NULL GROUP BY 1, 2, 3),
    refunded AS (
      SELECT order_line_id, sum(coalesce(returned_quantity, refund_lines.restocked_quantity)) AS taken_back
      FROM refund_lines JOIN refunds ON refunds.id = refund_id WHERE state <> 'failed' GROUP BY 1)
    SELECT order_id, name, held, quantity FROM (
      SELECT coalesce(l.order_id, reserved.order_id) AS order_id, l.product_name AS name, paid_at, shipped_at, refunded_at,
        awaiting_stock_since, cancelled_at IS NOT NULL OR expired_at IS NOT NULL AS is_closed,
        coalesce(l.quantity, 0) AS quantity, l.restocked_quantity AS restocked,
        greatest(l.restocked_quantity, taken_back) AS taken_back, coalesce(held, 0)::integer AS held
      FROM order_lines l JOIN orders o ON o.id = l.order_id LEFT JOIN refunded ON order_line_id = l.id
      FULL JOIN reserved ON reserved.id = l.id AND reserved.product_id = l.product_id AND reserved.order_id = l.order_id) counted
    WHERE (CASE
      WHEN is_closed THEN held = 0
      WHEN shipped_at IS NOT NULL OR refunded_at IS NOT NULL THEN held BETWEEN 0 AND quantity
      WHEN awaiting_stock_since IS NOT NULL THEN held BETWEEN 0 AND quantity - restocked
      -- Units that were refunded without being restocked may have been missing, or are written off with the shipment.
      ELSE held BETWEEN quantity - taken_back AND quantity - restocked
    END) IS NOT TRUE`)
  return rows
}

/** Returns the orders whose counts, amounts or restocked units are not those of their lines, taxes and discount; empty if none. */
export async function checkOrderLines(db: Database) {
  const { rows } = await db.execute<{ order_id: string }>(sql`
    WITH taxed AS (SELECT order_id, sum(tax_cents) AS tax_cents FROM order_taxes GROUP BY order_id)
    SELECT o.id AS order_id FROM orders o LEFT JOIN order_lines l ON l.order_id = o.id
      LEFT JOIN taxed ON taxed.order_id = o.id LEFT JOIN order_discounts d ON d.order_id = o.id
    GROUP BY o.id, taxed.tax_cents, d.order_id
    HAVING line_count <> count(l.id) OR line_count <> max(l.position) OR coalesce(units, max(quantity)) <> sum(quantity)
      OR o.total_cents <> shipping_net_cents + shipping_tax_cents + rounding_cents
        + sum(coalesce(net_cents, l.total_cents - l.discount_cents) + l.tax_cents)
      OR o.tax_cents <> shipping_tax_cents + sum(l.tax_cents) OR o.tax_cents <> coalesce(taxed.tax_cents, 0)
      OR o.discount_cents <> sum(l.discount_cents) OR o.discount_cents <> coalesce(d.amount_cents, 0)
      OR o.restocked_quantity <> sum(l.restocked_quantity) OR count(l.id) = 0`)
  return rows
}
