import type { OutboxMessage } from '#contract/notifications.ts'
import { t, type MessageId } from '#web/i18n/messages.ts'

/** Returns the label of a message kind, such as 'order paid'; unknown kinds keep their name. */
export function messageKind({ kind }: Pick<OutboxMessage, 'kind'>): string {
  const known = kinds[kind]
  return known ? t(known) : kind.replaceAll('-', ' ')
}

const kinds: Readonly<Record<string, MessageId>> = {
  'verify-email': 'message-kind.verify-email',
  'reset-password': 'message-kind.reset-password',
  invitation: 'message-kind.invitation',
  'sign-in-link': 'message-kind.sign-in-link',
  'change-email': 'message-kind.change-email',
  'email-changed': 'message-kind.email-changed',
  'email-recovered': 'message-kind.email-recovered',
  'account-reclaimed': 'message-kind.account-reclaimed',
  'account-deleted': 'message-kind.account-deleted',
  'password-changed': 'message-kind.password-changed',
  'sign-in-added': 'message-kind.sign-in-added',
  'sign-in-removed': 'message-kind.sign-in-removed',
  'phone-added': 'message-kind.phone-added',
  'phone-removed': 'message-kind.phone-removed',
  'second-factor-added': 'message-kind.second-factor-added',
  'second-factor-removed': 'message-kind.second-factor-removed',
  'recovery-codes-created': 'message-kind.recovery-codes-created',
  'recovery-code-used': 'message-kind.recovery-code-used',
  'phone-code': 'message-kind.phone-code',
  'new-order': 'message-kind.new-order',
  'order-placed': 'message-kind.order-placed',
  'transfer-awaited': 'message-kind.transfer-awaited',
  'transfer-reminder': 'message-kind.transfer-reminder',
  'order-confirmed': 'message-kind.order-confirmed',
  'payment-received': 'message-kind.payment-received',
  'payment-reminder': 'message-kind.payment-reminder',
  'order-refunded-by-hand': 'message-kind.order-refunded',
  'order-cancelled': 'message-kind.order-cancelled',
  'order-paid': 'message-kind.order-paid',
  'order-paid-short': 'message-kind.order-paid-short',
  'order-shipped': 'message-kind.order-shipped',
  'order-ready': 'message-kind.order-ready',
  'shipment-corrected': 'message-kind.shipment-corrected',
  'order-expired': 'message-kind.order-expired',
  'order-refunded': 'message-kind.order-refunded',
  'order-credited': 'message-kind.order-credited',
  'units-cancelled': 'message-kind.units-cancelled',
  'order-answer': 'message-kind.order-answer',
  'order-changed': 'message-kind.order-changed',
  'order-message': 'message-kind.order-message',
  'payment-returned': 'message-kind.payment-returned',
  'new-return': 'message-kind.new-return',
  'return-approved': 'message-kind.return-approved',
  'return-refused': 'message-kind.return-refused',
  'return-received': 'message-kind.return-received',
  'withdrawal-confirmed': 'message-kind.withdrawal-confirmed',
  'contact-message': 'message-kind.contact-message',
  'newsletter-confirmation': 'message-kind.newsletter-confirmation',
}
