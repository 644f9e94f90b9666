import { toAmount } from '#contract/currency.ts'
import type { Order } from '#contract/orders.ts'
import { storeDay } from '#contract/time-zone.ts'
import { addressText } from '#server/accounts/addresses/present-address.ts'
import { describeOrder } from '#server/orders/describe-order.ts'
import type { OrderRow } from '#server/orders/find-orders.ts'
import type { Tracking } from '#server/orders/shipments/shipments.tables.ts'
import { dueAt, isOwed } from '#server/orders/account-rules.ts'
import { awaitsFreight, isPickup, isUnpaid, openCents, orderState } from '#server/orders/order-rules.ts'
import { orderName } from '#contract/order-name.ts'

export function presentOrder(row: OrderRow): Order {
  const { order, firstLine, lastShipment } = row
  const state = orderState(order)
  return {
    _id: order.id,
    number: orderName(order.number),
    name: describeOrder(row),
    productName: firstLine.productName,
    ...(firstLine.shownName !== null && { productNameForBuyer: firstLine.shownName }),
    ...(firstLine.brand !== null && { brand: firstLine.brand }),
    ...(firstLine.sku === null ? {} : { sku: firstLine.sku }),
    lineCount: order.lineCount,
    ...(order.poNumber === null ? {} : { poNumber: order.poNumber }),
    ...(order.note === null ? {} : { note: order.note }),
    buyerName: order.buyerName,
    email: order.buyerEmail,
    address: order.address,
    ...(order.billing && { billing: billingText(order) }),
    phoneNumber: order.phoneNumber,
    quantity: row.order.units,
    totalPrice: toAmount(order.totalCents, order.currency),
    currency: order.currency,
    paid: order.paidAt !== null,
    ...(order.transactionId === null ? {} : { transactionId: order.transactionId }),
    shipped: order.shippedAt !== null,
    ...(lastShipment && { shippedUnits: lastShipment.units }),
    state,
    productId: firstLine.productId,
    placedAt: order.placedAt.toISOString(),
    ...(order.paidAt ? { paidAt: order.paidAt.toISOString() } : {}),
    ...(order.shippedAt ? { shippedAt: order.shippedAt.toISOString() } : {}),
    ...(lastShipment && presentTracking(lastShipment)),
    ...(isPickup(order) && { pickup: true as const, ...(order.readyAt && { readyAt: order.readyAt.toISOString() }) }),
    ...(order.shipping?.carrier && { methodCarrier: order.shipping.carrier }),
    ...(order.refundedCents > 0 ? { refundedAmount: toAmount(order.refundedCents, order.currency) } : {}),
    ...(order.disputedAt ? { disputed: true as const } : {}),
    ...(awaitsFreight(order) && { freightOnRequest: true as const }),
    ...presentAccount(order),
    ...presentOpen(order),
    ...(order.byTransfer && { byTransfer: true as const }),
    ...(state === 'unpaid' && !awaitsFreight(order) ? { expiresAt: order.expiresAt.toISOString() } : {}),
  }
}

/** Presents how a parcel goes, as far as it is known. */
export const presentTracking = ({ carrier, trackingNumber }: Tracking): Pick<Order, keyof Tracking> => ({
  ...(carrier !== null && { carrier }),
  ...(trackingNumber !== null && { trackingNumber }),
})

/** Returns the address of the invoice in lines; empty if it is that of the delivery. */
export function billingText({ billing, language }: Pick<OrderRow['order'], 'billing' | 'language'>): string {
  return billing ? addressText(billing, language) : ''
}

/** Presents what is still to be paid of an order, and what has come of it. */
function presentOpen(order: OrderRow['order']): Pick<Order, 'open' | 'received' | 'reminders'> {
  const { currency, receivedCents, reminderCount, lastReminderAt } = order
  if (!isUnpaid(order) || awaitsFreight(order)) return {}
  return {
    open: toAmount(openCents(order), currency),
    ...(receivedCents > 0 && { received: toAmount(receivedCents, currency) }),
    ...(lastReminderAt && { reminders: { count: reminderCount, lastAt: lastReminderAt.toISOString() } }),
  }
}

/** Presents the terms of an order on account. */
function presentAccount(order: OrderRow['order']): Pick<Order, 'onAccount'> {
  const due = dueAt(order)
  if (!order.terms) return {}
  const isOverdue = due !== undefined && isOwed(order) && storeDay(due) < storeDay(Date.now())
  return {
    onAccount: {
      netDays: order.terms.netDays,
      ...(due && { dueAt: due.toISOString() }),
      ...(isOverdue && { overdue: true as const }),
    },
  }
}
