import { orderName } from '#contract/order-name.ts'

const prefix = 'offline-'

/** Names a payment of an order that did not come by card by its place among those of the order, from 1. */
export const offlineTransaction = (orderNumber: number, position: number): string =>
  `${prefix}${orderName(orderNumber)}${position > 1 ? `-${position}` : ''}`

/** Whether an order with this transaction id was paid, and not by card: the id says nothing to people then. */
export const isPaidOffline = (transactionId: string | null | undefined): boolean =>
  transactionId?.startsWith(prefix) ?? false
