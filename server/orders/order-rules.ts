import type { orderStates } from '#contract/orders.ts'

export type OrderState = (typeof orderStates)[number]

interface OrderFacts {
  paidAt: Date | null
  shippedAt: Date | null
  cancelledAt: Date | null
  expiredAt: Date | null
  refundedAt: Date | null
}

/** The state follows from the facts; nothing else stores it. */
export function orderState(order: OrderFacts): OrderState {
  if (order.refundedAt) return 'refunded'
  if (order.shippedAt) return 'shipped'
  if (order.paidAt) return 'paid'
  if (order.cancelledAt) return 'cancelled'
  if (order.expiredAt) return 'expired'
  return 'unpaid'
}

/** Every move that exists; any other is refused. */
export const orderMoves: Record<OrderState, readonly OrderState[]> = {
  unpaid: ['paid', 'cancelled', 'expired'],
  paid: ['shipped', 'refunded'],
  shipped: [],
  cancelled: [],
  expired: [],
  refunded: [],
}

export const canMove = (from: OrderState, to: OrderState): boolean => orderMoves[from].includes(to)

/** How many unpaid orders one buyer may have at a time: enough for a day, too few to empty the shelves. */
export const mostOpenOrders = 20

/** What card providers charge at once, in cents: an order outside of it could never be paid. */
export const payableCents = { least: 50, most: 99_999_999 } as const
