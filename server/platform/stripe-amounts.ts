import { currencyOf } from '#contract/currency.ts'
import { stripeDigits } from '#contract/payment-limits.ts'

const scaleOf = (currency: string) => {
  const { code, digits } = currencyOf(currency)
  return 10 ** (stripeDigits(code) - digits)
}

/** Converts minor units to the amount that Stripe takes: the same but for currencies such as HUF, whose hundredths it counts. */
export const toStripeAmount = (cents: number, currency: string): number => Math.round(cents * scaleOf(currency))

/** Converts an amount of Stripe to minor units. */
export const fromStripeAmount = (amount: number, currency: string): number => Math.round(amount / scaleOf(currency))
