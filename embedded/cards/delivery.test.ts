import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type Stripe from 'stripe'
import type { DeliveryPlan } from './api.ts'
import { waitFor } from './testing/wait-for.ts'
import { type WebhookReceiver, startWebhookReceiver } from './testing/webhook-receiver.ts'
import { type CardSandbox, startSandbox } from './testing/start-sandbox.ts'
import { dropDelivery, chaosDelivery } from './deliver-events.ts'

let aheadMs = 0
let frozenAt: number | undefined
const now = () => (frozenAt ?? Date.now()) + aheadMs
let plan: () => DeliveryPlan = () => ({ delayMs: 0, deliveries: 1 })
let cards: CardSandbox
let receiver: WebhookReceiver
before(async () => {
  receiver = await startWebhookReceiver()
  const webhook = { ...receiver.webhook, plan: () => plan() }
  cards = await startSandbox({ webhook, now: () => new Date(now()) })
})
after(async () => {
  await cards[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})

const open = () => cards.stripe.paymentIntents.create({ amount: 2000, currency: 'usd' })
const pay = async (intent?: Stripe.PaymentIntent) => (await cards.confirm(intent ?? (await open()))).intent
const decline = (intent: Stripe.PaymentIntent) => cards.confirm(intent, '4000000000000002')
const typesAbout = ({ id }: Stripe.PaymentIntent) =>
  receiver.received.filter(({ data }) => 'id' in data.object && data.object.id === id).map(({ type }) => type)

test('a payment reaches the webhook, signed', async () => {
  const { id } = await pay()
  const event = await receiver.waitForEvent('payment_intent.succeeded', id)
  assert.equal(event.livemode, false)
  const intent = await cards.stripe.paymentIntents.retrieve(id)
  assert.deepEqual(event.data.object, JSON.parse(JSON.stringify(intent)))
})

test('a delayed event is overtaken by later ones', async () => {
  const delays = [600_000, 0]
  plan = () => ({ delayMs: delays.shift() ?? 0, deliveries: 1 })
  const intent = await open()
  await decline(intent)
  await pay(intent)
  await receiver.waitForEvent('payment_intent.succeeded', intent.id)
  assert.deepEqual(typesAbout(intent), ['payment_intent.succeeded'])
  aheadMs += 600_000
  await receiver.waitForEvent('payment_intent.payment_failed', intent.id)
})

test('an event may be delivered more than once, with the same id', async () => {
  plan = () => ({ delayMs: 0, deliveries: 3 })
  const intent = await pay()
  await waitFor(() => (typesAbout(intent).length === 3 ? true : undefined))
  const ids = receiver.received
    .filter(({ data }) => 'id' in data.object && data.object.id === intent.id)
    .map(({ id }) => id)
  assert.equal(new Set(ids).size, 1)
})

test('a dropped event is never delivered', async () => {
  plan = dropDelivery
  const dropped = await pay()
  plan = () => ({ delayMs: 0, deliveries: 1 })
  await receiver.waitForEvent('payment_intent.succeeded', (await pay()).id)
  assert.deepEqual(typesAbout(dropped), [])
})

test('failed deliveries are retried with growing delays', async () => {
  // Otherwise a busy machine would shorten what is left of a delay.
  frozenAt = Date.now()
  receiver.failNext(3)
  const intent = await pay()
  const waits: number[] = []
  for (const left of [2, 1, 0]) {
    await waitFor(() => (receiver.failuresLeft() === left ? true : undefined))
    waits.push(await retryDelayOf(intent.id))
    aheadMs += waits.at(-1) ?? 0
  }
  await receiver.waitForEvent('payment_intent.succeeded', intent.id)
  assert.deepEqual(waits, [5000, 10_000, 20_000])
  frozenAt = undefined
})

/** Returns the delay until the next delivery, once the last one is recorded as failed. */
async function retryDelayOf(intentId: string): Promise<number> {
  for (;;) {
    const { rows } = await cards.db.execute<{ wait: number; attempts: number }>(
      `SELECT extract(epoch FROM next_attempt_at) * 1000 AS wait FROM cards.events
       WHERE object->>'id' = '${intentId}' AND next_attempt_at IS NOT NULL`,
    )
    const wait = Math.round(Number(rows[0]?.wait)) - now()
    // During a delivery the event is leased for 15 seconds.
    if (wait !== 15_000) return wait
    await delay(20)
  }
}

test('chaos delivers most events, some late, some twice, some never', () => {
  const plans = Array.from({ length: 1000 }, () => chaosDelivery())
  for (const deliveries of [0, 1, 2]) assert.ok(plans.filter((each) => each.deliveries === deliveries).length > 50)
  assert.ok(plans.filter(({ delayMs }) => delayMs > 5000).length > 200)
})
