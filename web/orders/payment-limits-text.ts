import { toAmount } from '#contract/currency.ts'
import type { paymentMethods } from '#contract/orders.ts'
import { payableRange } from '#contract/payment-limits.ts'
import { moneyText } from '#web/i18n/money-text.ts'
import { t } from '#web/i18n/messages.ts'

/** Says from and to what total orders can be paid in a way, in the currency of the shop or of an order. */
export function paymentLimitsText(way: (typeof paymentMethods)[number], currency?: string): string {
  const { least, most } = payableRange(way, currency)
  return t(`checkout.limits.${way}`, {
    least: moneyText(toAmount(least, currency), currency),
    most: moneyText(toAmount(most, currency), currency),
  })
}
