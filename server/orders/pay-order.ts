import { sql } from 'drizzle-orm'
import type { QueueMail } from '#server/notifications/queue-mail.ts'
import type { OrderRow } from '#server/orders/find-orders.ts'
import { orderPaidMail, orderPaidShortMail, paymentReceivedMail } from '#server/orders/order-mails.ts'
import { type OrderEventFacts, orders } from '#server/orders/orders.tables.ts'
import { releaseOrderCredit } from '#server/orders/release-order-credit.ts'
import { reserveAllLines } from '#server/orders/reserve-stock.ts'
import { preparedOnce } from '#server/platform/database/prepare-statement.ts'
import type { Transaction } from '#server/platform/database/database.ts'

interface OrderPayment {
  /** Null if the order costs nothing. */
  transactionId: string | null
  /** Now if absent. */
  paidAt?: Date | undefined
  /** The admin who recorded the payment. */
  by?: { id: string }
  facts: OrderEventFacts
  /** Set if no money came, but what was open was credited, of which its buyer is mailed. */
  byCredit?: true
  /** What came above the open sum and goes back by hand. */
  surplusCents?: number
}

/**
 * Marks an order, whose row the caller has locked, as paid, and returns it. An expired one is taken up again with what is in stock; one on
 * account no longer counts against the credit of its buyer; who has paid is mailed now, the seller by `confirmOrders`.
 */
export async function payOrder(
  tx: Transaction,
  queueMail: QueueMail,
  row: OrderRow,
  { transactionId, paidAt, by, facts, byCredit, surplusCents }: OrderPayment,
): Promise<OrderRow> {
  const { order: before } = row
  const isLate = before.expiredAt !== null
  const isShort = isLate && (await reserveAllLines(tx, before.id)).length > 0
  const [changed] = await statement(tx).execute({
    orderId: before.id,
    transactionId,
    paidAt: paidAt?.toISOString() ?? null,
    event: isShort ? 'paid_short' : isLate ? 'paid_late' : 'paid',
    by: by?.id ?? null,
    facts: JSON.stringify(facts),
  })
  if (!changed) throw new Error('A locked order was not found.')
  await releaseOrderCredit(tx, before)
  const paid = { ...row, order: { ...before, ...changed } }
  // The buyer of an order that costs nothing is mailed by `confirmOrders`: the address may not be verified yet.
  if (transactionId === null || byCredit) return paid
  const mail = isShort ? orderPaidShortMail : before.confirmedAt ? paymentReceivedMail : orderPaidMail
  await queueMail(tx, await mail(tx, paid, { amountCents: facts.amountCents, surplusCents }))
  return paid
}

const given = sql.placeholder

const statement = preparedOnce((db) => {
  const parts = {
    happened: sql`
      INSERT INTO order_events (order_id, kind, happened_by, facts)
      VALUES (${given('orderId')}::uuid, ${given('event')}::text, ${given('by')}::uuid, ${given('facts')}::jsonb)`,
    // For the mail to the seller; of an order on account, that is written when it is placed.
    announced: sql`
      INSERT INTO order_confirmations (order_id)
      SELECT id FROM orders WHERE id = ${given('orderId')}::uuid AND confirmed_at IS NULL ON CONFLICT DO NOTHING`,
    // From here on the name means the changed row. Only what has changed is read again: 60 columns take longer to read than to write.
    orders: sql`
      UPDATE orders SET paid_at = coalesce(${given('paidAt')}::timestamptz, now()), transaction_id = ${given('transactionId')},
        open_slot = NULL, expired_at = NULL,
        awaiting_stock_since = CASE ${given('event')}::text WHEN 'paid_short' THEN now() END
      WHERE id = ${given('orderId')}::uuid
      RETURNING paid_at, transaction_id, open_slot, expired_at, awaiting_stock_since`,
  }
  return db
    .with(...Object.entries(parts).map(([name, part]) => db.$with(name, {}).as(part)))
    .select({
      paidAt: orders.paidAt,
      transactionId: orders.transactionId,
      openSlot: orders.openSlot,
      expiredAt: orders.expiredAt,
      awaitingStockSince: orders.awaitingStockSince,
    })
    .from(orders)
    .prepare('pay_order')
})
