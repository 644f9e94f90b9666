import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import Stripe from 'stripe'
import { checkStock } from '#server/catalog/check-stock.ts'
import { createQueueMail } from '#server/notifications/queue-mail.ts'
import { checkUnits } from '#server/orders/check-units.ts'
import { checkMoney } from '#server/payments/check-money.ts'
import type { SettleDeps } from '#server/payments/settle-payment.ts'
import type { Jobs } from '#server/platform/jobs.ts'
import type { TestShop } from '#server/testing/open-test-shop.ts'

type Fetch = typeof fetch
/** How a request travels to the provider: `pass` lets it through. */
export type Way = (pass: Fetch, url: Parameters<Fetch>[0], init?: RequestInit) => Promise<Response>

/** The provider of a test shop through its official client; `by` may stand in the way of each request. */
export function providerOf(shop: TestShop, by: Way = (pass, url, init) => pass(url, init)) {
  const passOn: Fetch = (url, init) => {
    const { pathname, search } = new URL(url instanceof Request ? url.url : url)
    return fetch(`${shop.url}${pathname}${search}`, init)
  }
  return new Stripe(shop.secrets.cardsSecretKey, {
    telemetry: false,
    maxNetworkRetries: 0,
    timeout: 1000,
    httpClient: Stripe.createFetchHttpClient((url: Parameters<Fetch>[0], init?: RequestInit) => by(passOn, url, init)),
  })
}

/** Mail stays in the outbox here, so no job is asked for. */
const noJobs: Jobs = {
  on: () => Promise.resolve(),
  enqueue: () => Promise.reject(new Error('Nothing delivers here.')),
  isRunning: () => false,
  stop: () => Promise.resolve(),
}

/** What the verbs of payments need, with a provider of the test's own. */
export const settling = (shop: TestShop, provider = providerOf(shop)): SettleDeps => ({
  provider,
  queueMail: createQueueMail(noJobs, false, () => undefined),
  log: pino({ level: 'silent' }),
})

/** Sends an event as the provider does, signed; `secondsAgo` and `secret` make it a bad one. */
export async function sendEvent(
  shop: TestShop,
  event: object,
  { secondsAgo = 0, secret = shop.secrets.cardEventSecret } = {},
) {
  const payload = JSON.stringify(event)
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload,
    secret,
    timestamp: Math.floor(Date.now() / 1000) - secondsAgo,
  })
  const response = await fetch(`${shop.url}/webhooks/stripe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body: payload,
  })
  return { status: response.status, body: (await response.json()) as { code?: string } }
}

/** Every event the provider wrote about an object, oldest first. */
export async function eventsAbout(shop: TestShop, id: string): Promise<Stripe.Event[]> {
  const events = await providerOf(shop).events.list({ limit: 100 })
  return events.data.filter((event) => JSON.stringify(event.data.object).includes(`"${id}"`)).toReversed()
}

/** All breaches of the laws of stock, orders and money. */
export const breaches = async ({ db }: TestShop) => [
  ...(await checkStock(db)),
  ...(await checkUnits(db)),
  ...(await checkMoney(db)),
]

/** The kinds of mail that were written about an order, or about its product, to this recipient. */
export async function mailsTo(shop: TestShop, email: string, mentioning: string): Promise<string[]> {
  const { rows } = await shop.db.execute<{ kind: string }>(sql`
    SELECT kind FROM outbox WHERE recipient = ${email} AND strpos(text_body || subject, ${mentioning}) > 0 ORDER BY id`)
  return rows.map(({ kind }) => kind)
}
