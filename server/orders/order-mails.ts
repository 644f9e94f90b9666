import type { Mail } from '#server/notifications/queue-mail.ts'
import { mailBody } from '#server/notifications/mail-body.ts'
import type { OrderRow } from '#server/orders/find-orders.ts'

/** Tells a buyer that an unpaid order has run out of time. */
export function orderExpiredMail({ order, line }: OrderRow): Mail {
  return {
    to: order.buyerEmail,
    kind: 'order-expired',
    subject: `Your order of ${line.productName} has expired`,
    ...mailBody([
      `Hello ${order.buyerName},`,
      `your order of ${line.quantity} × ${line.productName} was not paid in time, so its stock is free for others again. Nothing was charged.`,
      'You are welcome to order again at any time.',
    ]),
  }
}
