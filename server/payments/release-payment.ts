import { findAtProvider } from '#server/payments/card-provider.ts'
import { findOpenPayment } from '#server/payments/find-payments.ts'
import Stripe from 'stripe'
import { markCanceled, type SettleDeps, settlePayment } from '#server/payments/settle-payment.ts'
import type { Database } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Cancels the open payment of an order at the provider, so that no money can arrive; if it has arrived, it is settled. Throws `payment-in-progress`. */
export async function releasePayment(db: Database, deps: SettleDeps, orderId: string): Promise<void> {
  const payment = await findOpenPayment(db, orderId)
  if (!payment || payment.succeededAt) return
  if ((await cancelPayment(db, deps, payment.intentId)) === 'open') throw problem('payment-in-progress')
}

/** Cancels one payment at the provider, unless its money has arrived or is on its way (`open`). */
export async function cancelPayment(db: Database, deps: SettleDeps, intentId: string) {
  const intent = await findAtProvider(
    deps.provider.paymentIntents.cancel(intentId).catch((error: unknown) => {
      // It has succeeded or is cancelled already, or is unknown: then that is what we want to know.
      if (error instanceof Stripe.errors.StripeInvalidRequestError) {
        return deps.provider.paymentIntents.retrieve(intentId)
      }
      throw error
    }),
  )
  if (intent?.status === 'succeeded') return settlePayment(db, deps, intentId)
  // Money that is on its way must not find its order gone.
  if (intent && intent.status !== 'canceled') return 'open'
  await markCanceled(db, intentId)
  return 'canceled'
}
