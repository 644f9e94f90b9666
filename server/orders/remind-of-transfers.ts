import { sql } from 'drizzle-orm'
import type { QueueMail } from '#server/notifications/queue-mail.ts'
import { findOrder, isFreightOpen } from '#server/orders/find-orders.ts'
import { transferReminderMail } from '#server/orders/order-mails.ts'
import type { FindSellerSettings } from '#server/orders/read-seller.ts'
import type { Database } from '#server/platform/database/database.ts'

const batchSize = 100

/**
 * Reminds buyers once of a bank transfer that has not arrived: two days before the order expires, or halfway if it waits for less than
 * four; not before the first mail, with which it may be extended. Unverified addresses get no mail, see `confirmOrders`.
 */
export async function remindOfTransfers(
  db: Database,
  queueMail: QueueMail,
  findSellerSettings: FindSellerSettings,
): Promise<void> {
  for (let reminded = batchSize; reminded === batchSize;) {
    reminded = await db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ id: string }>(sql`
        UPDATE orders SET reminded_at = now() WHERE id IN (
          SELECT orders.id FROM orders JOIN users ON users.id = buyer_id AND email_verified_at IS NOT NULL
          WHERE by_transfer AND reminded_at IS NULL AND paid_at IS NULL AND cancelled_at IS NULL AND expired_at IS NULL
            AND confirmed_at IS NULL AND received_cents = 0 AND ${isFreightOpen} IS NOT TRUE AND expires_at BETWEEN now() AND now() + interval '2 days'
            AND now() >= expires_at - (expires_at - placed_at) / 2
            AND NOT EXISTS (SELECT FROM order_confirmations WHERE order_id = orders.id)
          LIMIT ${batchSize} FOR UPDATE OF orders SKIP LOCKED)
        RETURNING id`)
      if (rows.length === 0) return 0
      const { bankDetails } = await findSellerSettings(tx)
      for (const { id } of rows) {
        const row = await findOrder(tx, id)
        if (row) await queueMail(tx, await transferReminderMail(tx, row, bankDetails))
      }
      return rows.length
    })
  }
}
