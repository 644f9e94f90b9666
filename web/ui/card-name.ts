import { t } from '#web/i18n/messages.ts'

interface Card {
  /** The network in lower case, as the card provider names it. */
  brand?: string
  last4?: string
}

/** Returns brand and digits, as 'Visa •••• 4242'. */
export function cardText({ brand, last4 }: Card): string {
  const name = brand && brand !== 'unknown' ? (brandNames[brand] ?? brand) : t('word.card')
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
