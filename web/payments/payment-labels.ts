import type { Dispute, UnmatchedPayment, Refund } from '#contract/payments.ts'
import { moneyText } from '#web/ui/money.tsx'
import { isMessageId, t, type MessageId } from '#web/i18n/messages.ts'

export const refundStateLabels: Record<Refund['state'], MessageId> = {
  requested: 'refund.state.on-its-way',
  pending: 'refund.state.on-its-way',
  succeeded: 'refund.state.paid-back',
  failed: 'refund.state.failed',
}

export const refundReasonLabels: Record<Refund['reason'], MessageId> = {
  requested_by_customer: 'refund.reason.requested',
  not_delivered: 'refund.reason.not-delivered',
  duplicate: 'refund.reason.duplicate',
  fraudulent: 'refund.reason.fraudulent',
}

/** Returns the provider's reason; unknown ones keep their text. */
export function disputeReason({ reason }: Pick<Dispute, 'reason'>): string {
  const id = `dispute.reason.${reason.replaceAll('_', '-')}`
  return isMessageId(id) ? t(id) : reason.replaceAll('_', ' ')
}

export function heldReason({ reason, orderTotal, orderCurrency }: UnmatchedPayment): string {
  if (reason === 'owner') return t('held.by-somebody-else')
  return t('held.order-costs', { amount: moneyText(orderTotal, orderCurrency) })
}
