import { sql } from 'drizzle-orm'
import type { QueueMail } from '#server/notifications/queue-mail.ts'
import { findOrder, type OrderRow } from '#server/orders/find-orders.ts'
import {
  newOrderMail,
  orderConfirmedMail,
  orderPaidMail,
  orderPlacedMail,
  transferAwaitedMail,
} from '#server/orders/order-mails.ts'
import { awaitsFreight, type OrderState, orderState } from '#server/orders/order-rules.ts'
import { orderConfirmations } from '#server/orders/orders.tables.ts'
import type { FindSellerSettings } from '#server/orders/read-seller.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'

const batchSize = 100

const mails: Partial<Record<OrderState, typeof orderConfirmedMail>> = {
  unpaid: (tx, row, bankDetails) =>
    row.order.byTransfer ? transferAwaitedMail(tx, row, bankDetails) : orderPlacedMail(tx, row),
  confirmed: orderConfirmedMail,
  // Only one that costs nothing: the mail about a payment is written with it.
  paid: (tx, row) => orderPaidMail(tx, row),
}

/** Says whether the seller has something to do, such as to set the freight, or money to wait for. */
const concernsSeller = (state: OrderState, order: OrderRow['order']) =>
  ['confirmed', 'paid', 'paid_short'].includes(state) ||
  (state === 'unpaid' && (order.byTransfer || awaitsFreight(order)))

/** As `mailWaits` says of an order: accounts and orders are made at will, and the address may be a stranger's. Terms were granted by an admin, and staff order only for customers whom they know. */
const waits = sql`
  (confirmed_at IS NULL AND placed_by IS NULL AND transaction_id IS NULL AND shipped_at IS NULL AND cancelled_at IS NULL AND expired_at IS NULL
    AND EXISTS (SELECT FROM users WHERE users.id = buyer_id AND email_verified_at IS NULL))`

/**
 * Mails buyers that orders were placed, and the seller that they were paid, or placed on account, by bank transfer or with freight to be set.
 * Buyers of orders that were paid with money or ended meanwhile have a mail about that; unverified addresses get theirs once they are verified, but for orders on account. Orders by
 * bank transfer are then reserved for the days of the store. It is a job, so that placing and paying an order take no longer. Mails about
 * orders on account and by bank transfer say where to pay.
 */
export async function confirmOrders(
  db: Database,
  queueMail: QueueMail,
  findSellerSettings: FindSellerSettings,
): Promise<void> {
  for (let confirmed = batchSize; confirmed === batchSize;) {
    confirmed = await db.transaction(async (tx) => {
      // The order first, as everywhere: a payment that is being written takes the confirmation next.
      const { rows: picked } = await tx.execute<{ id: string }>(sql`
        SELECT orders.id FROM order_confirmations JOIN orders ON orders.id = order_id
        WHERE NOT (${waits} AND (paid_at IS NULL OR seller_told))
        LIMIT ${batchSize} FOR NO KEY UPDATE OF orders SKIP LOCKED`)
      if (picked.length === 0) return 0
      // Another process may have had them since they were found.
      const { rows } = await tx.execute<{ id: string; sellerTold: boolean; waits: boolean; hasMail: boolean }>(sql`
        DELETE FROM order_confirmations USING orders WHERE order_id = orders.id
          AND order_id = ANY (${sql.param(picked.map(({ id }) => id))}::uuid[])
        RETURNING order_id AS id, seller_told AS "sellerTold", ${waits} AS waits, transaction_id IS NULL
          AND EXISTS (SELECT FROM users WHERE users.id = buyer_id AND (email_verified_at IS NOT NULL OR confirmed_at IS NOT NULL OR placed_by IS NOT NULL)) AS "hasMail"`)
      const waiting = rows.filter((row) => row.waits).map(({ id: orderId }) => ({ orderId, sellerTold: true }))
      if (waiting.length > 0) await tx.insert(orderConfirmations).values(waiting)
      const { bankDetails, orderRecipient, transferDays } = await findSellerSettings(tx)
      await extendTransfers(tx, { ids: rows.flatMap(({ id, hasMail }) => (hasMail ? [id] : [])), transferDays })
      for (const { id, hasMail, sellerTold } of rows) {
        const tellsSeller = orderRecipient !== '' && !sellerTold
        const row = hasMail || tellsSeller ? await findOrder(tx, id) : undefined
        if (!row) continue
        const state = orderState(row.order)
        // One on account that was picked up at once is still to be paid.
        const mail = hasMail ? mails[state === 'shipped' && row.order.confirmedAt ? 'confirmed' : state] : undefined
        if (mail) await queueMail(tx, await mail(tx, row, bankDetails))
        if (tellsSeller && concernsSeller(state, row.order))
          await queueMail(tx, await newOrderMail(tx, row, orderRecipient))
      }
      return picked.length
    })
  }
}

/** Reserves unpaid orders by bank transfer for the days since they were placed: until the address was verified, it was for less. */
const extendTransfers = (tx: Transaction, { ids, transferDays }: { ids: string[]; transferDays: number }) =>
  tx.execute(sql`
    UPDATE orders SET expires_at = placed_at + ${transferDays} * interval '1 day'
    WHERE id = ANY (${sql.param(ids)}::uuid[]) AND by_transfer AND expires_at < placed_at + ${transferDays} * interval '1 day'
      AND paid_at IS NULL AND cancelled_at IS NULL AND expired_at IS NULL`)
