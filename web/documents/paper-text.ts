import { formats } from '@lingui/core'
import { moneyFormat } from '#contract/currency.ts'
import { currentLocale } from '#web/i18n/language.ts'
import { numberText } from '#web/i18n/number-text.ts'

/** Writes a day of the store, such as `2026-12-23`, for papers: '23 December 2026'. */
export const dayText = (day: string): string =>
  formats.date(currentLocale(), `${day}T00:00Z`, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Formats an amount with up to two decimals more than the currency has, as prices without tax have. */
export function preciseMoneyText(amount: number, currency: string): string {
  const format = moneyFormat(currency)
  const digits = (format.maximumFractionDigits ?? 2) + 2
  return numberText(amount, { ...format, maximumFractionDigits: digits })
}
