import { toAmount } from '#contract/currency.ts'
import { payableRange } from '#contract/payment-limits.ts'
import { moneyText } from '#web/ui/money.tsx'
import { t } from '#web/i18n/messages.ts'

/** Says from and to what total cards can pay, in the currency of the shop or of an order. */
export function cardLimitsText(currency?: string): string {
  const { least, most } = payableRange('card', currency)
  return t('checkout.card-limits', {
    least: moneyText(toAmount(least, currency), currency),
    most: moneyText(toAmount(most, currency), currency),
  })
}
