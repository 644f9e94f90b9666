import { currentCurrency, digitsOf } from '#contract/currency.ts'
import { readDecimal } from '#contract/units.ts'
import { currentLanguage } from '#web/i18n/language.ts'
import { currencySymbol } from '#web/i18n/money-text.ts'
import { numberText } from '#web/i18n/number-text.ts'

/**
 * Reads a number as people of the store's region type it, such as `9,999.50` or `9.999,50`; NaN if it is none. A field of the type
 * `number` goes by the language of the browser instead: English ones make 999 of `9,99`.
 */
export function readNumber(text: string): number {
  const [, sign = '', digits = ''] = /^([-+\u2212]?)\s*([\d.,'’]+)$/u.exec(text.trim()) ?? []
  const [, whole, , decimals] = twoSigns.exec(digits) ?? []
  const decimal =
    whole === undefined
      ? readDecimal(digits.replaceAll('’', "'"), currentLanguage())
      : `${whole.replaceAll(/\D/g, '')}.${decimals}`
  if (decimal === undefined || !/^\d*\.?\d+$/.test(decimal)) return NaN
  return sign === '' || sign === '+' ? Number(decimal) : -Number(decimal)
}

/**
 * Reads an amount, also with the sign or code of its currency. It is NaN for three decimals where the currency has others, too: `1.250`
 * may be meant as 1250 by who writes it so elsewhere.
 */
export function readAmount(text: string, currency = currentCurrency().code): number {
  const signs = currency === currentCurrency().code ? [currency, currencySymbol()] : [currency]
  const sign = signs.find((one) => text.trim().startsWith(one) || text.trim().endsWith(one)) ?? ''
  const bare = text.replace(sign, '').trim()
  const amount = readNumber(bare)
  const isUnclear = digitsOf(currency) !== 3 && /^[-+]?\d{1,3}[.,]\d{3}$/.test(bare) && Math.abs(amount) < 1000
  return isUnclear ? NaN : amount
}

/** Of two signs, the second is that of decimals in every language. */
const twoSigns = /^(\d{1,3}([.,'’])\d{3}(?:\2\d{3})*)(?!\2)[.,](\d+)$/

/** Writes a number as it is typed into a field: with the decimal sign of the store's region, and no other. */
export const numberInput = (number: number, format?: Intl.NumberFormatOptions): string =>
  numberText(number, { maximumFractionDigits: 20, ...format, useGrouping: false })

const decimals = (currency?: string) => {
  const digits = digitsOf(currency)
  return { minimumFractionDigits: digits, maximumFractionDigits: digits }
}

/** Writes an amount as it is typed into a field, with all decimals of the currency. */
export const amountInput = (amount: number, currency?: string): string => numberInput(amount, decimals(currency))

/** Returns an amount of the shop's currency as an example: `1,234.56`. */
export const amountExample = (): string => numberText(1234.56, decimals())
