import { eq, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type Stripe from 'stripe'
import type { UnmatchedPayment } from '#contract/payments.ts'
import type { QueueMail } from '#server/notifications/queue-mail.ts'
import { findOrder, lockOrder, type OrderRow } from '#server/orders/find-orders.ts'
import { markOrderPaid } from '#server/orders/mark-order-paid.ts'
import { updateRefundTotals } from '#server/orders/update-refund-totals.ts'
import { orderPaidMail, orderPaidShortMail } from '#server/orders/order-mails.ts'
import { recordOrderEvent } from '#server/orders/record-order-event.ts'
import { findAtProvider, type CardProvider } from '#server/payments/card-provider.ts'
import { findPayment, sumActiveRefunds } from '#server/payments/find-payments.ts'
import { type PaymentRow, payments, refunds } from '#server/payments/payments.tables.ts'
import { recordAttempt } from '#server/payments/record-attempt.ts'
import { sendRefund } from '#server/payments/send-refund.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'

export interface SettleDeps {
  provider: CardProvider
  queueMail: QueueMail
  log: Log
}

type Log = Pick<Logger, 'info' | 'warn'>

/**
 * Describes the result for a payment: `paid` its order, now or before; `held` does not match the order; `returned` is refunded;
 * `canceled` takes no money; `open` still may; `unknown` is not ours.
 */
export type PaymentOutcome = 'paid' | 'held' | 'returned' | 'canceled' | 'open' | 'unknown'

/**
 * Fetches the state of a payment and records it with all its effects, exactly once. Idempotent and safe to run concurrently.
 * Throws only if the provider does not respond.
 */
export async function settlePayment(db: Database, deps: SettleDeps, intentId: string): Promise<PaymentOutcome> {
  if (!(await findPayment(db, intentId))) return 'unknown'
  const intent = await findAtProvider(deps.provider.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] }))
  if (intent?.id !== intentId) return 'unknown'
  if (intent.status === 'canceled') {
    await markCanceled(db, intentId)
    return 'canceled'
  }
  if (intent.status !== 'succeeded') return 'open'
  const { outcome, refundId } = await db.transaction((tx) => settle(tx, deps.queueMail, intent))
  // The refund is written down; when the provider does not answer now, the reconciliation comes back to it.
  if (refundId) await sendRefund(db, deps, refundId)
  return outcome
}

/** Marks a payment as cancelled. */
export async function markCanceled(db: Database, intentId: string): Promise<void> {
  await db
    .update(payments)
    .set({ canceledAt: sql`coalesce(${payments.canceledAt}, now())` })
    .where(eq(payments.intentId, intentId))
}

interface Settled {
  outcome: PaymentOutcome
  /** The refund to send after the commit. */
  refundId?: string
}

async function settle(tx: Transaction, queueMail: QueueMail, intent: Stripe.PaymentIntent): Promise<Settled> {
  const known = await findPayment(tx, intent.id)
  const row = known && (await lockOrder(tx, known.orderId))
  // Only under the order's lock it is certain what others have written.
  const payment = row && (await findPayment(tx, intent.id))
  if (!payment) return { outcome: 'unknown' }
  if (payment.succeededAt) return { outcome: previousOutcome(payment, row) }

  const heldReason = findMismatch(intent, row)
  await tx
    .update(payments)
    .set({
      succeededAt: sql`now()`,
      receivedCents: intent.amount_received,
      receivedCurrency: intent.currency,
      ...(heldReason ? { heldAt: sql`now()`, heldReason } : {}),
    })
    .where(eq(payments.intentId, intent.id))
  if (intent.latest_charge && typeof intent.latest_charge === 'object') await recordAttempt(tx, intent.latest_charge)
  if (heldReason) {
    await recordOrderEvent(tx, row.order.id, {
      kind: 'payment_held',
      facts: { ...factsOf(intent), reason: heldReason },
    })
    return { outcome: 'held' }
  }
  const marked = await markOrderPaid(tx, row, intent.id)
  if (marked === 'paid' || marked === 'paid-short') {
    // Some of it may have gone back already, at the provider's own dashboard.
    await updateRefundTotals(tx, row.order.id, await sumActiveRefunds(tx, intent.id))
    const paid = (await findOrder(tx, row.order.id)) ?? row
    await queueMail(tx, await (marked === 'paid' ? orderPaidMail : orderPaidShortMail)(tx, paid))
    return { outcome: 'paid' }
  }
  return { outcome: 'returned', ...(await refundPayment(tx, row, intent, marked)) }
}

function previousOutcome(payment: PaymentRow, { order }: OrderRow): PaymentOutcome {
  if (payment.heldAt) return 'held'
  return order.transactionId === payment.intentId ? 'paid' : 'returned'
}

/** Returns how the payment differs from what the order requires. */
function findMismatch(intent: Stripe.PaymentIntent, { order }: OrderRow): UnmatchedPayment['reason'] | undefined {
  if (intent.currency !== order.currency) return 'currency'
  if (intent.amount_received !== order.totalCents) return 'amount'
  const { order_id: orderId, buyer_id: buyerId } = intent.metadata
  return orderId === order.id && buyerId === order.buyerId ? undefined : 'owner'
}

const factsOf = (intent: Stripe.PaymentIntent) => ({
  transactionId: intent.id,
  amountCents: intent.amount_received,
  currency: intent.currency,
})

async function refundPayment(
  tx: Transaction,
  { order }: OrderRow,
  intent: Stripe.PaymentIntent,
  why: 'cancelled' | 'other-payment',
): Promise<{ refundId?: string }> {
  await recordOrderEvent(tx, order.id, { kind: 'payment_returned', facts: { ...factsOf(intent), reason: why } })
  // Some of it may have gone back already, at the provider's own dashboard.
  const { askedCents } = await sumActiveRefunds(tx, intent.id)
  const amountCents = intent.amount_received - askedCents
  if (amountCents <= 0) return {}
  const id = newId()
  await tx.insert(refunds).values({
    id,
    intentId: intent.id,
    orderId: order.id,
    amountCents,
    currency: intent.currency,
    reason: why === 'cancelled' ? 'requested_by_customer' : 'duplicate',
    origin: 'shop',
  })
  return { refundId: id }
}
