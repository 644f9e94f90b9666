import type { Order } from '#contract/orders.ts'
import type { OrderRow } from '#server/orders/find-orders.ts'
import { orderName, orderState } from '#server/orders/order-rules.ts'
import { toDollars } from '#server/platform/money.ts'

export function presentOrder({ order, line }: OrderRow): Order {
  const state = orderState(order)
  return {
    _id: order.id,
    number: orderName(order.number),
    name: line.productName,
    ...(line.sku === null ? {} : { sku: line.sku }),
    buyerName: order.buyerName,
    email: order.buyerEmail,
    address: order.address,
    phoneNumber: order.phoneNumber,
    quantity: line.quantity,
    totalPrice: toDollars(order.totalCents),
    paid: order.paidAt !== null,
    ...(order.transactionId === null ? {} : { transactionId: order.transactionId }),
    shipped: order.shippedAt !== null,
    state,
    productId: line.productId,
    placedAt: order.placedAt.toISOString(),
    ...(order.paidAt ? { paidAt: order.paidAt.toISOString() } : {}),
    ...(order.shippedAt ? { shippedAt: order.shippedAt.toISOString() } : {}),
    ...(order.carrier === null ? {} : { carrier: order.carrier }),
    ...(order.trackingNumber === null ? {} : { trackingNumber: order.trackingNumber }),
    ...(order.refundedCents > 0 ? { refundedAmount: toDollars(order.refundedCents) } : {}),
    ...(order.disputedAt ? { disputed: true as const } : {}),
    ...(state === 'unpaid' ? { expiresAt: order.expiresAt.toISOString() } : {}),
  }
}
