import { formats } from '@lingui/core'
import { currentStore } from '#web/i18n/current-store.ts'
import { moneyFormat } from '#contract/currency.ts'
import { currentLocale } from '#web/i18n/language.ts'
import { numberText } from '#web/i18n/number-text.ts'

/** Writes a date for papers, with the clocks of the store as mails do: '23 December 2026'. */
export const dayText = (iso: string): string =>
  formats.date(currentLocale(), iso, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: currentStore().timeZone,
  })

/** Formats an amount with up to two decimals more than the currency has, as prices without tax have. */
export function preciseMoneyText(amount: number, currency: string): string {
  const format = moneyFormat(currency)
  const digits = (format.maximumFractionDigits ?? 2) + 2
  return numberText(amount, { ...format, maximumFractionDigits: digits })
}
