import { formats } from '@lingui/core'
import { currentLocale } from '#web/i18n/language.ts'

/** Formats dollars, always with two decimals. */
export function moneyText(dollars: number): string {
  return formats.number(currentLocale(), Math.round(dollars * 100) / 100, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
  })
}

/** Formats an amount in any currency. */
export function amountText(amount: number, currency: string): string {
  if (currency === 'usd') return moneyText(amount)
  return formats.number(currentLocale(), amount, { style: 'currency', currency })
}

export function Money({ dollars }: { dollars: number }) {
  return <span className="figures">{moneyText(dollars)}</span>
}
