import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type Stripe from 'stripe'
import { eventually } from './testing/eventually.ts'
import { type ListeningShop, listeningShop } from './testing/listening-shop.ts'
import { refusalOf } from './testing/refusal-of.ts'
import { type RunningCards, runningCards } from './testing/running-cards.ts'

let aheadMs = 0
let cards: RunningCards
let shop: ListeningShop

before(async () => {
  shop = await listeningShop()
  cards = await runningCards({ webhook: shop.webhook, now: () => new Date(Date.now() + aheadMs) })
})
after(async () => {
  await cards[Symbol.asyncDispose]()
  await shop[Symbol.asyncDispose]()
})

const pay = (payment_method: string) =>
  cards.stripe.paymentIntents.create({ amount: 10_000, currency: 'usd', confirm: true, payment_method })

const chargeOf = ({ latest_charge }: Stripe.PaymentIntent): string =>
  typeof latest_charge === 'string' ? latest_charge : ''

test('a payment reaches the webhook, signed, and can be read again as an event', async () => {
  const intent = await pay('pm_card_visa')
  const event = await shop.delivered('payment_intent.succeeded', intent.id)
  assert.equal(event.livemode, false)
  const again = await cards.stripe.events.retrieve(event.id)
  assert.equal(again.type, 'payment_intent.succeeded')
  assert.deepEqual(again.data.object, JSON.parse(JSON.stringify(event.data.object)))
  await shop.delivered('charge.succeeded', intent.id)
  await shop.delivered('payment_intent.created', intent.id)
})

test('a refused delivery comes again later', async () => {
  shop.refuse(1)
  const intent = await cards.stripe.paymentIntents.create({ amount: 10_000, currency: 'usd' })
  await eventually(() => (shop.refusing() === 0 ? true : undefined))
  await eventually(() => {
    aheadMs += 6000
    return shop.got.find(({ data }) => 'id' in data.object && data.object.id === intent.id)
  })
})

test('refunds in parts, never above what was paid', async () => {
  const intent = await pay('pm_card_visa')
  const part = await cards.stripe.refunds.create({
    payment_intent: intent.id,
    amount: 4000,
    reason: 'requested_by_customer',
  })
  assert.equal(part.status, 'succeeded')
  assert.equal(part.reason, 'requested_by_customer')
  const tooMuch = await refusalOf(cards.stripe.refunds.create({ payment_intent: intent.id, amount: 6001 }))
  assert.equal(tooMuch.param, 'amount')
  const rest = await cards.stripe.refunds.create({ charge: chargeOf(intent) })
  assert.equal(rest.amount, 6000)
  const none = await refusalOf(cards.stripe.refunds.create({ payment_intent: intent.id }))
  assert.equal(none.code, 'charge_already_refunded')
  const charge = await cards.stripe.charges.retrieve(chargeOf(intent), { expand: ['refunds'] })
  assert.equal(charge.refunded, true)
  assert.equal(charge.amount_refunded, 10_000)
  assert.deepEqual(
    charge.refunds?.data.map((refund) => refund.id),
    [rest.id, part.id],
  )
  const listed = await cards.stripe.refunds.list({ payment_intent: intent.id })
  assert.equal(listed.data.length, 2)
  const shown = await cards.stripe.refunds.retrieve(part.id, { expand: ['payment_intent.latest_charge'] })
  assert.ok(typeof shown.payment_intent === 'object' && typeof shown.payment_intent?.latest_charge === 'object')
  await shop.delivered('charge.refunded', charge.id)
  await shop.delivered('refund.created', rest.id)
})

test('refunded by many at once, money goes back once', async () => {
  const intent = await pay('pm_card_visa')
  const results = await Promise.allSettled(
    Array.from({ length: 8 }, () => cards.stripe.refunds.create({ payment_intent: intent.id, amount: 6000 })),
  )
  assert.equal(results.filter((result) => result.status === 'fulfilled').length, 1)
})

test('a refund may fail later, and another may take its time', async () => {
  const failing = await pay('pm_card_refundFail')
  const slow = await pay('pm_card_pendingRefund')
  const first = await cards.stripe.refunds.create({ payment_intent: failing.id })
  assert.equal(first.status, 'succeeded')
  const second = await cards.stripe.refunds.create({ payment_intent: slow.id })
  assert.equal(second.status, 'pending')
  const named = await cards.stripe.refunds.update(second.id, { metadata: { order: '7' } })
  assert.deepEqual(named.metadata, { order: '7' })
  const kept = await refusalOf(cards.stripe.refunds.cancel(second.id))
  assert.equal(kept.statusCode, 400)
  aheadMs += 6000
  await shop.delivered('refund.failed', first.id)
  await shop.delivered('refund.updated', second.id)
  const failed = await cards.stripe.refunds.retrieve(first.id, { expand: ['charge'] })
  await shop.delivered('charge.refund.updated', first.id)
  assert.equal(failed.status, 'failed')
  assert.equal(failed.failure_reason, 'expired_or_canceled_card')
  assert.ok(typeof failed.charge === 'object' && failed.charge?.amount_refunded === 0)
  assert.equal((await cards.stripe.refunds.retrieve(second.id)).status, 'succeeded')
})

test('3-D Secure: passed, failed, passed and then declined, and nobody there to pass it', async () => {
  const answerBank = async (intent: Stripe.PaymentIntent, outcome: 'complete' | 'fail') => {
    const source = intent.next_action?.use_stripe_sdk
    assert.ok(source && 'three_d_secure_2_source' in source)
    const body = new URLSearchParams({
      key: 'pk_test_browser',
      client_secret: intent.client_secret ?? '',
      source: String(source.three_d_secure_2_source),
      outcome,
    })
    return fetch(`${cards.origin}/v1/payment_intents/${intent.id}/challenge`, { method: 'POST', body })
  }
  const passed = await pay('pm_card_threeDSecure2Required')
  assert.equal(passed.status, 'requires_action')
  assert.equal(passed.latest_charge, null)
  assert.equal((await answerBank(passed, 'complete')).status, 200)
  assert.equal((await answerBank(passed, 'complete')).status, 400)
  const paid = await cards.stripe.paymentIntents.retrieve(passed.id, { expand: ['latest_charge'] })
  assert.equal(paid.status, 'succeeded')
  assert.ok(typeof paid.latest_charge === 'object')
  assert.equal(paid.latest_charge?.payment_method_details?.card?.three_d_secure?.result, 'authenticated')

  const failed = await pay('pm_card_authenticationRequired')
  assert.equal((await answerBank(failed, 'fail')).status, 200)
  const open = await cards.stripe.paymentIntents.retrieve(failed.id)
  assert.equal(open.status, 'requires_payment_method')
  assert.equal(open.last_payment_error?.code, 'payment_intent_authentication_failure')
  await shop.delivered('payment_intent.payment_failed', failed.id)

  const poor = await pay('pm_card_authenticationRequiredChargeDeclinedInsufficientFunds')
  const declined = await answerBank(poor, 'complete')
  assert.equal(declined.status, 402)
  assert.equal(
    (await cards.stripe.paymentIntents.retrieve(poor.id)).last_payment_error?.decline_code,
    'insufficient_funds',
  )

  const alone = await refusalOf(
    cards.stripe.paymentIntents.create({
      amount: 10_000,
      currency: 'usd',
      confirm: true,
      off_session: true,
      payment_method: 'pm_card_authenticationRequired',
    }),
  )
  assert.equal(alone.code, 'authentication_required')
})
