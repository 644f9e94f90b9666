import type { Order } from '#contract/orders.ts'
import type { BadgeTone } from '#web/ui/badge.tsx'
import { t, type WordId } from '#web/words/words.ts'

type State = Order['state']

/** What an admin calls the state of an order. */
export function orderStatus({ state }: Pick<Order, 'state'>): string {
  return t(adminWords[state])
}

/** What its buyer calls it. */
export function buyerStatus({ state }: Pick<Order, 'state'>): string {
  return t(buyerWords[state])
}

const words = {
  unpaid: 'orders.state.unpaid',
  shipped: 'orders.state.shipped',
  cancelled: 'orders.state.cancelled',
  expired: 'orders.state.expired',
  refunded: 'orders.state.refunded',
} as const
const adminWords: Record<State, WordId> = {
  ...words,
  paid: 'orders.state.pending',
  paid_short: 'orders.state.no-stock',
}
const buyerWords: Record<State, WordId> = {
  ...words,
  paid: 'orders.state.paid',
  paid_short: 'orders.state.waiting',
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
