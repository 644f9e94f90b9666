import { eq, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type Stripe from 'stripe'
import type { QueueMail } from '#server/notifications/queue-mail.ts'
import { findOrder, type OrderRow } from '#server/orders/find-orders.ts'
import { payOrder } from '#server/orders/pay-order.ts'
import { recordOrderEvent } from '#server/orders/record-order-event.ts'
import { updateRefundTotals } from '#server/orders/update-refund-totals.ts'
import { findAtProvider, type CardProvider } from '#server/payments/card-provider.ts'
import { findSettlement, sumActiveRefunds } from '#server/payments/find-payments.ts'
import { payments, refunds } from '#server/payments/payments.tables.ts'
import { sendRefund } from '#server/payments/send-refund.ts'
import { decideSettlement, previousOutcome } from '#server/payments/settlement-rules.ts'
import { holdPayment, writeSettlement } from '#server/payments/write-settlement.ts'
import { fromStripeAmount } from '#server/platform/stripe-amounts.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { inTurn, type Turns } from '#server/platform/in-turn.ts'

export interface SettleDeps {
  provider: CardProvider
  queueMail: QueueMail
  log: Log
  /** The payments that this process is asked about now. */
  turns?: Turns
}

type Log = Pick<Logger, 'info' | 'warn'>

/**
 * Describes the result for a payment: `paid` its order, now or before; `held` does not match the order; `returned` is refunded;
 * `canceled` takes no money; `open` still may; `unknown` is not ours.
 */
export type PaymentOutcome = 'paid' | 'held' | 'returned' | 'canceled' | 'open' | 'unknown'

/** Holds the outcome, and the order that is paid by this payment. */
type Settled = { outcome: 'paid'; row: OrderRow } | { outcome: Exclude<PaymentOutcome, 'paid'> }

/**
 * Fetches the state of a payment and records it with all its effects, exactly once. Idempotent and safe to run concurrently: the
 * lock of the order decides who settles it, and who comes later reads that it is settled. Throws only if the provider does not respond.
 */
export async function settlePayment(db: Database, deps: SettleDeps, intentId: string): Promise<PaymentOutcome> {
  return inPaymentTurn(deps, intentId, async () => {
    const payment = await findSettlement(db, intentId)
    if (!payment) return 'unknown'
    return previousOutcome(payment, payment) ?? (await settleOpenPayment(db, deps, intentId)).outcome
  })
}

const maxTurnMs = 1000

/**
 * Runs work about a payment in its turn: browser and webhook tell of one at the same moment, and the later one then only reads that it is
 * settled. Between processes the lock decides.
 */
export const inPaymentTurn = <Result>(
  { turns }: SettleDeps,
  intentId: string,
  work: () => Promise<Result>,
): Promise<Result> => inTurn(turns, intentId, work, maxTurnMs)

/** Settles a payment that was not settled when the caller read it in its turn. */
export async function settleOpenPayment(db: Database, deps: SettleDeps, intentId: string): Promise<Settled> {
  const intent = await findAtProvider(deps.provider.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] }))
  if (intent?.id !== intentId) return { outcome: 'unknown' }
  if (intent.status === 'canceled') {
    await markCanceled(db, intentId)
    return { outcome: 'canceled' }
  }
  if (intent.status !== 'succeeded') return { outcome: 'open' }
  const { refundId, ...settled } = await db.transaction((tx) => settle(tx, deps.queueMail, intent))
  // The refund is written down; when the provider does not answer now, the reconciliation comes back to it.
  if (refundId) await sendRefund(db, deps, refundId)
  return settled
}

/** Marks a payment as cancelled. */
export async function markCanceled(db: Database, intentId: string): Promise<void> {
  await db
    .update(payments)
    .set({ canceledAt: sql`coalesce(${payments.canceledAt}, now())` })
    .where(eq(payments.intentId, intentId))
}

/** Settles under the lock of the order; `refundId` is the refund to send after the commit. */
async function settle(
  tx: Transaction,
  queueMail: QueueMail,
  intent: Stripe.PaymentIntent,
): Promise<Settled & { refundId?: string | undefined }> {
  const locked = await writeSettlement(tx, intent)
  if (!locked) return { outcome: 'unknown' }
  const { payment, hasRefunds, ...row } = locked
  const before = previousOutcome(payment, row.order)
  if (before) return { outcome: before, row }

  const facts = {
    transactionId: intent.id,
    amountCents: fromStripeAmount(intent.amount_received, intent.currency),
    currency: intent.currency,
  }
  const decided = decideSettlement(intent, row.order)
  switch (decided.does) {
    case 'hold':
      await holdPayment(tx, intent.id, decided.reason)
      await recordOrderEvent(tx, row.id, { kind: 'payment_held', facts: { ...facts, reason: decided.reason } })
      return { outcome: 'held' }
    case 'return':
      await recordOrderEvent(tx, row.id, { kind: 'payment_returned', facts: { ...facts, reason: decided.why } })
      return { outcome: 'returned', refundId: await insertRefund(tx, row.id, intent, decided.why) }
    case 'pay': {
      const paid = await payOrder(tx, queueMail, row, { transactionId: intent.id, facts })
      if (!hasRefunds) return { outcome: 'paid', row: paid }
      await updateRefundTotals(tx, row.id, await sumActiveRefunds(tx, intent.id))
      return { outcome: 'paid', row: (await findOrder(tx, row.id)) ?? paid }
    }
  }
}

/** Writes down the refund of money that pays nothing; undefined if it has gone back already. */
async function insertRefund(
  tx: Transaction,
  orderId: string,
  intent: Stripe.PaymentIntent,
  why: 'cancelled' | 'other-payment',
): Promise<string | undefined> {
  // Some of it may have gone back already, at the provider's own dashboard.
  const { askedCents } = await sumActiveRefunds(tx, intent.id)
  const amountCents = fromStripeAmount(intent.amount_received, intent.currency) - askedCents
  if (amountCents <= 0) return undefined
  const id = newId()
  await tx.insert(refunds).values({
    id,
    intentId: intent.id,
    orderId,
    amountCents,
    currency: intent.currency,
    reason: why === 'cancelled' ? 'requested_by_customer' : 'duplicate',
    origin: 'shop',
  })
  return id
}
