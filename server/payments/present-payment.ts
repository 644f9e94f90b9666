import { toAmount } from '#contract/currency.ts'
import type { Dispute, UnmatchedPayment, PaymentAttempt, Refund } from '#contract/payments.ts'
import type { OrderRow } from '#server/orders/find-orders.ts'
import { creditNoteName } from '#server/orders/order-rules.ts'
import { orderName } from '#contract/order-name.ts'
import type { DisputeRow, PaymentAttemptRow, PaymentRow, RefundRow } from '#server/payments/payments.tables.ts'

/** Holds a refund and, for admins, the e-mail of its requester. */
export interface RefundWithEmail {
  refund: RefundRow
  email: string | null
  orderNumber: number
  /** Null without a credit note. */
  creditPosition: number | null
  /** How the money came that goes back; null for a credit. */
  method: PaymentRow['method'] | null
}

export function presentRefund(
  { refund, email, orderNumber, creditPosition, method }: RefundWithEmail,
  reader: 'buyer' | 'admin',
): Refund {
  const failure =
    reader === 'admin' ? refund.failure : refund.failure && 'It could not be sent. We are looking after it.'
  return {
    _id: refund.id,
    amount: toAmount(refund.amountCents, refund.currency),
    state: refund.state,
    reason: refund.reason,
    note: refund.note,
    ...(refund.feeCents > 0 && { fee: toAmount(refund.feeCents, refund.currency) }),
    restockedUnits: refund.restockedQuantity,
    automatic: refund.origin === 'shop',
    requestedAt: refund.requestedAt.toISOString(),
    ...(refund.endedAt ? { endedAt: refund.endedAt.toISOString() } : {}),
    ...(failure ? { failure } : {}),
    ...(refund.reference !== null && { reference: refund.reference }),
    ...(refund.intentId === null ? { credit: true as const } : { transactionId: refund.intentId }),
    ...(refund.state === 'pending' && method !== 'card' && { toSend: true as const }),
    ...(creditPosition !== null && { creditNote: creditNoteName(orderNumber, creditPosition) }),
    ...(reader === 'admin' && email ? { requestedBy: email } : {}),
  }
}

export function presentAttempt(attempt: PaymentAttemptRow): PaymentAttempt {
  return {
    at: attempt.attemptedAt.toISOString(),
    state: attempt.isSuccessful ? 'succeeded' : 'declined',
    ...(attempt.brand ? { brand: attempt.brand } : {}),
    ...(attempt.last4 ? { last4: attempt.last4 } : {}),
    ...(attempt.declineReason ? { declineReason: attempt.declineReason } : {}),
    ...(attempt.declineCode ? { declineCode: attempt.declineCode } : {}),
    transactionId: attempt.intentId,
  }
}

/** Presents an unmatched payment; `sent` are its refunds, oldest first. */
export function presentUnmatchedPayment(
  payment: PaymentRow,
  row: OrderRow,
  sent: readonly RefundWithEmail[],
  reader: 'buyer' | 'admin',
): UnmatchedPayment {
  const { order } = row
  const latest = sent.at(-1)
  const currency = payment.receivedCurrency ?? payment.currency
  const live = sent.filter(({ refund }) => refund.state !== 'failed')
  return {
    _id: payment.intentId,
    orderId: order.id,
    orderNumber: orderName(order.number),
    productName: row.firstLine.productName,
    lineCount: order.lineCount,
    buyerName: order.buyerName,
    email: order.buyerEmail,
    amount: toAmount(payment.receivedCents ?? 0, currency),
    currency,
    orderTotal: toAmount(order.totalCents, order.currency),
    orderCurrency: order.currency,
    reason: payment.heldReason ?? 'amount',
    heldAt: (payment.heldAt ?? payment.createdAt).toISOString(),
    returned: toAmount(
      live.reduce((sum, { refund }) => sum + refund.amountCents, 0),
      currency,
    ),
    ...(latest ? { refund: presentRefund(latest, reader) } : {}),
  }
}

export function presentDispute(dispute: DisputeRow): Dispute {
  return {
    _id: dispute.id,
    state: dispute.state,
    reason: dispute.reason,
    amount: toAmount(dispute.amountCents, dispute.currency),
    currency: dispute.currency,
    openedAt: dispute.openedAt.toISOString(),
    ...(dispute.closedAt ? { closedAt: dispute.closedAt.toISOString() } : {}),
  }
}
