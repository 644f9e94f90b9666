import { moneyText } from '#web/i18n/money-text.ts'

export { currencyName, currencySymbol, moneyText } from '#web/i18n/money-text.ts'

export function Money({ amount, currency }: { amount: number; currency?: string | undefined }) {
  return <span className="figures">{moneyText(amount, currency)}</span>
}
