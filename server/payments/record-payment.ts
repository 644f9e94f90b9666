import { getOrderFor, type OrderRow } from '#server/orders/find-orders.ts'
import { askAbout, type CardProvider } from '#server/payments/card-provider.ts'
import { findOpenPayment } from '#server/payments/create-payment-intent.ts'
import { settlePayment } from '#server/payments/settle-payment.ts'
import type { Actor } from '#server/platform/answer-endpoint.ts'
import type { Database } from '#server/platform/database.ts'
import { problem } from '#server/platform/problem.ts'

/**
 * Marks an order as paid by this transaction, after asking the provider about it: it must have succeeded, be of this very
 * order, and carry exactly its amount. Safe to repeat. Throws `payment-mismatch`, `payment-not-confirmed` and others.
 */
export async function recordPayment(
  db: Database,
  provider: CardProvider,
  actor: Actor,
  { orderId, transactionId }: { orderId: string; transactionId: string },
): Promise<OrderRow> {
  const { order } = await getOrderFor(db, orderId, actor)
  if (order.transactionId === transactionId) return getOrderFor(db, orderId, actor)
  const payment = await findOpenPayment(db, order.id)
  if (payment?.intentId !== transactionId) throw problem('payment-mismatch')
  const intent = await askAbout(provider.paymentIntents.retrieve(transactionId))
  if (!intent) throw problem('payment-mismatch')
  if (intent.status !== 'succeeded') throw problem('payment-not-confirmed')
  if (intent.amount_received !== order.totalCents || intent.currency !== order.currency)
    throw problem('payment-mismatch')
  await settlePayment(db, provider, intent)
  return getOrderFor(db, orderId, actor)
}
