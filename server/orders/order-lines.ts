import { sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/platform/database/database.ts'

/** Selects the ids of products that were ordered. */
export const orderedProducts = sql`SELECT product_id AS id FROM order_lines`

/** Holds a line with the units that are reserved for it now. */
export interface OrderLine {
  id: number
  position: number
  productId: string
  productName: string
  shownName: string | null
  brand: string | null
  sku: string | null
  quantity: number
  unitPriceCents: number
  pricePer: number
  totalCents: number
  discountCents: number
  /** After the discount, without tax; null where there is neither. */
  netCents: number | null
  taxCents: number
  taxClass: string | null
  job: string | null
  /** The units that refunds took back, restocked or not. */
  takenBack: number
  /** Of these, those that were taken back before the order was shipped. */
  unsent: number
  held: number
}

/** Returns the lines of an order in their order. */
export async function listOrderLines(db: Database | Transaction, orderId: string): Promise<OrderLine[]> {
  const { rows } = await db.execute<OrderLine & Record<string, unknown>>(sql`
    SELECT id::double precision AS id, position, product_id AS "productId", product_name AS "productName", shown_name AS "shownName", brand, sku, quantity,
      unit_price_cents AS "unitPriceCents", price_per AS "pricePer", total_cents::double precision AS "totalCents",
      discount_cents::double precision AS "discountCents", net_cents::double precision AS "netCents",
      tax_cents::double precision AS "taxCents", tax_class AS "taxClass", job,
      greatest(restocked_quantity, taken_back)::integer AS "takenBack", greatest(unsent, 0)::integer AS unsent,
      coalesce(held, 0)::integer AS held
    FROM order_lines LEFT JOIN (
      SELECT coalesce(order_line_id, (SELECT id FROM order_lines WHERE order_id = ${orderId} AND position = 1)) AS id,
        -sum(quantity) AS held
      FROM stock_movements WHERE order_id = ${orderId} GROUP BY 1) reserved USING (id)
    LEFT JOIN (
      SELECT order_line_id AS id, sum(coalesce(returned_quantity, refund_lines.restocked_quantity)) AS taken_back,
        sum(coalesce(returned_quantity, refund_lines.restocked_quantity)) FILTER (WHERE shipped_at IS NULL OR requested_at < shipped_at) AS unsent
      FROM refund_lines JOIN refunds ON refunds.id = refund_id JOIN orders ON orders.id = refunds.order_id
      WHERE refunds.order_id = ${orderId} AND refunds.state <> 'failed' GROUP BY 1) refunded USING (id)
    WHERE order_id = ${orderId} ORDER BY position`)
  return rows
}

/** Returns how many units a line still needs: ordered, neither taken back nor reserved. */
export const unitsShort = ({ quantity, takenBack, held }: OrderLine): number => Math.max(0, quantity - takenBack - held)

/** Returns how many units of a paid order's line can be restocked: those that were refunded without it are written off. */
export const unitsToRestock = ({ quantity, takenBack, held }: OrderLine): number =>
  Math.max(0, Math.min(held, quantity - takenBack))

/** Returns how many units of a line the packing slip has. */
export const unitsToPack = ({ quantity, unsent }: OrderLine): number => Math.max(0, quantity - unsent)
