import { currentCurrency, digitsOf } from '#contract/currency.ts'
import { readAmountText } from '#contract/read-amount.ts'
import { readNumberText, readPlacesText, readWholeText, withoutPercentSign } from '#contract/read-number.ts'
import type { NumberStyle } from '#contract/units.ts'
import { currentLanguage } from '#web/i18n/language.ts'
import { t } from '#web/i18n/messages.ts'
import { numberText } from '#web/i18n/number-text.ts'

/**
 * Reads a number as people of the store's region type it, such as `9,999.50` or `9.999,50`; NaN if it is none. A field of the type
 * `number` goes by the language of the browser instead: English ones make 999 of `9,99`.
 */
export const readNumber = (text: string): number => numberOf(readNumberText(text, currentLanguage()))

/** Reads a whole number, `1,200` or `1.200`; NaN if it is none. */
export const readWhole = (text: string, style: NumberStyle = currentLanguage()): number =>
  numberOf(readWholeText(text, style))

/** Reads an amount, also with the sign or code of its currency; NaN if `amountRefusal` says what is wrong with it. */
export const readAmount = (text: string, currency?: string, style: NumberStyle = currentLanguage()): number => {
  const read = readAmountText(text, style, currency)
  return 'number' in read ? Number(read.number) : NaN
}

/** Reads a percentage of at most two decimals; NaN if it is none. */
export function readPercent(text: string): number {
  const read = readPlacesText(withoutPercentSign(text), currentLanguage(), 2)
  return 'number' in read ? Number(read.number) : NaN
}

/** Returns what is wrong with a text that is to be an amount; undefined if nothing is. */
export function amountRefusal(
  text: string,
  currency?: string,
  style: NumberStyle = currentLanguage(),
): string | undefined {
  const read = readAmountText(text, style, currency)
  if (!('fault' in read)) return undefined
  if (read.fault === 'other-currency') return t('ui.other-currency', { currency: currency ?? currentCurrency().code })
  const example = amountExample(currency)
  return read.fault === 'not-a-number'
    ? t('ui.no-amount', { example })
    : t('ui.too-many-decimals', { digits: digitsOf(currency), example })
}

const numberOf = (number: string | undefined) => (number === undefined ? NaN : Number(number))

/** Writes a number as it is typed into a field: with the decimal sign of the store's region, and no other. */
export const numberInput = (number: number, format?: Intl.NumberFormatOptions): string =>
  numberText(number, { maximumFractionDigits: 20, ...format, useGrouping: false })

const decimals = (currency?: string) => {
  const digits = digitsOf(currency)
  return { minimumFractionDigits: digits, maximumFractionDigits: digits }
}

/** Writes an amount as it is typed into a field, with all decimals of the currency. */
export const amountInput = (amount: number, currency?: string): string => numberInput(amount, decimals(currency))

/** Returns an amount as an example: `1,234.56`. */
export const amountExample = (currency?: string): string => numberText(1234.56, decimals(currency))
