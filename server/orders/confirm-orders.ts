import { sql } from 'drizzle-orm'
import type { QueueMail } from '#server/notifications/queue-mail.ts'
import { findOrder } from '#server/orders/find-orders.ts'
import { orderConfirmedMail, orderPlacedMail } from '#server/orders/order-mails.ts'
import { type OrderState, orderState } from '#server/orders/order-rules.ts'
import type { FindInvoiceSettings } from '#server/orders/read-invoice.ts'
import type { Database } from '#server/platform/database/database.ts'

const batchSize = 100

const mails: Partial<Record<OrderState, typeof orderConfirmedMail>> = {
  unpaid: orderPlacedMail,
  confirmed: orderConfirmedMail,
}

/**
 * Mails their buyers that orders were placed. Orders that were paid or ended meanwhile have a mail about that; unverified
 * addresses get none, since orders can be placed at will. It is a job, so that placing an order stays one statement. Mails about orders
 * on account say where to pay.
 */
export async function confirmOrders(
  db: Database,
  queueMail: QueueMail,
  findInvoiceSettings: FindInvoiceSettings,
): Promise<void> {
  for (let confirmed = batchSize; confirmed === batchSize;) {
    confirmed = await db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ id: string; verified: boolean }>(sql`
        DELETE FROM order_confirmations
        WHERE order_id IN (SELECT order_id FROM order_confirmations LIMIT ${batchSize} FOR UPDATE SKIP LOCKED)
        RETURNING order_id AS id,
          EXISTS (SELECT FROM orders JOIN users ON users.id = buyer_id WHERE orders.id = order_id AND email_verified_at IS NOT NULL)
            AS verified`)
      const { bankDetails } = rows.length > 0 ? await findInvoiceSettings(tx) : { bankDetails: '' }
      for (const { id, verified } of rows) {
        const row = verified ? await findOrder(tx, id) : undefined
        const mail = row && mails[orderState(row.order)]
        if (mail) await queueMail(tx, await mail(tx, row, bankDetails))
      }
      return rows.length
    })
  }
}
