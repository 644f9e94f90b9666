import { eq, sql } from 'drizzle-orm'
import Stripe from 'stripe'
import { askProvider, type CardProvider } from '#server/payments/card-provider.ts'
import { findOpenPayment } from '#server/payments/create-payment-intent.ts'
import { payments } from '#server/payments/payments.tables.ts'
import { settlePayment } from '#server/payments/settle-payment.ts'
import type { Database } from '#server/platform/database.ts'

/** Cancels the open payment of an order at the provider, so that no money can arrive; if it has arrived, it is settled. */
export async function releasePayment(db: Database, provider: CardProvider, orderId: string): Promise<void> {
  const payment = await findOpenPayment(db, orderId)
  if (!payment || payment.succeededAt) return
  const intent = await askProvider(
    provider.paymentIntents.cancel(payment.intentId).catch((error: unknown) => {
      // It is succeeded or cancelled already: then that is what we want to know.
      if (error instanceof Stripe.errors.StripeInvalidRequestError)
        return provider.paymentIntents.retrieve(payment.intentId)
      throw error
    }),
  )
  if (intent.status === 'succeeded') return settlePayment(db, provider, intent)
  if (intent.status === 'canceled') {
    await db
      .update(payments)
      .set({ canceledAt: sql`now()` })
      .where(eq(payments.intentId, payment.intentId))
  }
}
