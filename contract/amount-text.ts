import { moneyFormat } from '#contract/currency.ts'

/** Writes an amount in English, as the API does: `$12.50`, `¥1,200`. */
export const amountText = (amount: number, code?: string): string =>
  new Intl.NumberFormat('en-US', moneyFormat(code)).format(amount)
