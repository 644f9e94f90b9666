import { getOrderFor, type OrderRow, visibleTo } from '#server/orders/find-orders.ts'
import { isPayable, orderState } from '#server/orders/order-rules.ts'
import { findOrderWithPayment } from '#server/payments/find-payments.ts'
import { inPaymentTurn, type SettleDeps, settleOpenPayment } from '#server/payments/settle-payment.ts'
import { previousOutcome } from '#server/payments/settlement-rules.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import type { Database } from '#server/platform/database/database.ts'
import { parseId } from '#server/platform/ids.ts'
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
  const keys = { orderId: parseId(orderId, 'order-not-found'), intentId: transactionId }
  const settled = await inPaymentTurn(deps, transactionId, async () => {
    const { payment, awaited: _, ...row } = visibleTo(actor, await findOrderWithPayment(db, keys), 'refunds')
    if (row.order.transactionId === transactionId) return { outcome: 'paid' as const, row }
    if (!payment) throw problem('payment-mismatch')
    const before = previousOutcome(payment, row.order)
    return before ? { outcome: before, row } : settleOpenPayment(db, deps, transactionId)
  })
  switch (settled.outcome) {
    case 'paid':
      return settled.row
    case 'held':
      throw problem('payment-held')
    case 'returned':
      throw problem('order-move-not-allowed', { state: await whyReturned(), move: 'paid' })
    case 'unknown':
      throw problem('payment-mismatch')
    case 'canceled':
    case 'open':
      throw refusalFor((await getOrderFor(db, orderId, actor)).order)
  }

  async function stateNow() {
    return orderState((await getOrderFor(db, orderId, actor)).order)
  }

  async function whyReturned() {
    const state = await stateNow()
    return `${state === 'cancelled' ? state : 'paid by another payment'} and this money goes back`
  }
}

const refusalFor = (order: OrderRow['order']) =>
  isPayable(order)
    ? problem('payment-not-confirmed')
    : problem('order-move-not-allowed', { state: orderState(order), move: 'paid' })
