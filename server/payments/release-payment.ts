import { eq, sql } from 'drizzle-orm'
import Stripe from 'stripe'
import { askAbout, type CardProvider } from '#server/payments/card-provider.ts'
import { findOpenPayment } from '#server/payments/create-payment-intent.ts'
import { payments } from '#server/payments/payments.tables.ts'
import { settlePayment } from '#server/payments/settle-payment.ts'
import type { Database } from '#server/platform/database.ts'
import { problem } from '#server/platform/problem.ts'

/** Cancels the open payment of an order at the provider, so that no money can arrive; if it has arrived, it is settled. Throws `payment-in-progress`. */
export async function releasePayment(db: Database, provider: CardProvider, orderId: string): Promise<void> {
  const payment = await findOpenPayment(db, orderId)
  if (!payment || payment.succeededAt) return
  const intent = await askAbout(
    provider.paymentIntents.cancel(payment.intentId).catch((error: unknown) => {
      // It has succeeded or is cancelled already, or is unknown: then that is what we want to know.
      if (error instanceof Stripe.errors.StripeInvalidRequestError)
        return provider.paymentIntents.retrieve(payment.intentId)
      throw error
    }),
  )
  if (intent?.status === 'succeeded') return settlePayment(db, provider, intent)
  // Money that is on its way must not find its order gone.
  if (intent && intent.status !== 'canceled') throw problem('payment-in-progress')
  await db
    .update(payments)
    .set({ canceledAt: sql`now()` })
    .where(eq(payments.intentId, payment.intentId))
}
