import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type Stripe from 'stripe'
import type { EventWay } from './cards-deps.ts'
import { eventually } from './testing/eventually.ts'
import { type ListeningShop, listeningShop } from './testing/listening-shop.ts'
import { type RunningCards, runningCards } from './testing/running-cards.ts'
import { lostWay, unrulyWay } from './unruly-way.ts'

let aheadMs = 0
let way: () => EventWay = () => ({ delayMs: 0, copies: 1 })
let cards: RunningCards
let shop: ListeningShop
before(async () => {
  shop = await listeningShop()
  const webhook = { ...shop.webhook, way: () => way() }
  cards = await runningCards({ webhook, now: () => new Date(Date.now() + aheadMs) })
})
after(async () => {
  await cards[Symbol.asyncDispose]()
  await shop[Symbol.asyncDispose]()
})

const pay = () =>
  cards.stripe.paymentIntents.create({
    amount: 2000,
    currency: 'usd',
    confirm: true,
    payment_method: 'pm_card_visa',
  })
const typesAbout = ({ id }: Stripe.PaymentIntent) =>
  shop.got.filter(({ data }) => 'id' in data.object && data.object.id === id).map(({ type }) => type)

test('an event that is held back is overtaken by those after it', async () => {
  const delays = [600_000, 0, 0]
  way = () => ({ delayMs: delays.shift() ?? 0, copies: 1 })
  const intent = await pay()
  await shop.delivered('payment_intent.succeeded', intent.id)
  assert.deepEqual(typesAbout(intent), ['payment_intent.succeeded'])
  aheadMs += 600_000
  await shop.delivered('payment_intent.created', intent.id)
})

test('an event may come more than once, with the same id', async () => {
  way = () => ({ delayMs: 0, copies: 3 })
  const intent = await pay()
  await eventually(() => (typesAbout(intent).length === 6 ? true : undefined))
  const twice = shop.got.filter(({ type, data }) => type === 'payment_intent.succeeded' && 'id' in data.object)
  const ids = twice.filter(({ data }) => 'id' in data.object && data.object.id === intent.id).map(({ id }) => id)
  assert.equal(new Set(ids).size, 1)
})

test('a lost event stands in the list, where whoever missed it can ask', async () => {
  way = lostWay
  const lost = await pay()
  way = () => ({ delayMs: 0, copies: 1 })
  await shop.delivered('payment_intent.succeeded', (await pay()).id)
  assert.deepEqual(typesAbout(lost), [])
  const listed = await cards.stripe.events.list({ types: ['payment_intent.succeeded', 'payment_intent.created'] })
  const mine = listed.data.filter(({ data }) => 'id' in data.object && data.object.id === lost.id)
  assert.deepEqual(
    mine.map(({ type }) => type),
    ['payment_intent.succeeded', 'payment_intent.created'],
  )
  const one = await cards.stripe.events.list({ type: 'payment_intent.succeeded', limit: 1 })
  assert.equal(one.has_more, true)
})

test('refused deliveries are tried again with growing pauses', async () => {
  shop.refuse(3)
  const intent = await cards.stripe.paymentIntents.create({ amount: 2000, currency: 'usd' })
  const waits: number[] = []
  for (const left of [2, 1, 0]) {
    await eventually(() => (shop.refusing() === left ? true : undefined))
    waits.push(await pauseOf(intent.id))
    aheadMs += waits.at(-1) ?? 0
  }
  await shop.delivered('payment_intent.created', intent.id)
  const [first = 0, second = 0, third = 0] = waits
  assert.ok(first > 3000 && second > 1.5 * first && third > 1.5 * second, String(waits))
})

/** How long an event still waits for its next delivery, once the last one was written down as refused. */
async function pauseOf(intentId: string): Promise<number> {
  for (;;) {
    const { rows } = await cards.db.execute<{ wait: number; attempts: number }>(
      `SELECT extract(epoch FROM next_attempt_at) * 1000 AS wait FROM cards.events
       WHERE object->>'id' = '${intentId}' AND next_attempt_at IS NOT NULL`,
    )
    const wait = Number(rows[0]?.wait) - Date.now() - aheadMs
    // Under way, it is leased for fifteen seconds; the pauses are of 5, 10 and 20 seconds.
    if (Math.abs(wait - 15_000) > 2500) return wait
    await pause(20)
  }
}

test('on a bad day most events arrive, some late, some twice, some never', () => {
  const ways = Array.from({ length: 1000 }, () => unrulyWay())
  for (const copies of [0, 1, 2]) assert.ok(ways.filter((each) => each.copies === copies).length > 50)
  assert.ok(ways.filter(({ delayMs }) => delayMs > 5000).length > 200)
})
