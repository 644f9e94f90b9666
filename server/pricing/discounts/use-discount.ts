import { sql } from 'drizzle-orm'
import type { Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

interface DiscountUse {
  discountId: string
  /** The version that the order was calculated with; another one is `discount-changed`. */
  version?: string | undefined
  orderId: string
  buyerId: string
}

/**
 * Uses a discount for an order, in its transaction and after its products are locked: the row of the discount is locked until the end.
 * Throws `discount-changed` if it was edited, switched off or has ended since, and `discount-used-up` or `discount-used-before`.
 */
export async function useDiscount(
  tx: Transaction,
  { discountId, version, orderId, buyerId }: DiscountUse,
): Promise<void> {
  const { rows } = await tx.execute<{ isUsedUp: boolean; isValid: boolean; oncePerBuyer: boolean; label: string }>(sql`
    SELECT coalesce(used_count >= usage_limit, false) AS "isUsedUp", once_per_buyer AS "oncePerBuyer", coalesce(code, name) AS label,
      active AND coalesce(starts_at <= now(), true) AND coalesce(ends_at > now(), true)
        AND updated_at::text = coalesce(${version ?? null}, updated_at::text) AS "isValid"
    FROM discounts WHERE id = ${discountId} FOR NO KEY UPDATE`)
  const [discount] = rows
  const facts = { discount: discount?.label ?? '' }
  if (!discount?.isValid) throw problem('discount-changed', facts)
  if (discount.isUsedUp) throw problem('discount-used-up', facts)
  // Statements of their own: they see what others committed while this one waited for the lock.
  const used = await tx.execute(sql`
    INSERT INTO discount_uses (order_id, discount_id, buyer_id, nth)
    SELECT ${orderId}, ${discountId}, ${buyerId}, coalesce(max(nth), 0) + 1 FROM discount_uses
    WHERE discount_id = ${discountId} AND buyer_id = ${buyerId}
    HAVING NOT (${discount.oncePerBuyer} AND count(*) > 0) RETURNING nth`)
  if (used.rows.length === 0) throw problem('discount-used-before', facts)
  await tx.execute(sql`UPDATE discounts SET used_count = used_count + 1 WHERE id = ${discountId}`)
}
