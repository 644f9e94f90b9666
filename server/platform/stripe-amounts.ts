import { currencyOf } from '#contract/currency.ts'

// Stripe's own rules, see docs.stripe.com/currencies. Everything else has two decimals there, whatever is usual in its country.
const withoutDecimals = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ')
const withThreeDecimals = ['BHD', 'JOD', 'KWD', 'OMR', 'TND']

function stripeDigits(code: string): number {
  if (withoutDecimals.includes(code)) return 0
  return withThreeDecimals.includes(code) ? 3 : 2
}

const scaleOf = (currency: string) => {
  const { code, digits } = currencyOf(currency)
  return 10 ** (stripeDigits(code) - digits)
}

/** Converts minor units to the amount that Stripe takes: the same but for currencies such as HUF, whose hundredths it counts. */
export const toStripeAmount = (cents: number, currency: string): number => Math.round(cents * scaleOf(currency))

/** Converts an amount of Stripe to minor units. */
export const fromStripeAmount = (amount: number, currency: string): number => Math.round(amount / scaleOf(currency))
