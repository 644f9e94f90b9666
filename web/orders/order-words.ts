import type { Order } from '#contract/orders.ts'

/** What an admin calls the state of an order. */
export function orderStatus({ state }: Pick<Order, 'state'>): string {
  return state === 'paid' ? 'pending' : state
}

export const isPayable = ({ state }: Pick<Order, 'state'>): boolean => state === 'unpaid'
export const isShippable = ({ state }: Pick<Order, 'state'>): boolean => state === 'paid'
