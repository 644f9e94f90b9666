import type { OutboxMessage } from '#contract/notifications.ts'
import { t, type WordId } from '#web/words/words.ts'

/** What a message is about, such as 'order paid'; a kind that nobody has foreseen by its own name. */
export function messageKind({ kind }: Pick<OutboxMessage, 'kind'>): string {
  const known = kinds[kind]
  return known ? t(known) : kind.replaceAll('-', ' ')
}

const kinds: Readonly<Record<string, WordId>> = {
  'verify-email': 'message-kind.verify-email',
  'reset-password': 'message-kind.reset-password',
  'sign-in-link': 'message-kind.sign-in-link',
  'change-email': 'message-kind.change-email',
  'email-changed': 'message-kind.email-changed',
  'second-factor-added': 'message-kind.second-factor-added',
  'second-factor-removed': 'message-kind.second-factor-removed',
  'phone-code': 'message-kind.phone-code',
  'order-paid': 'message-kind.order-paid',
  'order-paid-short': 'message-kind.order-paid-short',
  'order-shipped': 'message-kind.order-shipped',
  'order-expired': 'message-kind.order-expired',
  'order-refunded': 'message-kind.order-refunded',
  'payment-returned': 'message-kind.payment-returned',
  'contact-message': 'message-kind.contact-message',
  'newsletter-confirmation': 'message-kind.newsletter-confirmation',
}
