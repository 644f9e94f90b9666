import { eq, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { markOrderPaid } from '#server/orders/mark-order-paid.ts'
import { askProvider, type CardProvider } from '#server/payments/card-provider.ts'
import { payments } from '#server/payments/payments.tables.ts'
import { type Database, transaction } from '#server/platform/database.ts'
import { problem } from '#server/platform/problem.ts'

/**
 * Takes over what the provider says of an intent that has succeeded: its order becomes paid, exactly once. Money for an
 * order that has ended goes back at once, and the caller is refused with `order-move-not-allowed`.
 */
export async function settlePayment(db: Database, provider: CardProvider, intent: Stripe.PaymentIntent): Promise<void> {
  const outcome = await transaction(db, async (tx) => {
    const [payment] = await tx
      .update(payments)
      .set({ succeededAt: sql`coalesce(${payments.succeededAt}, now())` })
      .where(eq(payments.intentId, intent.id))
      .returning()
    if (!payment) throw problem('payment-mismatch')
    return markOrderPaid(tx, {
      orderId: payment.orderId,
      transactionId: intent.id,
      amountCents: intent.amount_received,
      currency: intent.currency,
    })
  })
  if (outcome === 'paid') return
  await askProvider(provider.refunds.create({ payment_intent: intent.id }, { idempotencyKey: `late-${intent.id}` }))
  throw problem('order-move-not-allowed', {
    state: outcome === 'closed' ? 'closed and its money went back' : 'paid',
    move: 'paid',
  })
}
