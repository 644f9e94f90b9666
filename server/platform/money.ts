import { moneyFormat, toAmount } from '#contract/currency.ts'
import type { Language } from '#contract/language.ts'
import { localeOf, withApostrophes } from '#contract/locale.ts'

/** Formats minor units as the country of the store does: `$1,234.50`, `1.234,00 $`, `CHF 1’234.50`. */
export function formatMoney(cents: number, currency: string, language: Language): string {
  const locale = localeOf(language)
  const key = `${locale} ${currency}`
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, moneyFormat(currency))
  formats.set(key, format)
  return withApostrophes(format.format(toAmount(cents, currency)))
}

/** Keeps the formats, which take longer to make than to use. */
const formats = new Map<string, Intl.NumberFormat>()
