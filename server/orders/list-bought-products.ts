import { sql } from 'drizzle-orm'
import { toAmount } from '#contract/currency.ts'
import { maxLines } from '#contract/max-lengths.ts'
import { type BoughtProduct, boughtOrders } from '#contract/orders.ts'
import { orderName } from '#contract/order-name.ts'
import type { Database } from '#server/platform/database/database.ts'

/** Returns the products of a buyer's orders that are paid or on account, those bought last first, with the quantity and price of the last time. */
export async function listBoughtProducts(db: Database, buyerId: string): Promise<BoughtProduct[]> {
  const { rows } = await db.execute<Row>(sql`
    WITH paid AS (
      SELECT id, number, placed_at, currency FROM orders
      WHERE buyer_id = ${buyerId} AND (paid_at IS NOT NULL OR confirmed_at IS NOT NULL AND cancelled_at IS NULL) AND refunded_at IS NULL
      ORDER BY placed_at DESC, id DESC LIMIT ${boughtOrders}),
    bought AS (
      SELECT product_id, order_lines.id AS line_id, number, order_id, placed_at,
        row_number() OVER (PARTITION BY product_id ORDER BY placed_at DESC, order_lines.id DESC) AS nth
      FROM paid JOIN order_lines ON order_id = paid.id),
    last AS (
      SELECT product_id, max(line_id) FILTER (WHERE nth = 1) AS line_id, count(DISTINCT order_id)::int AS order_count
      FROM bought GROUP BY product_id)
    SELECT last.product_id, coalesce(line.shown_name, line.product_name) AS product_name, line.unit_price_cents, line.price_per, line.order_id, paid.number,
      paid.placed_at, paid.currency, order_count,
      (SELECT sum(quantity)::int FROM order_lines same WHERE same.order_id = line.order_id AND same.product_id = last.product_id)
        AS quantity
    FROM last JOIN order_lines line ON line.id = line_id JOIN paid ON paid.id = line.order_id
    ORDER BY paid.placed_at DESC, line.position LIMIT ${maxLines}`)
  return rows.map((row) => ({
    productId: row.product_id,
    name: row.product_name,
    quantity: row.quantity,
    unitPrice: toAmount(row.unit_price_cents, row.currency),
    ...(row.price_per > 1 && { pricePer: row.price_per }),
    orderId: row.order_id,
    orderNumber: orderName(Number(row.number)),
    orderedAt: new Date(row.placed_at).toISOString(),
    orderCount: row.order_count,
  }))
}

interface Row extends Record<string, unknown> {
  product_id: string
  product_name: string
  quantity: number
  unit_price_cents: number
  price_per: number
  order_id: string
  number: string
  currency: string
  placed_at: string
  order_count: number
}
