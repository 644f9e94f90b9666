import { and, eq, isNull, sql } from 'drizzle-orm'
import { closeUnpaidOrder } from '#server/orders/close-unpaid-order.ts'
import { orders } from '#server/orders/orders.tables.ts'
import type { Database, Transaction } from '#server/platform/database.ts'

/**
 * Cancels the unpaid orders of somebody who deletes the account, and takes the buyer out of the finished ones. Answers the
 * cancelled ones, so that their payments are dropped after the transaction; money that comes late goes back.
 */
export async function forgetBuyer(tx: Transaction, buyer: { id: string }): Promise<string[]> {
  const unpaid = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(eq(orders.buyerId, buyer.id), isNull(orders.paidAt), isNull(orders.cancelledAt), isNull(orders.expiredAt)),
    )
  const cancelled: string[] = []
  for (const { id } of unpaid) {
    if (await closeUnpaidOrder(tx, id, { as: 'cancelled', by: buyer })) cancelled.push(id)
  }
  await forgetFinishedBuyers(tx)
  return cancelled
}

/**
 * Takes forgotten people out of the orders that have ended: the goods and the money stay for the books, the person does not.
 * A paid order keeps its address until it is shipped.
 */
export async function forgetFinishedBuyers(db: Database | Transaction): Promise<void> {
  await db.execute(sql`
    UPDATE orders SET buyer_name = 'Deleted account', buyer_email = users.email, address = '', phone_number = ''
    FROM users
    WHERE users.id = orders.buyer_id AND users.forgotten_at IS NOT NULL AND orders.buyer_email <> users.email
      AND (shipped_at IS NOT NULL OR refunded_at IS NOT NULL OR cancelled_at IS NOT NULL OR expired_at IS NOT NULL)`)
}
