import { and, eq, sql } from 'drizzle-orm'
import { toAmount } from '#contract/currency.ts'
import { recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import type { QueueMail } from '#server/notifications/queue-mail.ts'
import { findOrder, getOrderFor, lockOrderFor, type OrderRow } from '#server/orders/find-orders.ts'
import { paymentTakenBackMail } from '#server/orders/order-mails.ts'
import { orderState } from '#server/orders/order-rules.ts'
import { recordOrderEvent } from '#server/orders/record-order-event.ts'
import { reopenOrder } from '#server/orders/reopen-order.ts'
import { type PaymentRow, payments } from '#server/payments/payments.tables.ts'
import type { Database } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'

/**
 * Takes back a payment that was recorded by mistake, and mails its buyer, also the one that made its order paid: what it paid is open again. The row stays, with who and
 * when. Safe to repeat. Throws `order-not-found`, `payment-not-found`, `order-move-not-allowed`, `payment-refunded` or `credit-limit-in-the-way`.
 */
export async function takeBackPayment(
  db: Database,
  queueMail: QueueMail,
  actor: Actor,
  { orderId, paymentId }: { orderId: string; paymentId: string },
): Promise<OrderRow> {
  await db.transaction(async (tx) => {
    const { order } = await lockOrderFor(tx, orderId, actor)
    const [payment] = await tx
      .select()
      .from(payments)
      .where(and(eq(payments.intentId, paymentId), eq(payments.orderId, order.id)))
    if (!payment || payment.method === 'card') throw problem('payment-not-found')
    if (payment.takenBackBy) return
    const state = orderState(order)
    const { amountCents, currency } = payment
    assertMayTakeBack(order, payment)
    await tx
      .update(payments)
      .set({ canceledAt: sql`now()`, takenBackBy: actor.id })
      .where(eq(payments.intentId, paymentId))
    await reopenOrder(tx, { order }, amountCents)
    const now = await findOrder(tx, order.id)
    if (now) await queueMail(tx, paymentTakenBackMail(now, amountCents))
    await recordOrderEvent(tx, order.id, {
      kind: 'payment_taken_back',
      by: actor,
      facts: { transactionId: paymentId, amountCents, currency },
    })
    await recordAuditEvent(tx, actor, {
      kind: 'payment-taken-back',
      subject: { type: 'order', id: order.id },
      before: { amountCents, currency, paymentMethod: payment.method, state },
      after: { state: order.paidAt ? (order.confirmedAt ? 'confirmed' : 'unpaid') : state },
    })
  })
  return getOrderFor(db, orderId, actor)
}

/** Whether a payment of an order may be taken back: the order is not refunded, and has not shipped but on account. */
export function mayTakeBack(order: OrderRow['order'], { amountCents }: Pick<PaymentRow, 'amountCents'>): boolean {
  // Some of it goes back already, since the order does not cost it any more.
  if (amountCents > order.receivedCents) return false
  if (!order.paidAt) return true
  if (order.refundAskedCents > 0) return false
  const state = orderState(order)
  return order.confirmedAt ? state === 'paid' || state === 'shipped' : state === 'paid' && !order.firstShippedAt
}

function assertMayTakeBack(order: OrderRow['order'], payment: PaymentRow): void {
  if (mayTakeBack(order, payment)) return
  const refundedCents = order.refundAskedCents || payment.amountCents - order.receivedCents
  if (refundedCents > 0) throw problem('payment-refunded', { refunded: toAmount(refundedCents, order.currency) })
  throw problem('order-move-not-allowed', { state: orderState(order), move: 'unpaid' })
}
