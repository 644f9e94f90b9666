import type { Dispute, HeldPayment, PaymentAttempt, Refund } from '#contract/payments.ts'
import { amountText } from '#web/ui/money.tsx'
import { isWordId, t, type WordId } from '#web/words/words.ts'

export const refundStateWords: Record<Refund['state'], WordId> = {
  requested: 'refund.state.on-its-way',
  pending: 'refund.state.on-its-way',
  succeeded: 'refund.state.paid-back',
  failed: 'refund.state.failed',
}

export const refundReasonWords: Record<Refund['reason'], WordId> = {
  requested_by_customer: 'refund.reason.requested',
  duplicate: 'refund.reason.duplicate',
  fraudulent: 'refund.reason.fraudulent',
}

/** The provider's reason; one that is unknown here keeps its own words. */
export function disputeReason({ reason }: Pick<Dispute, 'reason'>): string {
  const id = `dispute.reason.${reason.replaceAll('_', '-')}`
  return isWordId(id) ? t(id) : reason.replaceAll('_', ' ')
}

export function heldReason({ reason, orderTotal, orderCurrency }: HeldPayment): string {
  if (reason === 'owner') return t('held.by-somebody-else')
  return t('held.order-costs', { amount: amountText(orderTotal, orderCurrency) })
}

/** 'Visa •••• 4242'. */
export function cardText({ brand, last4 }: PaymentAttempt): string {
  const name = brand && brand !== 'unknown' ? (brandNames[brand] ?? brand) : t('payment.card')
  return last4 ? `${name} •••• ${last4}` : name
}

const brandNames: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
}
