import { formats } from '@lingui/core'
import { currentLocale } from '#web/words/language.ts'

/** Dollars as a buyer reads them: two decimals only when there are cents. */
export function moneyText(dollars: number): string {
  const cents = Math.round(dollars * 100)
  const decimals = cents % 100 === 0 ? 0 : 2
  return formats.number(currentLocale(), cents / 100, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
}

/** An amount in any currency, given by its code. */
export function amountText(amount: number, currency: string): string {
  if (currency === 'usd') return moneyText(amount)
  return formats.number(currentLocale(), amount, { style: 'currency', currency })
}

export function Money({ dollars }: { dollars: number }) {
  return <span className="figures">{moneyText(dollars)}</span>
}
