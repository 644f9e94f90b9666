import { sql } from 'drizzle-orm'
import { currentCurrency } from '#contract/currency.ts'
import type { Database } from '#server/platform/database/database.ts'

interface BuyerTotals {
  orders: number
  spentCents: number
  salesCents: number
  lastOrderAt: Date
}

/**
 * Sums up the orders of buyers, in the currency of the shop, that are neither cancelled nor expired; buyers without any are missing. Sales
 * are those of `readSales`, less what was refunded.
 */
export async function findBuyerTotals(db: Database, ids: readonly string[]): Promise<Map<string, BuyerTotals>> {
  if (ids.length === 0) return new Map()
  const { rows } = await db.execute<{ id: string; orders: number; spent: number; sales: number; last: string }>(sql`
    SELECT buyer_id AS id, count(*)::integer AS orders, max(placed_at) AS last,
      coalesce(sum(total_cents - credited_cents - refunded_cents) FILTER (WHERE paid_at IS NOT NULL), 0)::double precision AS spent,
      coalesce(sum(total_cents - tax_cents - shipping_net_cents - rounding_cents - coalesce(credited, 0))
        FILTER (WHERE paid_at IS NOT NULL OR confirmed_at IS NOT NULL), 0)::double precision AS sales
    FROM orders LEFT JOIN LATERAL (
      SELECT sum(net_cents) AS credited FROM credit_notes n JOIN refunds r ON r.id = n.refund_id AND r.state <> 'failed'
        JOIN credit_note_lines USING (refund_id)
      WHERE n.order_id = orders.id AND refunded_cents + credited_cents > 0) credits ON true
    WHERE buyer_id = ANY (${sql.param([...ids])}::uuid[]) AND cancelled_at IS NULL AND expired_at IS NULL AND currency = ${currentCurrency().code.toLowerCase()} GROUP BY 1`)
  return new Map(
    rows.map(({ id, orders, spent, sales, last }) => [
      id,
      { orders, spentCents: spent, salesCents: sales, lastOrderAt: new Date(last) },
    ]),
  )
}
