import type { Order } from '#contract/orders.ts'
import { isPayable, isShippable } from '#web/orders/order-words.ts'

const orderKinds = {
  all: { label: 'All', has: () => true },
  'to-ship': { label: 'To ship', has: isShippable },
  unpaid: { label: 'Unpaid', has: isPayable },
  shipped: { label: 'Shipped', has: ({ state }) => state === 'shipped' },
} as const satisfies Record<string, { label: string; has: (order: Order) => boolean }>

export type OrderKind = keyof typeof orderKinds

export const isOrderKind = (text: string | null): text is OrderKind => text !== null && Object.hasOwn(orderKinds, text)

/** The orders of a kind in which every word of `text` occurs: in product, buyer, address or transaction. */
export function narrowOrders(orders: readonly Order[], kind: OrderKind, text: string): readonly Order[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return orders.filter((order) => {
    if (!orderKinds[kind].has(order)) return false
    const { name, buyerName, email, address, transactionId = '' } = order
    const content = [name, buyerName, email, address, transactionId].join('\n').toLowerCase()
    return words.every((word) => content.includes(word))
  })
}

export function countOrders(orders: readonly Order[]): { kind: OrderKind; label: string; count: number }[] {
  return Object.entries(orderKinds).flatMap(([kind, { label, has }]) =>
    isOrderKind(kind) ? [{ kind, label, count: orders.filter((order) => has(order)).length }] : [],
  )
}
