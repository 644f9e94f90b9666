import { eq, sql } from 'drizzle-orm'
import Stripe from 'stripe'
import { lockOrder } from '#server/orders/find-orders.ts'
import { findPayment, sumLiveRefunds } from '#server/payments/find-payments.ts'
import { refunds } from '#server/payments/payments.tables.ts'
import type { SettleDeps } from '#server/payments/settle-payment.ts'
import { failRefund, takeOverRefund, takeOverRefunds } from '#server/payments/take-over-refunds.ts'
import { type Database, transaction } from '#server/platform/database.ts'
import { Problem } from '#server/platform/problem.ts'

/**
 * Asks the provider to send a refund that is written down, and takes over its answer. When there is none the refund stays
 * `requested`, and the reconciliation sends it again: the provider knows it by its name. What it refuses for good has failed.
 */
export async function sendRefund(db: Database, deps: SettleDeps, refundId: string): Promise<void> {
  const [refund] = await db
    .update(refunds)
    .set({ askedAt: sql`now()` })
    .where(eq(refunds.id, refundId))
    .returning()
  if (refund?.state !== 'requested') return
  try {
    const wish = {
      payment_intent: refund.intentId,
      amount: refund.amountCents,
      reason: refund.reason,
      metadata: { refund_id: refund.id, order_id: refund.orderId },
    }
    const idempotencyKey = `refund-${refund.id}-${refund.amountCents}`
    const sent = await deps.provider.refunds.create(wish, { idempotencyKey })
    await takeOverRefund(db, deps, refund.intentId, sent)
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    deps.log.warn({ refundId, reason: error.message }, 'the card provider did not take a refund')
    if (error instanceof Stripe.errors.StripeInvalidRequestError) await giveUp(db, deps, refund, error.message)
  }
}

async function giveUp(
  db: Database,
  deps: SettleDeps,
  refund: { id: string; intentId: string },
  reason: string,
): Promise<void> {
  try {
    // It may have been sent before, so long ago that the provider has forgotten the name.
    await takeOverRefunds(db, deps, refund.intentId)
    // Or a part has gone back meanwhile, at the provider's own dashboard: then the rest is asked for.
    if (await lowerToRest(db, refund.id)) await sendRefund(db, deps, refund.id)
    else await failRefund(db, refund.id, reason)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    deps.log.warn({ refundId: refund.id, code: error.code }, 'the card provider did not tell its refunds')
  }
}

/** Makes a refund that is to send all money of a payment that pays nothing one of what is left of it, if that is less. */
async function lowerToRest(db: Database, refundId: string): Promise<boolean> {
  return transaction(db, async (tx) => {
    const [known] = await tx.select().from(refunds).where(eq(refunds.id, refundId))
    const row = known && (await lockOrder(tx, known.orderId))
    const payment = known && (await findPayment(tx, known.intentId))
    const [refund] = await tx.select().from(refunds).where(eq(refunds.id, refundId))
    if (!row || refund?.state !== 'requested' || row.order.transactionId === refund.intentId) return false
    const { askedCents } = await sumLiveRefunds(tx, refund.intentId)
    const restCents = (payment?.receivedCents ?? 0) - (askedCents - refund.amountCents)
    if (restCents <= 0 || restCents >= refund.amountCents) return false
    await tx.update(refunds).set({ amountCents: restCents }).where(eq(refunds.id, refundId))
    return true
  })
}
