import { currentCurrency, currencyOf, digitsOf, payableStep, toCents } from '#contract/currency.ts'
import type { paymentMethods } from '#contract/orders.ts'

// Stripe's own rules for decimals and for the smallest and the largest payment, see docs.stripe.com/currencies.
const withoutDecimals = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ')
const withThreeDecimals = ['BHD', 'JOD', 'KWD', 'OMR', 'TND']

/** Returns how many decimals Stripe's amounts of a currency have: two, whatever is usual in its country, but for a few. */
export function stripeDigits(code: string): number {
  if (withoutDecimals.includes(code)) return 0
  return withThreeDecimals.includes(code) ? 3 : 2
}

/** Holds the smallest card payment where it is not 50 minor units. */
const leastByCard: Readonly<Record<string, number>> = {
  AED: 2,
  BGN: 1,
  CZK: 15,
  DKK: 2.5,
  GBP: 0.3,
  HKD: 4,
  HUF: 175,
  MXN: 10,
  MYR: 2,
  NOK: 3,
  PLN: 2,
  RON: 2,
  SEK: 3,
  THB: 10,
}
/** Holds the digits of the largest card payment where they are not 8. */
const digitsByCard: Readonly<Record<string, number>> = { COP: 10, HUF: 10, IDR: 12, INR: 9, JPY: 10, LBP: 11 }

/** Limits the total of an order in minor units, however it is paid: sums and their shares stay exact far above it. */
export const maxOrderCents = 999_999_999_999

/** Returns the smallest and the largest total, in minor units, that can be paid in a way: only cards have limits of their own. */
export function payableRange(
  payBy: (typeof paymentMethods)[number],
  currency: string = currentCurrency().code,
): { least: number; most: number } {
  if (payBy !== 'card') return { least: 0, most: maxOrderCents }
  const { code } = currencyOf(currency)
  const amount = leastByCard[code]
  const step = payableStep(code)
  const most = (10 ** (digitsByCard[code] ?? 8) - 1) / 10 ** (stripeDigits(code) - digitsOf(code))
  return { least: amount === undefined ? 50 : toCents(amount, code), most: Math.floor(most / step) * step }
}

/** Whether a total, in minor units, can be paid in a way. */
export function isPayableBy(payBy: (typeof paymentMethods)[number], cents: number, currency?: string): boolean {
  const { least, most } = payableRange(payBy, currency)
  return cents >= least && cents <= most
}
