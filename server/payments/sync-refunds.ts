import { eq, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { lockOrder, type OrderRow } from '#server/orders/find-orders.ts'
import { updateRefundTotals } from '#server/orders/update-refund-totals.ts'
import { refundMail } from '#server/orders/order-mails.ts'
import { recordOrderEvent } from '#server/orders/record-order-event.ts'
import { undoRestock } from '#server/orders/undo-restock.ts'
import { findAtProvider } from '#server/payments/card-provider.ts'
import { listRefundLines } from '#server/payments/find-refunds.ts'
import { issueCreditNote } from '#server/payments/issue-credit-note.ts'
import { findPayment, lockPayment, sumActiveRefunds } from '#server/payments/find-payments.ts'
import { type PaymentRow, type RefundRow, refunds } from '#server/payments/payments.tables.ts'
import type { SettleDeps } from '#server/payments/settle-payment.ts'
import { fromStripeAmount } from '#server/platform/stripe-amounts.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'

/**
 * Fetches the refunds of a payment and records their states, including those made at the provider's dashboard. Idempotent. Throws
 * only if the provider does not respond.
 */
export async function syncRefunds(db: Database, deps: SettleDeps, intentId: string): Promise<void> {
  if (!(await findPayment(db, intentId))) return
  const list = await findAtProvider(deps.provider.refunds.list({ payment_intent: intentId, limit: 100 }))
  for (const refund of list?.data.toReversed() ?? []) await syncRefund(db, deps, intentId, refund)
}

/** Writes down how one refund stands; news that is older than what is known changes nothing. */
export async function syncRefund(
  db: Database,
  { queueMail }: Pick<SettleDeps, 'queueMail'>,
  intentId: string,
  refund: Stripe.Refund,
): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await lockPayment(tx, intentId)
    if (!row) return
    const before = await findRefund(tx, row.payment, refund)
    const state = stateOf(refund)
    if (!before || stateRanks[state] <= stateRanks[before.state]) return
    const amountCents = fromStripeAmount(refund.amount, refund.currency)
    const after: RefundRow = { ...before, state, amountCents }
    await tx
      .update(refunds)
      .set({
        providerRefundId: refund.id,
        state,
        amountCents,
        ...(state === 'failed' ? { failure: failureOf(refund) } : {}),
        ...(state === 'pending' ? {} : { endedAt: sql`now()` }),
      })
      .where(eq(refunds.id, before.id))
    await applyRefundToOrder(tx, row, after)
    if (state !== 'succeeded') return
    const creditNote = await issueCreditNote(tx, row, after)
    await queueMail(tx, await refundMail(tx, row, { ...after, creditNote }))
  })
}

/** Writes down that the provider will never send this refund. */
export async function failRefund(db: Database, refundId: string, failure: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [known] = await tx.select().from(refunds).where(eq(refunds.id, refundId))
    const row = known && (await lockOrder(tx, known.orderId))
    const [before] = await tx.select().from(refunds).where(eq(refunds.id, refundId))
    if (!row || before?.state !== 'requested') return
    const ended = { state: 'failed', failure, endedAt: sql`now()` } as const
    await tx.update(refunds).set(ended).where(eq(refunds.id, refundId))
    await applyRefundToOrder(tx, row, { ...before, state: 'failed', failure })
  })
}

/** Applies the state of a refund to its order. */
async function applyRefundToOrder(tx: Transaction, row: OrderRow, refund: RefundRow): Promise<void> {
  const { order } = row
  if (refund.state !== 'pending') {
    await recordOrderEvent(tx, order.id, {
      kind: refund.state === 'failed' ? 'refund_failed' : 'refunded',
      facts: {
        amountCents: refund.amountCents,
        currency: refund.currency,
        ...(refund.intentId !== null && { transactionId: refund.intentId }),
      },
    })
  }
  if (refund.intentId === null || refund.intentId !== order.transactionId) return
  const isRefunded = await updateRefundTotals(tx, order.id, await sumActiveRefunds(tx, refund.intentId))
  if (refund.state !== 'failed' || isRefunded) return
  await undoRestock(tx, row, await listRefundLines(tx, refund.id))
}

/** States only move forward, so that an outdated response cannot restore an older one. */
const stateRanks: Record<RefundRow['state'], number> = { requested: 0, pending: 1, succeeded: 2, failed: 3 }

function stateOf({ status }: Stripe.Refund): RefundRow['state'] {
  if (status === 'succeeded') return 'succeeded'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending'
}

/** Returns the row of a refund; inserts one for a refund made at the provider's dashboard. */
async function findRefund(tx: Transaction, payment: PaymentRow, refund: Stripe.Refund): Promise<RefundRow | undefined> {
  const [byName] = await tx.select().from(refunds).where(eq(refunds.providerRefundId, refund.id))
  if (byName) return byName
  const ours = refund.metadata?.['refund_id']
  if (ours && /^[0-9a-f-]{36}$/.test(ours)) {
    const [asked] = await tx.select().from(refunds).where(eq(refunds.id, ours))
    if (asked?.intentId === payment.intentId) return asked
  }
  const [created] = await tx
    .insert(refunds)
    .values({
      id: newId(),
      intentId: payment.intentId,
      orderId: payment.orderId,
      amountCents: fromStripeAmount(refund.amount, refund.currency),
      currency: refund.currency,
      reason: isReason(refund.reason) ? refund.reason : 'requested_by_customer',
      origin: 'provider',
      providerRefundId: refund.id,
    })
    .returning()
  return created
}

const isReason = (reason: string | null): reason is RefundRow['reason'] =>
  reason === 'requested_by_customer' || reason === 'duplicate' || reason === 'fraudulent'

const failures: Record<string, string> = {
  lost_or_stolen_card: 'The card was reported lost or stolen.',
  expired_or_canceled_card: 'The card has expired or was cancelled.',
  charge_for_pending_refund_disputed: 'The buyer’s bank disputes the payment.',
  insufficient_funds: 'The shop’s balance at the card provider is too low.',
  declined: 'The buyer’s bank declined it.',
}

const failureOf = ({ failure_reason: reason }: Stripe.Refund): string =>
  failures[reason ?? ''] ?? 'The card provider could not send it.'
