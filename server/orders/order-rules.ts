import type { orderStates } from '#contract/orders.ts'

export type OrderState = (typeof orderStates)[number]

interface OrderFacts {
  paidAt: Date | null
  shippedAt: Date | null
  cancelledAt: Date | null
  expiredAt: Date | null
  refundedAt: Date | null
  awaitingStockSince: Date | null
}

/** The state follows from the facts; nothing else stores it. */
export function orderState(order: OrderFacts): OrderState {
  if (order.refundedAt) return 'refunded'
  if (order.shippedAt) return 'shipped'
  if (order.paidAt) return order.awaitingStockSince ? 'paid_short' : 'paid'
  if (order.cancelledAt) return 'cancelled'
  if (order.expiredAt) return 'expired'
  return 'unpaid'
}

/** Every move that exists; any other is refused. */
export const orderMoves: Record<OrderState, readonly OrderState[]> = {
  unpaid: ['paid', 'cancelled', 'expired'],
  paid: ['shipped', 'refunded'],
  paid_short: ['paid', 'refunded'],
  shipped: ['refunded'],
  cancelled: [],
  // Money that came late takes the order up again, with its units or without.
  expired: ['paid', 'paid_short'],
  // Only when the provider takes the refund back.
  refunded: ['paid', 'paid_short', 'shipped'],
}

export const canMove = (from: OrderState, to: OrderState): boolean => orderMoves[from].includes(to)

/** Whether a payment may be opened: money that comes later than that is the provider's news, not the buyer's wish. */
export const isPayable = (state: OrderState): boolean => state === 'unpaid'

/** How many unpaid orders one buyer may have at a time: enough for a day, too few to empty the shelves. */
export const mostOpenOrders = 20

/** What card providers charge at once, in cents: an order outside of it could never be paid. */
export const payableCents = { least: 50, most: 99_999_999 } as const
