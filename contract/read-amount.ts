import { currentCurrency, digitsOf, moneyFormat } from '#contract/currency.ts'
import { languages } from '#contract/language.ts'
import { localeOf } from '#contract/locale.ts'
import { narrowText } from '#contract/narrow-text.ts'
import { maxNumberLength } from '#contract/max-lengths.ts'
import { readPlacesText } from '#contract/read-number.ts'
import type { NumberStyle } from '#contract/units.ts'

export type AmountFault = 'not-a-number' | 'too-many-decimals' | 'other-currency'

/**
 * Reads an amount as forms and files have it, also with the sign or the code of its currency, by default that of the shop. Returns a
 * decimal with a point, or what is wrong; that of another currency is never read.
 */
export function readAmountText(
  text: string,
  style: NumberStyle,
  currency = currentCurrency().code,
): { number: string } | { fault: AmountFault } {
  // A column of a file may have a text of 32,000 characters in each cell.
  if (text.length > maxNumberLength) return { fault: 'not-a-number' }
  const bare = narrowText(text).trim()
  const signs = signsOf(currency, style)
  const own = signs.find((sign) => bare.startsWith(sign) || bare.endsWith(sign)) ?? ''
  const rest = bare.replace(own, '')
  const isOther = (sign: string) => !signs.includes(sign) && (sign.length < 3 || currencies().has(sign))
  if ((rest.match(/\p{Sc}|(?<!\p{L})[A-Z]{3}(?!\p{L})/gu) ?? []).some(isOther)) return { fault: 'other-currency' }
  return readPlacesText(rest, style, digitsOf(currency))
}

let allCurrencies: ReadonlySet<string> | undefined
const currencies = () => (allCurrencies ??= new Set(Intl.supportedValuesOf('currency')))

/** Signs by currency and locale: files have many amounts, and a format is 40 times as slow as reading one. */
const known = new Map<string, string[]>()

/** Returns the code and the signs of a currency; of one that is not the shop's, `$` would not say which. */
function signsOf(currency: string, style: NumberStyle): string[] {
  if (currency !== currentCurrency().code) return [currency]
  const locales = languages.filter((one) => one === style || style === 'comma' || style === 'point').map(localeOf)
  const key = [currency, ...locales].join(' ')
  const parts = (locale: string) => new Intl.NumberFormat(locale, moneyFormat()).formatToParts(0)
  const signs = known.get(key) ?? [
    currency,
    ...locales.flatMap(parts).flatMap(({ type, value }) => (type === 'currency' ? [value] : [])),
  ]
  known.set(key, signs)
  return signs
}
