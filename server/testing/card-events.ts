import { asc, sql } from 'drizzle-orm'
import { pino } from 'pino'
import Stripe from 'stripe'
import { events } from '#embedded/cards/cards.tables.ts'
import { presentEvent } from '#embedded/cards/present.ts'
import { checkStock } from '#server/stock/check-stock.ts'
import { findStore } from '#server/testing/find-store.ts'
import { createQueueMail } from '#server/notifications/queue-mail.ts'
import { checkReservedStock } from '#server/orders/check-reserved-stock.ts'
import { checkShipments } from '#server/orders/shipments/check-shipments.ts'
import { checkDocuments } from '#server/documents/check-documents.ts'
import { checkPayments } from '#server/payments/check-payments.ts'
import { findReplacedUnits } from '#server/returns/find-returns.ts'
import type { RefundDeps } from '#server/payments/refund-order.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { TestShop } from '#server/testing/open-test-shop.ts'

type Fetch = typeof fetch
/** Intercepts a request to the provider; `pass` sends it. */
export type Transport = (pass: Fetch, url: Parameters<Fetch>[0], init?: RequestInit) => Promise<Response>

/** Creates the official client for the provider of a test shop; `by` intercepts each request. */
export function createProviderClient(
  shop: TestShop,
  by: Transport = (pass, url, init) => pass(url, init),
  timeout = 60_000,
) {
  const passOn: Fetch = (url, init) => {
    const { pathname, search } = new URL(url instanceof Request ? url.url : url)
    return fetch(`${shop.url}${pathname}${search}`, init)
  }
  return new Stripe(shop.secrets.cardsSecretKey, {
    telemetry: false,
    maxNetworkRetries: 0,
    timeout,
    httpClient: Stripe.createFetchHttpClient((url: Parameters<Fetch>[0], init?: RequestInit) => by(passOn, url, init)),
  })
}

/** Mails stay in the outbox, so no job is enqueued. */
const noJobs: Jobs = {
  on: () => Promise.resolve(),
  enqueue: () => Promise.reject(new Error('Nothing delivers here.')),
  retry: () => Promise.resolve(),
  remove: () => Promise.resolve(),
  names: () => [],
  begin: () => Promise.resolve(),
  stop: () => Promise.resolve(),
}

/** Returns the dependencies of payment functions, with a provider of the test. */
export const settleDeps = (shop: TestShop, provider = createProviderClient(shop)): RefundDeps => ({
  provider,
  findReplacedUnits,
  queueMail: createQueueMail({ jobs: noJobs, delivers: false, publicUrl: () => 'http://localhost', findStore }),
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

/** Returns every event about an object, oldest first. */
export async function eventsAbout({ db }: TestShop, id: string): Promise<Stripe.Event[]> {
  const rows = await db.select().from(events).orderBy(asc(events.sequence))
  return rows
    .map((row) => presentEvent(row) as Stripe.Event)
    .filter((event) => JSON.stringify(event.data.object).includes(`"${id}"`))
}

/** Returns the ids of the payment intents that the provider has for an order. */
export async function intentsOf({ db }: TestShop, orderId: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`SELECT id FROM cards.payment_intents WHERE metadata->>'order_id' = ${orderId}`,
  )
  return rows.map(({ id }) => id)
}

/** Makes the provider's payment intents of an order name another buyer. */
export const tamperWithBuyer = ({ db }: TestShop, orderId: string) =>
  db.execute(sql`UPDATE cards.payment_intents SET metadata = metadata || '{"buyer_id": "another buyer"}'
    WHERE metadata->>'order_id' = ${orderId}`)

/** Returns all violations of the invariants of stock, orders and payments. */
export const findViolations = async ({ db }: TestShop) => [
  ...(await checkStock(db)),
  ...(await checkReservedStock(db)),
  ...(await checkShipments(db)),
  ...(await checkPayments(db)),
  ...(await checkDocuments(db)),
]

/** Returns the kinds of mails to this recipient about an order or its product. */
export async function mailsTo(shop: TestShop, email: string, mentioning: string): Promise<string[]> {
  const { rows } = await shop.db.execute<{ kind: string }>(sql`
    SELECT kind FROM outbox WHERE recipient = ${email} AND strpos(text_body || subject, ${mentioning}) > 0 ORDER BY id`)
  return rows.map(({ kind }) => kind)
}
