import type Stripe from 'stripe'
import type { UnmatchedPayment } from '#contract/payments.ts'
import type { OrderRow } from '#server/orders/find-orders.ts'
import { openCents } from '#server/orders/order-rules.ts'
import type { PaymentRow } from '#server/payments/payments.tables.ts'
import { toStripeAmount } from '#server/platform/stripe-amounts.ts'

/**
 * Describes what a payment whose money has arrived does: it pays its order, also a late one; it is held, since it does not match
 * the order; or it is returned.
 */
export type Settlement =
  | { does: 'pay' }
  | { does: 'hold'; reason: UnmatchedPayment['reason'] }
  | { does: 'return'; why: 'cancelled' | 'other-payment' }

type Order = OrderRow['order']

/** Decides what a payment does that the provider says has succeeded and that was not settled before. */
export function decideSettlement(intent: Stripe.PaymentIntent, order: Order): Settlement {
  const reason = findMismatch(intent, order)
  if (reason) return { does: 'hold', reason }
  if (order.paidAt ?? order.receivedCents > 0) return { does: 'return', why: 'other-payment' }
  if (order.cancelledAt) return { does: 'return', why: 'cancelled' }
  return { does: 'pay' }
}

/** Returns how the payment differs from what the order requires. */
function findMismatch(intent: Stripe.PaymentIntent, order: Order): UnmatchedPayment['reason'] | undefined {
  if (intent.currency !== order.currency) return 'currency'
  if (intent.amount_received !== toStripeAmount(openCents(order), order.currency)) return 'amount'
  const { order_id: orderId, buyer_id: buyerId } = intent.metadata
  return orderId === order.id && buyerId === order.buyerId ? undefined : 'owner'
}

/** Returns what a payment did when it was settled; undefined if it was not yet. */
export function previousOutcome(
  { succeededAt, heldAt, intentId }: Pick<PaymentRow, 'succeededAt' | 'heldAt' | 'intentId'>,
  { transactionId }: Pick<Order, 'transactionId'>,
): 'paid' | 'held' | 'returned' | undefined {
  if (!succeededAt) return undefined
  if (heldAt) return 'held'
  return transactionId === intentId ? 'paid' : 'returned'
}
