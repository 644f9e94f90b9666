import { sql } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'

/** Returns the lines of orders that hold other units than the state of the order says; empty if none. */
export async function checkReservedStock(db: Database) {
  const { rows } = await db.execute<{ order_id: string; name: string; held: number; quantity: number }>(sql`
    SELECT order_id, product_name AS name, held_quantity AS held, quantity
    FROM order_lines JOIN orders ON orders.id = order_id
    WHERE CASE
      WHEN cancelled_at IS NOT NULL OR expired_at IS NOT NULL THEN held_quantity <> 0 OR shipped_quantity <> 0
      WHEN shipped_at IS NOT NULL THEN held_quantity <> 0 OR shipped_quantity + cancelled_quantity <> quantity
      WHEN refunded_at IS NOT NULL THEN held_quantity <> 0
      WHEN awaiting_stock_since IS NOT NULL THEN false
      ELSE held_quantity <> quantity - shipped_quantity - cancelled_quantity
    END`)
  return rows
}

/** Returns the orders whose counts or amounts are not those of their lines, taxes and discount; empty if none. */
export async function checkOrderLines(db: Database) {
  const { rows } = await db.execute<{ order_id: string }>(sql`
    WITH taxed AS (SELECT order_id, sum(tax_cents) AS tax_cents FROM order_taxes GROUP BY order_id)
    SELECT o.id AS order_id FROM orders o LEFT JOIN order_lines l ON l.order_id = o.id
      LEFT JOIN taxed ON taxed.order_id = o.id LEFT JOIN order_discounts d ON d.order_id = o.id
    GROUP BY o.id, taxed.tax_cents, d.order_id
    HAVING line_count <> count(l.id) OR line_count <> max(l.position) OR units <> sum(quantity)
      OR o.total_cents <> shipping_net_cents + shipping_tax_cents + rounding_cents
        + sum(coalesce(net_cents, l.total_cents - l.discount_cents) + l.tax_cents)
      OR o.tax_cents <> shipping_tax_cents + sum(l.tax_cents) OR o.tax_cents <> coalesce(taxed.tax_cents, 0)
      OR o.discount_cents <> sum(l.discount_cents) OR o.discount_cents <> coalesce(d.amount_cents, 0) OR count(l.id) = 0`)
  return rows
}
