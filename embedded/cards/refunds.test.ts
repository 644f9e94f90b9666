import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type Stripe from 'stripe'
import { decideDispute } from './testing/decide-dispute.ts'
import { type WebhookReceiver, startWebhookReceiver } from './testing/webhook-receiver.ts'
import { errorOf } from './testing/error-of.ts'
import { type CardSandbox, startSandbox } from './testing/start-sandbox.ts'

let aheadMs = 0
let cards: CardSandbox
let receiver: WebhookReceiver

before(async () => {
  receiver = await startWebhookReceiver()
  cards = await startSandbox({ webhook: receiver.webhook, now: () => new Date(Date.now() + aheadMs) })
})
after(async () => {
  await cards[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})

async function pay(number?: string): Promise<Stripe.PaymentIntent> {
  const intent = await cards.stripe.paymentIntents.create({ amount: 10_000, currency: 'usd' })
  await cards.confirm(intent, number)
  return cards.stripe.paymentIntents.retrieve(intent.id)
}
const refund = ({ id }: Stripe.PaymentIntent, amount = 10_000) =>
  cards.stripe.refunds.create({
    payment_intent: id,
    amount,
    reason: 'requested_by_customer',
    metadata: { refund: '7' },
  })
const refundsOf = async ({ id }: Stripe.PaymentIntent) =>
  (await cards.stripe.refunds.list({ payment_intent: id, limit: 100 })).data
const latestCharge = async ({ id }: Stripe.PaymentIntent) => {
  const { latest_charge: charge } = await cards.stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
  return typeof charge === 'object' ? charge : undefined
}

test('refunds parts, and never more than was paid', async () => {
  const intent = await pay()
  const part = await refund(intent, 4000)
  assert.deepEqual([part.status, part.reason, part.metadata], ['succeeded', 'requested_by_customer', { refund: '7' }])
  assert.equal((await errorOf(refund(intent, 6001))).param, 'amount')
  const rest = await refund(intent, 6000)
  assert.equal((await errorOf(refund(intent, 1))).code, 'charge_already_refunded')
  const charge = await latestCharge(intent)
  assert.deepEqual([charge?.refunded, charge?.amount_refunded], [true, 10_000])
  assert.deepEqual(
    (await refundsOf(intent)).map(({ id }) => id),
    [rest.id, part.id],
  )
  const first = await cards.stripe.refunds.list({ payment_intent: intent.id, limit: 1 })
  assert.deepEqual([first.data.length, first.has_more], [1, true])
  await receiver.waitForEvent('refund.created', rest.id)
})

test('concurrent refunds refund once', async () => {
  const intent = await pay()
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => refund(intent, 6000)))
  assert.equal(results.filter((result) => result.status === 'fulfilled').length, 1)
})

test('a refund may fail later or stay pending for a while', async () => {
  const failing = await pay('4000000000005126')
  const slow = await pay('4000000000007726')
  const [first, second] = [await refund(failing), await refund(slow)]
  assert.deepEqual([first.status, second.status], ['succeeded', 'pending'])
  aheadMs += 6000
  await receiver.waitForEvent('refund.failed', first.id)
  await receiver.waitForEvent('refund.updated', second.id)
  const [failed] = await refundsOf(failing)
  assert.deepEqual([failed?.status, failed?.failure_reason], ['failed', 'expired_or_canceled_card'])
  assert.equal((await latestCharge(failing))?.amount_refunded, 0)
  assert.equal((await refundsOf(slow))[0]?.status, 'succeeded')
})

test('a disputed payment cannot be refunded until the bank decides for the shop', async () => {
  const intent = await pay('4000000000000259')
  assert.equal(intent.status, 'succeeded')
  assert.equal((await latestCharge(intent))?.disputed, true)
  const event = await receiver.waitForEvent('charge.dispute.created', intent.id)
  assert.ok(event.type === 'charge.dispute.created')
  const { status, reason, amount } = event.data.object
  assert.deepEqual([status, reason, amount], ['needs_response', 'fraudulent', 10_000])
  assert.equal((await errorOf(refund(intent))).code, 'charge_disputed')
  await decideDispute(cards.db, intent.id, 'won')
  assert.equal((await cards.stripe.disputes.retrieve(event.data.object.id)).status, 'won')
  assert.equal((await refund(intent)).status, 'succeeded')
})
