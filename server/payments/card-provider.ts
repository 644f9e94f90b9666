import { setTimeout as pause } from 'node:timers/promises'
import Stripe from 'stripe'
import type { Config } from '#server/platform/config.ts'
import { watchCardKey } from '#server/payments/watch-card-key.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Defines the official client of the card provider. */
export type CardProvider = Stripe

type HttpClient = NonNullable<Stripe.StripeConfig['httpClient']>

/** Creates the Stripe client; without an account it uses the sandbox on this origin. */
export function createCardProvider(
  cards: Config['cards'],
  sandboxKey: string,
  fetchInProcess: typeof fetch,
  watching: Parameters<typeof watchCardKey>[1],
): CardProvider {
  // Requests end within ten seconds, if only with an error.
  const options = { maxNetworkRetries: 1, timeout: 4500, telemetry: false }
  if (cards.mode === 'off') {
    const anonymous = () => Promise.reject(new Error('No card provider is configured.'))
    return new Stripe(sandboxKey, {
      ...options,
      maxNetworkRetries: 0,
      httpClient: Stripe.createFetchHttpClient(anonymous),
    })
  }
  if (cards.mode === 'sandbox')
    return new Stripe(sandboxKey, { ...options, httpClient: Stripe.createFetchHttpClient(fetchInProcess) })
  const { secretKey, apiBase } = cards
  return new Stripe(secretKey, {
    ...options,
    ...(apiBase === undefined ? {} : hostOf(apiBase)),
    // Half of what `fetch` costs, which shows in each paid order.
    httpClient: watchCardKey(withCircuitBreaker(Stripe.createNodeHttpClient()), watching),
  })
}

function hostOf(address: string) {
  const { protocol, hostname, port } = new URL(address)
  const scheme = protocol === 'http:' ? ('http' as const) : ('https' as const)
  return { protocol: scheme, host: hostname, port: port || (scheme === 'http' ? 80 : 443) }
}

/** Lists what pages load from the provider, by CSP directive. */
export const stripeOrigins = {
  'script-src': ['https://js.stripe.com'],
  'connect-src': ['https://api.stripe.com'],
  'frame-src': ['https://js.stripe.com', 'https://hooks.stripe.com'],
}

/**
 * Leaves a provider that failed five times in a row alone for three seconds at a time; then one request finds out whether it is
 * back. A buyer gets the refusal of a silent provider at once instead of after 9.5 s, and waiting payments do not fill the shop.
 */
export function withCircuitBreaker(client: HttpClient): HttpClient {
  let failures = 0
  let retryAt = 0
  const pause = () => (retryAt = Date.now() + 3000)
  return {
    getClientName: () => client.getClientName(),
    async makeRequest(...request) {
      if (failures >= 5) {
        if (Date.now() < retryAt) throw new TypeError('the card provider has not answered lately')
        pause()
      }
      let isAnswered = false
      try {
        const response = await client.makeRequest(...request)
        isAnswered = response.getStatusCode() < 500
        return response
      } finally {
        failures = isAnswered ? 0 : failures + 1
        pause()
      }
    },
  }
}

/** Awaits an answer of the provider; outages become 503, refusals of the key or of what we asked 502. */
export async function callProvider<ApiResponse>(question: Promise<ApiResponse>): Promise<ApiResponse> {
  try {
    return await question
  } catch (error) {
    if (error instanceof Stripe.errors.StripeConnectionError || error instanceof Stripe.errors.StripeAPIError) {
      throw problem('payment-provider-unavailable')
    }
    if (error instanceof Stripe.errors.StripeRateLimitError) throw problem('payment-provider-unavailable')
    if (
      error instanceof Stripe.errors.StripeAuthenticationError ||
      error instanceof Stripe.errors.StripePermissionError
    )
      throw problem('cards-not-chargeable')
    if (error instanceof Stripe.errors.StripeError) throw problem('payment-provider-refused')
    throw error
  }
}

const maxTries = 12

/** Retries while another process sends the same idempotent request; the response is then the same. */
export async function retryWhileInProgress<ApiResponse>(request: () => Promise<ApiResponse>): Promise<ApiResponse> {
  for (let tries = 1; ; tries++) {
    try {
      return await request()
    } catch (error) {
      const isBusy = error instanceof Stripe.errors.StripeError && error.statusCode === 409
      if (!isBusy || tries === maxTries) throw error
      await pause(50 + Math.random() * 50 * tries)
    }
  }
}

/** Awaits an answer about one object; undefined when the provider does not know it (another account, a sandbox that is gone). */
export async function findAtProvider<ApiResponse>(question: Promise<ApiResponse>): Promise<ApiResponse | undefined> {
  return callProvider(
    question.catch((error: unknown) => {
      if (isUnknownToProvider(error)) return undefined
      throw error
    }),
  )
}

/** Whether the provider says that it does not know this object. */
export const isUnknownToProvider = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'
