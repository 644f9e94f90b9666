import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { QueueMail } from '#server/notifications/queue-mail.ts'
import { closeUnpaidOrder } from '#server/orders/close-unpaid-order.ts'
import { findOrder, isFreightOpen } from '#server/orders/find-orders.ts'
import { orderExpiredMail } from '#server/orders/order-mails.ts'
import type { Database } from '#server/platform/database/database.ts'

interface ExpireDeps {
  /** Makes sure that an order cannot be paid any more; if it turns out to be paid, it is marked so. */
  releasePayment: (orderId: string) => Promise<void>
  queueMail: QueueMail
  log: Logger
}

/**
 * One of whose money a part has come waits for staff. So does one whose freight is open, which nobody can pay: `setFreight` begins its days;
 * but not that of a buyer without a verified address, who could hold all stock for nothing. An order by bank transfer whose buyer was verified
 * in time is extended by `confirmOrders`, maybe a minute later.
 */
const isOverdue = sql`
  expires_at <= now() AND paid_at IS NULL AND cancelled_at IS NULL AND expired_at IS NULL AND confirmed_at IS NULL
  AND received_cents = 0
  AND NOT (${isFreightOpen} IS TRUE AND (placed_by IS NOT NULL
    OR EXISTS (SELECT FROM users WHERE users.id = buyer_id AND email_verified_at IS NOT NULL)))
  AND NOT (by_transfer AND EXISTS (
    SELECT FROM order_confirmations JOIN users ON users.id = buyer_id
    WHERE order_id = orders.id AND email_verified_at BETWEEN placed_at AND expires_at))`

/** Expires overdue unpaid orders, releases their stock and notifies the buyers; returns their number. */
export async function expireOrders(db: Database, { releasePayment, queueMail, log }: ExpireDeps): Promise<number> {
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT id FROM orders WHERE ${isOverdue} ORDER BY random() LIMIT 500`)
  let expired = 0
  for (const { id } of rows) {
    try {
      // One that was extended since it was found keeps its open payment.
      const { rows: overdue } = await db.execute(sql`SELECT FROM orders WHERE id = ${id} AND ${isOverdue}`)
      if (overdue.length === 0) continue
      await releasePayment(id)
      const isExpired = await db.transaction(async (tx) => {
        if (!(await closeUnpaidOrder(tx, id, { as: 'expired', by: undefined, onlyDue: true }))) return false
        const row = await findOrder(tx, id)
        if (row) await queueMail(tx, await orderExpiredMail(tx, row))
        return true
      })
      if (!isExpired) continue
      expired += 1
      // A payment may have been opened in between.
      await releasePayment(id)
    } catch (error) {
      // One order whose provider does not answer must not hold up the others; the next run comes back to it.
      log.warn(
        { orderId: id, reason: error instanceof Error ? error.message : String(error) },
        'an order could not expire',
      )
    }
  }
  return expired
}
