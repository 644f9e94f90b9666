import type { DiscountInput, ManagedDiscount } from '#contract/discounts.ts'
import type { BadgeTone } from '#web/ui/badge.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { currentLocale } from '#web/i18n/language.ts'
import { t } from '#web/i18n/messages.ts'

/** Says what a discount takes off, as `10% off` or `Free shipping`. */
export function discountText({ kind, value = 0 }: Pick<DiscountInput, 'kind' | 'value'>): string {
  if (kind === 'shipping') return t('discounts.kind.shipping')
  const amount =
    kind === 'fixed'
      ? moneyText(value)
      : (value / 100).toLocaleString(currentLocale(), { style: 'percent', maximumFractionDigits: 2 })
  return t('discounts.off', { amount })
}

export const stateTones: Record<ManagedDiscount['state'], BadgeTone> = {
  running: 'success',
  scheduled: 'info',
  ended: 'neutral',
  'used-up': 'warning',
  off: 'neutral',
}
