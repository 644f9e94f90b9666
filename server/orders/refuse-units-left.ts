import { sql } from 'drizzle-orm'
import type { askReasons } from '#contract/payments.ts'
import type { OrderRow } from '#server/orders/find-orders.ts'
import type { OrderLine } from '#server/orders/order-lines.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { priceFor, quantityRuleFor } from '#server/pricing/price-for.ts'

export type AskReason = (typeof askReasons)[number]

/** Refuses to cancel a part of a line, since what is left of it could not be ordered so. */
export class UnitsLeftRefused extends Error {
  readonly reason: AskReason
  constructor(reason: AskReason) {
    super(`The shop is to be asked: ${reason}.`)
    this.reason = reason
  }
}

/**
 * Returns why a buyer may not cancel a part of lines at once: what is left of one could not be ordered so, or only at a higher price for each
 * unit, which it would keep. Units to cancel are by the positions of their lines; whole lines are never refused.
 */
export async function findUnitsLeftReason(
  db: Database | Transaction,
  { order }: OrderRow,
  lines: readonly OrderLine[],
  toCancel: ReadonlyMap<number, number>,
): Promise<AskReason | undefined> {
  const parts = lines.flatMap(({ position, productId, quantity, cancelled }) => {
    const before = quantity - cancelled
    const after = before - (toCancel.get(position) ?? 0)
    return after < before && after > 0 ? [{ position, productId, before, after }] : []
  })
  if (parts.length === 0) return undefined
  const buyer = sql`${order.buyerId}::uuid`
  const priceAt = (quantity: 'before' | 'after') =>
    priceFor(sql`products.id`, sql`products.price_cents`, buyer, sql.raw(`part.${quantity}`))
  const { rows } = await db.execute<{ reason: AskReason }>(sql`
    SELECT reason
    FROM jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) AS part (position integer, "productId" uuid, before integer, after integer)
    JOIN products ON products.id = "productId"
    CROSS JOIN LATERAL ${quantityRuleFor(sql`products.id`, sql`minimum_quantity, order_multiple, maximum_quantity`, buyer)} rule
    CROSS JOIN LATERAL ${priceAt('before')} price
    CROSS JOIN LATERAL ${priceAt('after')} left_price
    CROSS JOIN LATERAL (SELECT CASE WHEN part.after < rule.minimum THEN 'below-minimum' WHEN part.after % rule.multiple <> 0 THEN 'not-a-multiple'
      WHEN left_price.price_cents > price.price_cents THEN 'price-break' END AS reason) verdict
    WHERE reason IS NOT NULL ORDER BY part.position LIMIT 1`)
  return rows[0]?.reason
}
