import type { Order } from '#contract/orders.ts'
import type { BadgeTone } from '#web/ui/badge.tsx'

type State = Order['state']

/** What an admin calls the state of an order. */
export function orderStatus({ state }: Pick<Order, 'state'>): string {
  if (state === 'paid') return 'pending'
  return state === 'paid_short' ? 'no stock' : state
}

export const statusTones: Record<State, BadgeTone> = {
  unpaid: 'neutral',
  paid: 'warning',
  paid_short: 'error',
  shipped: 'success',
  cancelled: 'neutral',
  expired: 'neutral',
  refunded: 'error',
}

export const isPayable = ({ state }: Pick<Order, 'state'>): boolean => state === 'unpaid'

/** A disputed payment may be taken back by the bank, so nothing ships for it. */
export const isShippable = ({ state, disputed }: Pick<Order, 'state' | 'disputed'>): boolean =>
  state === 'paid' && !disputed
