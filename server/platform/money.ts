import { moneyFormat, toAmount } from '#contract/currency.ts'
import type { Language } from '#contract/language.ts'

/** Formats minor units, e.g. `$1,234.50` and `1.234,00 $`. */
export function formatMoney(cents: number, currency: string, language: Language): string {
  const key = `${language} ${currency}`
  const format = formats.get(key) ?? new Intl.NumberFormat(language, moneyFormat(currency))
  formats.set(key, format)
  return format.format(toAmount(cents, currency))
}

/** Keeps the formats, which take longer to make than to use. */
const formats = new Map<string, Intl.NumberFormat>()
