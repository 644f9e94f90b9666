import type { Order } from '#contract/orders.ts'

export const isPayable = ({ state }: Pick<Order, 'state'>): boolean => state === 'unpaid'

/** Whether an order can be shipped; a disputed one cannot. */
export const isShippable = ({ state, disputed }: Pick<Order, 'state' | 'disputed'>): boolean =>
  state === 'paid' && !disputed
