import { eq, sql } from 'drizzle-orm'
import Stripe from 'stripe'
import { lockPayment, sumActiveRefunds } from '#server/payments/find-payments.ts'
import { refunds } from '#server/payments/payments.tables.ts'
import type { SettleDeps } from '#server/payments/settle-payment.ts'
import { failRefund, syncRefund, syncRefunds } from '#server/payments/sync-refunds.ts'
import { toStripeAmount } from '#server/platform/stripe-amounts.ts'
import type { Database } from '#server/platform/database/database.ts'
import { Problem } from '#server/platform/http/problem.ts'

/**
 * Sends a stored refund to the provider and records the response. Without a response it stays `requested` and is sent again with
 * the same idempotency key. A refund that the provider rejects has failed.
 */
export async function sendRefund(db: Database, deps: SettleDeps, refundId: string): Promise<void> {
  const [refund] = await db
    .update(refunds)
    .set({ askedAt: sql`now()` })
    .where(eq(refunds.id, refundId))
    .returning()
  if (refund?.state !== 'requested' || refund.intentId === null) return
  const { intentId } = refund
  try {
    const input = {
      payment_intent: intentId,
      amount: toStripeAmount(refund.amountCents, refund.currency),
      reason: refund.reason === 'not_delivered' ? ('requested_by_customer' as const) : refund.reason,
      metadata: { refund_id: refund.id, order_id: refund.orderId },
    }
    const idempotencyKey = `refund-${refund.id}-${refund.amountCents}`
    const sent = await deps.provider.refunds.create(input, { idempotencyKey })
    await syncRefund(db, deps, intentId, sent)
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    deps.log.warn({ refundId, reason: error.message }, 'the card provider rejected a refund')
    if (error instanceof Stripe.errors.StripeInvalidRequestError)
      await failSendingRefund(db, deps, { id: refund.id, intentId }, error.message)
  }
}

async function failSendingRefund(
  db: Database,
  deps: SettleDeps,
  refund: { id: string; intentId: string },
  reason: string,
): Promise<void> {
  try {
    // The provider may have dropped the idempotency key of an earlier attempt.
    await syncRefunds(db, deps, refund.intentId)
    // Or a part has gone back meanwhile, at the provider's own dashboard: then the rest is asked for.
    if (await capToRemainder(db, refund.id)) await sendRefund(db, deps, refund.id)
    else await failRefund(db, refund.id, reason)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    deps.log.warn({ refundId: refund.id, code: error.code }, 'the refunds could not be fetched from the card provider')
  }
}

/** Makes a refund that is to send all money of a payment that pays nothing one of what is left of it, if that is less. */
async function capToRemainder(db: Database, refundId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [known] = await tx.select().from(refunds).where(eq(refunds.id, refundId))
    const row = known?.intentId ? await lockPayment(tx, known.intentId) : undefined
    const [refund] = await tx.select().from(refunds).where(eq(refunds.id, refundId))
    const { intentId } = row?.payment ?? {}
    if (!row || intentId === undefined || refund?.state !== 'requested' || row.order.transactionId === intentId)
      return false
    const { askedCents } = await sumActiveRefunds(tx, intentId)
    const restCents = (row.payment.receivedCents ?? 0) - (askedCents - refund.amountCents)
    if (restCents <= 0 || restCents >= refund.amountCents) return false
    await tx.update(refunds).set({ amountCents: restCents }).where(eq(refunds.id, refundId))
    return true
  })
}
