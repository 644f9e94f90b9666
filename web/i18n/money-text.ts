import { currentCurrency, moneyFormat } from '#contract/currency.ts'
import { currentLocale } from '#web/i18n/language.ts'
import { numberText } from '#web/i18n/number-text.ts'

/** Formats an amount, by default in the currency of the shop, always with all decimals of the currency. */
export function moneyText(amount: number, currency: string = currentCurrency().code): string {
  const isOwn = currency.toUpperCase() === currentCurrency().code
  // Of another currency, `$` would not say which.
  const format = { ...moneyFormat(currency), currencyDisplay: isOwn ? ('narrowSymbol' as const) : ('symbol' as const) }
  return numberText(amount, format)
}

/** Returns the symbol of the shop's currency: `$`, `¥`, `KWD`. */
export const currencySymbol = (): string =>
  new Intl.NumberFormat(currentLocale(), moneyFormat()).formatToParts(0).find(({ type }) => type === 'currency')
    ?.value ?? currentCurrency().code

/** Returns the name of the shop's currency: `US Dollar`. */
export const currencyName = (code = currentCurrency().code): string =>
  new Intl.DisplayNames(currentLocale(), { type: 'currency' }).of(code) ?? code
