import { setTimeout as pause } from 'node:timers/promises'
import Stripe from 'stripe'
import { problem } from '#server/platform/problem.ts'

/** The card provider's official client. */
export type CardProvider = Stripe

/** Awaits an answer of the provider; outages become 503, refusals of what we asked 502. */
export async function askProvider<Answer>(question: Promise<Answer>): Promise<Answer> {
  try {
    return await question
  } catch (error) {
    if (error instanceof Stripe.errors.StripeConnectionError || error instanceof Stripe.errors.StripeAPIError) {
      throw problem('payment-provider-unavailable')
    }
    if (error instanceof Stripe.errors.StripeRateLimitError) throw problem('payment-provider-unavailable')
    if (error instanceof Stripe.errors.StripeError) throw problem('payment-provider-refused')
    throw error
  }
}

const mostTries = 12

/** Asks again while another process of ours is asking the very same; the answer is then the same, too. */
export async function askOnce<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask()
    } catch (error) {
      const isBusy = error instanceof Stripe.errors.StripeError && error.statusCode === 409
      if (!isBusy || tries === mostTries) throw error
      await pause(50 + Math.random() * 50 * tries)
    }
  }
}

/** Awaits an answer about one object; undefined when the provider does not know it (another account, a sandbox that is gone). */
export async function askAbout<Answer>(question: Promise<Answer>): Promise<Answer | undefined> {
  return askProvider(
    question.catch((error: unknown) => {
      if (isUnknownToProvider(error)) return undefined
      throw error
    }),
  )
}

/** Whether the provider says that it does not know this object. */
const isUnknownToProvider = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'
