import { and, eq, ne, sql } from 'drizzle-orm'
import { toAmount } from '#contract/currency.ts'
import { recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import type { QueueMail } from '#server/notifications/queue-mail.ts'
import { findOrder, getOrderFor, lockOrderFor, type OrderRow } from '#server/orders/find-orders.ts'
import { paymentTakenBackMail } from '#server/orders/order-mails.ts'
import { orderState } from '#server/orders/order-rules.ts'
import { recordOrderEvent } from '#server/orders/record-order-event.ts'
import { reopenOrder } from '#server/orders/reopen-order.ts'
import { type PaymentRow, payments, type RefundRow, refunds } from '#server/payments/payments.tables.ts'
import { settleCredited } from '#server/payments/settle-credited.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'

/**
 * Takes back a payment that was recorded by mistake, and mails its buyer, also the one that made its order paid: what it paid is open again. Money that
 * was to be sent back and was not is withdrawn: the order costs less instead, unless nothing was open as it came. The row stays, with who and
 * when. Safe to repeat. Throws
 * `order-not-found`, `payment-not-found`, `order-move-not-allowed`, `payment-refunded`, `credit-limit-in-the-way` or `rest-not-payable`.
 */
export async function takeBackPayment(
  db: Database,
  queueMail: QueueMail,
  actor: Actor,
  { orderId, paymentId }: { orderId: string; paymentId: string },
): Promise<OrderRow> {
  await db.transaction(async (tx) => {
    const row = await lockOrderFor(tx, orderId, actor)
    const { order } = row
    const [payment] = await tx
      .select()
      .from(payments)
      .where(and(eq(payments.intentId, paymentId), eq(payments.orderId, order.id)))
    if (!payment || payment.method === 'card') throw problem('payment-not-found')
    if (payment.takenBackBy) return
    const state = orderState(order)
    const { amountCents, currency } = payment
    const toSend = await listRefundsToSend(tx, order.id)
    assertMayTakeBack(order, payment, toSend)
    // Money of which nothing counts for the order leaves it as it is.
    const wholly = findWholeSurplus(payment, toSend)
    const withdrawn = wholly
      ? { surplusCents: amountCents, creditedCents: 0 }
      : { surplusCents: sumOf(toSend, true), creditedCents: sumOf(toSend, false) }
    const withdrawnCents = withdrawn.surplusCents + withdrawn.creditedCents
    if (wholly) await tx.delete(refunds).where(eq(refunds.id, wholly.id))
    else await withdrawRefunds(tx, order.id)
    await tx
      .update(payments)
      .set({ canceledAt: sql`now()`, takenBackBy: actor.id })
      .where(eq(payments.intentId, paymentId))
    const { reopened, surplusCents } = wholly
      ? { reopened: row, surplusCents: 0 }
      : await reopenOrder(tx, row, { amountCents, ...withdrawn })
    await recordOrderEvent(tx, order.id, {
      kind: 'payment_taken_back',
      by: actor,
      facts: { transactionId: paymentId, amountCents, currency, ...(withdrawnCents > 0 && { withdrawnCents }) },
    })
    if (toSend.length > 0 && !wholly)
      await settleCredited(tx, queueMail, actor, reopened, {
        surplusCents,
        reason: toSend[0]?.reason ?? 'requested_by_customer',
        cancels: true,
      })
    const now = (await findOrder(tx, order.id)) ?? reopened
    await queueMail(tx, paymentTakenBackMail(now, amountCents, withdrawnCents - surplusCents))
    await recordAuditEvent(tx, actor, {
      kind: 'payment-taken-back',
      subject: { type: 'order', id: order.id },
      before: {
        amountCents,
        currency,
        paymentMethod: payment.method,
        state,
        ...(withdrawnCents > 0 && { surplusCents: withdrawnCents }),
      },
      after: { state: orderState(now.order), ...(withdrawnCents > 0 && { surplusCents }) },
    })
  })
  return getOrderFor(db, orderId, actor)
}

/** Returns the refunds of an order whose money staff have not sent yet. */
const listRefundsToSend = (tx: Transaction, orderId: string): Promise<RefundRow[]> =>
  tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), isToSend))

/** Beside those that the card provider sends, of payments that paid nothing. */
const isToSend = and(
  eq(refunds.state, 'pending'),
  sql`${refunds.intentId} IN (SELECT intent_id FROM payments WHERE method <> 'card')`,
)

const sumOf = (toSend: readonly Pick<RefundRow, 'amountCents' | 'isSurplus'>[], isSurplus: boolean): number =>
  toSend.reduce((sum, refund) => sum + (refund.isSurplus === isSurplus ? refund.amountCents : 0), 0)

/** Makes refunds that were not sent credits, which keep their credit notes; a surplus was no sale, so that none is left of it. */
async function withdrawRefunds(tx: Transaction, orderId: string): Promise<void> {
  await tx.delete(refunds).where(and(eq(refunds.orderId, orderId), isToSend, eq(refunds.isSurplus, true)))
  await tx
    .update(refunds)
    .set({ intentId: null, state: 'succeeded', endedAt: sql`now()` })
    .where(and(eq(refunds.orderId, orderId), isToSend, ne(refunds.isSurplus, true)))
}

/** Returns the surplus that a payment is, which counts in nothing for its order; undefined if it was sent or is only a part of it. */
export const findWholeSurplus = <Refund extends Pick<RefundRow, 'intentId' | 'amountCents' | 'isSurplus'>>(
  { intentId, amountCents }: Pick<PaymentRow, 'intentId' | 'amountCents'>,
  toSend: readonly Refund[],
): Refund | undefined =>
  toSend.find((refund) => refund.isSurplus && refund.intentId === intentId && refund.amountCents === amountCents)

/** Whether a payment of an order may be taken back: no money of it was sent back, and the order has not shipped but on account. */
export function mayTakeBack(
  order: OrderRow['order'],
  payment: Pick<PaymentRow, 'intentId' | 'amountCents'>,
  toSend: readonly Pick<RefundRow, 'intentId' | 'amountCents' | 'isSurplus'>[],
): boolean {
  // Some of it went back already, since the order does not cost it any more.
  if (payment.amountCents > order.receivedCents + sumOf(toSend, true)) return false
  if (findWholeSurplus(payment, toSend)) return true
  if (!order.paidAt) return true
  if (order.refundedCents > 0) return false
  const state = orderState(order)
  return order.confirmedAt ? state === 'paid' || state === 'shipped' : state === 'paid' && !order.firstShippedAt
}

function assertMayTakeBack(order: OrderRow['order'], payment: PaymentRow, toSend: readonly RefundRow[]): void {
  if (mayTakeBack(order, payment, toSend)) return
  const refundedCents = order.refundedCents || payment.amountCents - order.receivedCents - sumOf(toSend, true)
  if (refundedCents > 0) throw problem('payment-refunded', { refunded: toAmount(refundedCents, order.currency) })
  throw problem('order-move-not-allowed', { state: orderState(order), move: 'unpaid' })
}
