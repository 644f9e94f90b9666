import { eq, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { lockOrder } from '#server/orders/find-orders.ts'
import { updateDispute } from '#server/orders/update-dispute.ts'
import { recordOrderEvent } from '#server/orders/record-order-event.ts'
import { findAtProvider, type CardProvider } from '#server/payments/card-provider.ts'
import { findPayment } from '#server/payments/find-payments.ts'
import { type DisputeRow, disputes } from '#server/payments/payments.tables.ts'
import { idOf } from '#server/payments/record-attempt.ts'
import { fromStripeAmount } from '#server/platform/stripe-amounts.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'

/**
 * Fetches and records the state of a dispute; returns whether it is about a known payment. An open or lost dispute blocks
 * shipping and refunds. Idempotent: a closed dispute stays closed.
 */
export async function recordDispute(db: Database, provider: CardProvider, disputeId: string): Promise<boolean> {
  const dispute = await findAtProvider(provider.disputes.retrieve(disputeId))
  if (dispute?.id !== disputeId) return false
  const intentId = idOf(dispute.payment_intent)
  const payment = intentId === undefined ? undefined : await findPayment(db, intentId)
  if (!payment) return false
  const amountCents = fromStripeAmount(dispute.amount, dispute.currency)
  await db.transaction(async (tx) => {
    const row = await lockOrder(tx, payment.orderId)
    if (!row) return
    const [before] = await tx.select().from(disputes).where(eq(disputes.id, dispute.id))
    const state = stateOf(dispute)
    if (before && (before.state !== 'open' || state === 'open')) return
    await tx
      .insert(disputes)
      .values({
        id: dispute.id,
        intentId: payment.intentId,
        orderId: payment.orderId,
        amountCents,
        currency: dispute.currency,
        reason: dispute.reason,
        state,
        openedAt: new Date(dispute.created * 1000),
        ...(state === 'open' ? {} : { closedAt: sql`now()` }),
      })
      .onConflictDoUpdate({ target: disputes.id, set: { state, closedAt: sql`now()` } })
    const facts = { amountCents, currency: dispute.currency, reason: dispute.reason }
    if (!before) await recordOrderEvent(tx, row.order.id, { kind: 'dispute_opened', facts })
    if (state !== 'open') {
      await recordOrderEvent(tx, row.order.id, { kind: 'dispute_closed', facts: { ...facts, reason: state } })
    }
    await updateDispute(tx, row.order.id, await isBlocked(tx, row.order.id))
  })
  return true
}

/** Returns the state; an inquiry of the bank counts like a dispute. */
function stateOf({ status }: Stripe.Dispute): DisputeRow['state'] {
  if (status === 'won' || status === 'warning_closed' || status === 'prevented') return 'won'
  return status === 'lost' ? 'lost' : 'open'
}

async function isBlocked(tx: Transaction, orderId: string): Promise<boolean> {
  const rows = await tx.select().from(disputes).where(eq(disputes.orderId, orderId))
  return rows.some(({ state }) => state !== 'won')
}
