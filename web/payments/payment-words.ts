import type { Dispute, HeldPayment, PaymentAttempt, Refund } from '#contract/payments.ts'
import { amountText } from '#web/ui/money.tsx'

export const refundStateWords: Record<Refund['state'], string> = {
  requested: 'on its way',
  pending: 'on its way',
  succeeded: 'paid back',
  failed: 'failed',
}

export const refundReasonWords: Record<Refund['reason'], string> = {
  requested_by_customer: 'The buyer asked for it',
  duplicate: 'Charged twice',
  fraudulent: 'Fraudulent payment',
}

export const disputeStateWords: Record<Dispute['state'], string> = {
  open: 'the bank has not decided yet',
  won: 'decided for the shop',
  lost: 'decided for the buyer',
}

export function heldReason({ reason, orderTotal, orderCurrency }: HeldPayment): string {
  if (reason === 'owner') return 'it was paid by somebody else'
  return `the order costs ${amountText(orderTotal, orderCurrency)}`
}

/** 'Visa •••• 4242'. */
export function cardText({ brand, last4 }: PaymentAttempt): string {
  const name = brand ? (brandNames[brand] ?? brand) : 'Card'
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
  unknown: 'Card',
}
