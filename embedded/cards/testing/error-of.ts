import Stripe from 'stripe'

/** Returns the error of an SDK call that must fail, for tests. */
export async function errorOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  try {
    await call
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error
    throw error
  }
  throw new Error('The call succeeded, but should have failed')
}
