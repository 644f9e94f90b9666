import { asc, inArray, or, sql } from 'drizzle-orm'
import Stripe from 'stripe'
import { events } from '#embedded/cards/cards.tables.ts'
import { presentEvent } from '#embedded/cards/present.ts'
import { settleRefunds } from '#embedded/cards/settle-refunds.ts'
import type { Command } from './commands.ts'
import type { KnownOrder, Model } from './model.ts'
import { retry, type ShopProcesses } from './shop-processes.ts'

/** Delivers the provider's events about an order, in any order and any number of times. */
export async function deliver(shop: ShopProcesses, order: KnownOrder, how: Extract<Command, { do: 'deliver' }>) {
  const all = await eventsAbout(shop, order)
  const chosen = how.events === 'all' ? all : how.events === 'first' ? all.slice(0, 2) : all.slice(-2)
  for (const event of how.backwards ? chosen.toReversed() : chosen)
    await Promise.all(Array.from({ length: how.times }, () => send(shop, event)))
}

/** Delivers the events that the provider repeats until they are answered. */
export async function repeatEvents(shop: ShopProcesses, order: KnownOrder): Promise<void> {
  for (const event of await eventsAbout(shop, order))
    if (/^(?:charge\.dispute|refund)\./.test(event.type)) await send(shop, event)
}

async function eventsAbout({ db }: ShopProcesses, order: KnownOrder): Promise<(typeof events.$inferSelect)[]> {
  const ids = [...order.intents.keys()]
  if (ids.length === 0) return []
  return db
    .select()
    .from(events)
    .where(or(inArray(sql`object->>'id'`, ids), inArray(sql`object->>'payment_intent'`, ids)))
    .orderBy(asc(events.sequence))
}

async function send(shop: ShopProcesses, event: typeof events.$inferSelect): Promise<void> {
  const payload = JSON.stringify(presentEvent(event))
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: shop.first.secrets.cardEventSecret })
  await shop.next().app.inject({
    method: 'POST',
    url: '/webhooks/stripe',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    payload,
  })
}

/** Finishes the pending refunds of an order at the provider. */
export async function passTimeAtProvider(shop: ShopProcesses, order: KnownOrder): Promise<void> {
  const ids = [...order.intents.keys()]
  if (ids.length === 0) return
  await shop.db.execute(
    sql`UPDATE cards.refunds SET turns_at = now() - interval '1 second'
        WHERE turns_at IS NOT NULL AND ${inArray(sql`payment_intent_id`, ids)}`,
  )
  const deps = { db: shop.db, secretKey: shop.first.secrets.cardsSecretKey, now: () => new Date() }
  await retry(() => settleRefunds(deps))
}

/** Makes the payments and refunds of a buyer old enough to be asked about. */
export async function agePayments({ pool }: ShopProcesses, { buyer }: Model): Promise<void> {
  await pool.query(
    `WITH mine AS (SELECT id FROM orders WHERE buyer_id = $1),
     aged AS (UPDATE payments SET created_at = now() - interval '1 hour', checked_at = NULL
              WHERE order_id IN (SELECT id FROM mine) AND canceled_at IS NULL AND succeeded_at IS NULL)
     UPDATE refunds SET asked_at = now() - interval '1 hour'
     WHERE order_id IN (SELECT id FROM mine) AND state IN ('requested', 'pending')`,
    [buyer.id],
  )
}
