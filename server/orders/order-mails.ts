import { mailBody } from '#server/notifications/mail-body.ts'
import type { Mail } from '#server/notifications/queue-mail.ts'
import type { OrderRow } from '#server/orders/find-orders.ts'
import { formatMoney } from '#server/platform/money.ts'

/** Tells a buyer that an unpaid order has run out of time. */
export function orderExpiredMail(row: OrderRow): Mail {
  return orderMail(row, 'order-expired', `Your order of ${row.line.productName} has expired`, [
    `your order of ${goods(row)} was not paid in time, so its stock is free for others again. Nothing was charged.`,
    'You are welcome to order again at any time.',
  ])
}

/** The receipt. */
export function orderPaidMail(row: OrderRow): Mail {
  const { order } = row
  return orderMail(row, 'order-paid', `Receipt for your order of ${row.line.productName}`, [
    `thank you. We have received ${formatMoney(order.totalCents, order.currency)} for your order of ${goods(row)}.`,
    `Transaction ${order.transactionId ?? ''}. Order ${order.id}.`,
    'We will tell you as soon as it is on its way.',
  ])
}

/** Tells a buyer that the money came when the stock was gone. */
export function orderPaidShortMail(row: OrderRow): Mail {
  const { order } = row
  return orderMail(row, 'order-paid-short', `Your order of ${row.line.productName} is paid, but out of stock`, [
    `your payment of ${formatMoney(order.totalCents, order.currency)} for ${goods(row)} arrived after the order had run out of time, and meanwhile others have bought the last ones.`,
    'We will either send your order as soon as stock is back, or pay your money back. You do not have to do anything.',
    `Transaction ${order.transactionId ?? ''}. Order ${order.id}.`,
  ])
}

/** Tells a buyer that the order is on its way. */
export function orderShippedMail(row: OrderRow): Mail {
  return orderMail(row, 'order-shipped', `Your order of ${row.line.productName} is on its way`, [
    `your order of ${goods(row)} has left our warehouse.`,
    `It goes to: ${row.order.address}`,
  ])
}

/** A mail about an order to its buyer. */
export function orderMail({ order }: OrderRow, kind: string, subject: string, paragraphs: string[]): Mail {
  return { to: order.buyerEmail, kind, subject, ...mailBody([`Hello ${order.buyerName},`, ...paragraphs]) }
}

/** What was ordered, in words. */
export const goods = ({ line }: OrderRow): string => `${line.quantity.toLocaleString('en-US')} × ${line.productName}`
