import { sql } from 'drizzle-orm'
import type { Transaction } from '#server/platform/database/database.ts'

/**
 * Gives the orders of a merged account, with their discounts and what its owner did and wrote about them, to the one that stays; its mails go
 * there. Unpaid ones leave their open slots, since the one that stays has its own. The caller has locked both, so that no order comes meanwhile.
 */
export async function moveOrders(
  tx: Transaction,
  { from, to }: { from: string; to: string },
): Promise<{ orders: number; pastOrders: number }> {
  await tx.execute(sql`SELECT FROM orders WHERE buyer_id IN (${from}, ${to}) ORDER BY id FOR UPDATE`)
  await tx.execute(sql`
    UPDATE order_events SET happened_by = ${to} FROM orders
    WHERE orders.id = order_id AND buyer_id = ${from} AND happened_by = ${from}`)
  await tx.execute(sql`
    UPDATE order_messages SET written_by = ${to} FROM orders
    WHERE orders.id = order_id AND buyer_id = ${from} AND written_by = ${from}`)
  await tx.execute(sql`
    UPDATE discount_uses SET buyer_id = ${to}, nth = nth + (
      SELECT coalesce(max(own.nth), 0) FROM discount_uses own WHERE own.discount_id = discount_uses.discount_id AND own.buyer_id = ${to})
    WHERE buyer_id = ${from}`)
  const { rowCount } = await tx.execute(sql`
    UPDATE orders SET buyer_id = ${to}, open_slot = NULL, buyer_email = (SELECT email FROM users WHERE id = ${to}),
      idempotency_key = CASE WHEN NOT EXISTS (
        SELECT FROM orders own WHERE own.buyer_id = ${to} AND own.idempotency_key = orders.idempotency_key) THEN idempotency_key END
    WHERE buyer_id = ${from}`)
  const past = await tx.execute(sql`UPDATE past_orders SET buyer_id = ${to} WHERE buyer_id = ${from}`)
  return { orders: rowCount ?? 0, pastOrders: past.rowCount ?? 0 }
}
