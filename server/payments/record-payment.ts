import { getOrderFor, type OrderRow } from '#server/orders/find-orders.ts'
import { isPayable, type OrderState, orderState } from '#server/orders/order-rules.ts'
import { findPayment } from '#server/payments/find-payments.ts'
import { type SettleDeps, settlePayment } from '#server/payments/settle-payment.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import type { Database } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

/**
 * Marks an order as paid by this transaction, after asking the provider about it: it must have been opened for this very
 * order, have succeeded, and carry exactly its amount. Safe to repeat. Throws `payment-mismatch`, `payment-not-confirmed` and others.
 */
export async function recordPayment(
  db: Database,
  deps: SettleDeps,
  actor: Actor,
  { orderId, transactionId }: { orderId: string; transactionId: string },
): Promise<OrderRow> {
  const { order } = await getOrderFor(db, orderId, actor)
  if (order.transactionId === transactionId) return getOrderFor(db, orderId, actor)
  const payment = await findPayment(db, transactionId)
  if (payment?.orderId !== order.id) throw problem('payment-mismatch')
  switch (await settlePayment(db, deps, transactionId)) {
    case 'paid':
      return getOrderFor(db, orderId, actor)
    case 'held':
      throw problem('payment-held')
    case 'returned':
      throw problem('order-move-not-allowed', { state: await whyReturned(), move: 'paid' })
    case 'unknown':
      throw problem('payment-mismatch')
    case 'canceled':
    case 'open':
      throw refusalForState(await stateNow())
  }

  async function stateNow() {
    return orderState((await getOrderFor(db, orderId, actor)).order)
  }

  async function whyReturned() {
    const state = await stateNow()
    return `${state === 'cancelled' ? state : 'paid by another payment'} and this money goes back`
  }
}

const refusalForState = (state: OrderState) =>
  isPayable(state) ? problem('payment-not-confirmed') : problem('order-move-not-allowed', { state, move: 'paid' })
