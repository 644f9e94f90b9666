import { orderName } from '#contract/order-name.ts'

const prefix = 'offline-'

/** Names the payment of an order that did not come by card; an order is paid once, so its own number does. */
export const offlineTransaction = (orderNumber: number): string => `${prefix}${orderName(orderNumber)}`

/** Whether an order with this transaction id was paid, and not by card: the id says nothing to people then. */
export const isPaidOffline = (transactionId: string | null | undefined): boolean =>
  transactionId?.startsWith(prefix) ?? false
