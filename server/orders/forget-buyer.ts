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
  await forgetFinishedBuyers(tx, 0)
  return cancelled
}

/**
 * Takes forgotten people out of the orders that ended so many hours ago: the goods and the money stay for the books, the person
 * does not. A paid order keeps its address until it is shipped. Answers the e-mail addresses that were in them.
 */
export async function forgetFinishedBuyers(db: Database | Transaction, hoursAgo: number): Promise<string[]> {
  const { rows } = await db.execute<{ email: string }>(sql`
    WITH finished AS (
      SELECT orders.id, buyer_email, users.email AS nobody FROM orders JOIN users ON users.id = buyer_id
      WHERE users.forgotten_at IS NOT NULL AND buyer_email <> users.email
        AND greatest(shipped_at, refunded_at, cancelled_at, expired_at) <= now() - make_interval(hours => ${hoursAgo})
      ORDER BY orders.id FOR UPDATE OF orders)
    UPDATE orders SET buyer_name = 'Deleted account', buyer_email = nobody, address = '', phone_number = ''
    FROM finished WHERE orders.id = finished.id
    RETURNING finished.buyer_email AS email`)
  return [...new Set(rows.map(({ email }) => email))]
}
