import { currentStore } from '#contract/current-store.ts'

/** Describes a currency: its ISO 4217 code, and the number of decimals of an amount. */
export interface Currency {
  code: string
  digits: number
}

const digitsByCode = new Map<string, number>()

/** Returns how many decimals amounts of a currency have as `Intl` says: 2 for USD, 0 for JPY, 3 for KWD. */
function isoDigits(code: string): number {
  const known = digitsByCode.get(code)
  if (known !== undefined) return known
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: code })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  digitsByCode.set(code, digits)
  return digits
}

/** Returns a currency by its code in upper or lower case. */
export const currencyOf = (code: string): Currency => ({ code: code.toUpperCase(), digits: digitsOf(code) })

/** Returns the currency of the store that the call, job or page is of. */
export function currentCurrency(): Currency {
  const { currency: code, currencyDigits: digits } = currentStore()
  return { code, digits }
}

/** Returns how many decimals amounts of a currency have; for that of the shop as the server says, so that browsers agree with it. */
export function digitsOf(code: string | undefined): number {
  const shop = currentCurrency()
  const upper = code?.toUpperCase()
  return upper === undefined || upper === shop.code ? shop.digits : isoDigits(upper)
}

/**
 * Converts an amount to whole minor units of its currency (cents, yen, fils), which all names with `cents` mean; rounds floating-point
 * errors away. By default the currency is that of the shop.
 */
export const toCents = (amount: number, code?: string): number => Math.round(amount * 10 ** digitsOf(code))

/** Converts minor units to an amount. */
export const toAmount = (cents: number, code?: string): number => {
  const digits = digitsOf(code)
  return digits === 0 ? cents : cents / 10 ** digits
}

/** Whether an amount has no more decimals than the currency of the shop. */
export const isAmount = (amount: number): boolean => isNearlyWhole(amount * 10 ** digitsOf(undefined))

/** Whether a number is whole but for what binary fractions get wrong: with its size, and never as much as a decimal more would make. */
export const isNearlyWhole = (value: number): boolean =>
  Math.abs(value - Math.round(value)) <= Math.min(1e-4, 1e-12 * Math.abs(value))

/** Writes an amount as a plain number with the decimals of its currency: `12.50`, `1200`. */
export const plainAmount = (amount: number, code?: string): string => amount.toFixed(digitsOf(code))

/** Returns the options with which `Intl.NumberFormat` writes amounts of a currency. */
export function moneyFormat(code: string = currentCurrency().code): Intl.NumberFormatOptions {
  const digits = digitsOf(code)
  return {
    style: 'currency',
    currency: code.toUpperCase(),
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }
}

/**
 * Returns the step of what can be paid, in minor units: 10 where a currency has three decimals, since cards take only two of them and there
 * are no smaller coins.
 */
export const payableStep = (code?: string): number => (digitsOf(code) === 3 ? 10 : 1)

/** Rounds a sum to what can be paid, half up. */
export function roundPayable(cents: number, code?: string): number {
  const step = payableStep(code)
  return Math.floor((2 * cents + step) / (2 * step)) * step
}
