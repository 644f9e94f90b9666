import { eq, sql } from 'drizzle-orm'
import Stripe from 'stripe'
import { markOrderPaid } from '#server/orders/mark-order-paid.ts'
import { askProvider, type CardProvider } from '#server/payments/card-provider.ts'
import { payments } from '#server/payments/payments.tables.ts'
import { type Database, transaction } from '#server/platform/database.ts'
import { problem } from '#server/platform/problem.ts'

/**
 * Takes over what the provider says of an intent that has succeeded: its order becomes paid, exactly once. Money for an
 * order that has ended goes back, and the caller is refused with `order-move-not-allowed`; another amount than the order's is
 * `payment-mismatch`. Safe to repeat until the money is settled one way or the other.
 */
export async function settlePayment(db: Database, provider: CardProvider, intent: Stripe.PaymentIntent): Promise<void> {
  const outcome = await transaction(db, async (tx) => {
    const [payment] = await tx.select().from(payments).where(eq(payments.intentId, intent.id)).for('update')
    if (!payment) throw problem('payment-mismatch')
    await tx
      .update(payments)
      .set({ succeededAt: sql`coalesce(${payments.succeededAt}, now())` })
      .where(eq(payments.intentId, intent.id))
    const settled = await markOrderPaid(tx, {
      orderId: payment.orderId,
      transactionId: intent.id,
      amountCents: intent.amount_received,
      currency: intent.currency,
    })
    // Nothing is written: somebody has to look at it.
    if (settled === 'mismatch') throw problem('payment-mismatch')
    return settled
  })
  if (outcome === 'paid') return
  await returnMoney(db, provider, intent.id)
  const state =
    outcome === 'closed' ? 'closed, and its money went back' : 'paid by another payment, and this money went back'
  throw problem('order-move-not-allowed', { state, move: 'paid' })
}

/** Until `refunded_at` is written, the reconciliation comes back to it. */
async function returnMoney(db: Database, provider: CardProvider, intentId: string): Promise<void> {
  await askProvider(
    provider.refunds
      .create({ payment_intent: intentId }, { idempotencyKey: `late-${intentId}` })
      .catch((error: unknown) => {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError) || error.code !== 'charge_already_refunded')
          throw error
      }),
  )
  await db
    .update(payments)
    .set({ refundedAt: sql`now()` })
    .where(eq(payments.intentId, intentId))
}
