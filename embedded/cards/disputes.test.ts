import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type Stripe from 'stripe'
import { type ListeningShop, listeningShop } from './testing/listening-shop.ts'
import { refusalOf } from './testing/refusal-of.ts'
import { type RunningCards, runningCards } from './testing/running-cards.ts'

let cards: RunningCards
let shop: ListeningShop
before(async () => {
  shop = await listeningShop()
  cards = await runningCards({ webhook: shop.webhook })
})
after(async () => {
  await cards[Symbol.asyncDispose]()
  await shop[Symbol.asyncDispose]()
})

const pay = (payment_method: string) =>
  cards.stripe.paymentIntents.create({
    amount: 10_000,
    currency: 'usd',
    confirm: true,
    payment_method,
    expand: ['latest_charge'],
  })

async function disputesOf(intent: Stripe.PaymentIntent): Promise<Stripe.Dispute[]> {
  return (await cards.stripe.disputes.list({ payment_intent: intent.id })).data
}

for (const [alias, reason, status] of [
  ['pm_card_createDispute', 'fraudulent', 'needs_response'],
  ['pm_card_createDisputeProductNotReceived', 'product_not_received', 'needs_response'],
  ['pm_card_createDisputeInquiry', 'fraudulent', 'warning_needs_response'],
] as const)
  test(`${alias}: paid, and disputed afterwards`, async () => {
    const intent = await pay(alias)
    assert.equal(intent.status, 'succeeded')
    assert.ok(typeof intent.latest_charge === 'object' && intent.latest_charge?.disputed)
    const event = await shop.delivered('charge.dispute.created', intent.id)
    assert.ok(event.type === 'charge.dispute.created')
    assert.equal(event.data.object.reason, reason)
    assert.equal(event.data.object.status, status)
    const dispute = await cards.stripe.disputes.retrieve(event.data.object.id, { expand: ['charge', 'payment_intent'] })
    assert.ok(typeof dispute.charge === 'object' && dispute.charge.id === intent.latest_charge.id)
    assert.ok(typeof dispute.payment_intent === 'object' && dispute.payment_intent?.id === intent.id)
    assert.equal(dispute.is_charge_refundable, status !== 'needs_response')
    if (status === 'needs_response') {
      await shop.delivered('charge.dispute.funds_withdrawn', intent.id)
      assert.equal(
        (await refusalOf(cards.stripe.refunds.create({ payment_intent: intent.id }))).code,
        'charge_disputed',
      )
    } else assert.equal((await cards.stripe.refunds.create({ payment_intent: intent.id })).status, 'succeeded')
  })

for (const [evidence, status] of [
  ['winning_evidence', 'won'],
  ['losing_evidence', 'lost'],
] as const)
  test(`${evidence}: the dispute is ${status}`, async () => {
    const intent = await pay('pm_card_createDispute')
    const [dispute] = await disputesOf(intent)
    const answered = await cards.stripe.disputes.update(dispute?.id ?? '', {
      evidence: { uncategorized_text: evidence },
    })
    assert.equal(answered.status, status)
    assert.equal(answered.evidence.uncategorized_text, evidence)
    const closed = await shop.delivered('charge.dispute.closed', intent.id)
    assert.ok(closed.type === 'charge.dispute.closed' && closed.data.object.status === status)
    if (status === 'won') {
      await shop.delivered('charge.dispute.funds_reinstated', intent.id)
      assert.equal((await cards.stripe.refunds.create({ payment_intent: intent.id })).status, 'succeeded')
    }
    const again = cards.stripe.disputes.update(answered.id, { evidence: { uncategorized_text: 'winning_evidence' } })
    assert.equal((await refusalOf(again)).statusCode, 400)
    assert.equal((await refusalOf(cards.stripe.disputes.close(answered.id))).statusCode, 400)
  })

test('other evidence is looked at, a draft is only kept, and giving in loses', async () => {
  const [first] = await disputesOf(await pay('pm_card_createDispute'))
  const id = first?.id ?? ''
  const draft = await cards.stripe.disputes.update(id, { evidence: { uncategorized_text: 'a draft' }, submit: false })
  assert.equal(draft.status, 'needs_response')
  assert.equal(draft.evidence_details.submission_count, 0)
  const sent = await cards.stripe.disputes.update(id, { evidence: { uncategorized_text: 'It was delivered.' } })
  assert.equal(sent.status, 'under_review')
  assert.equal(sent.evidence_details.submission_count, 1)
  assert.equal((await cards.stripe.disputes.close(id)).status, 'lost')
})

test('a payment may be disputed twice, and an issuer may warn without a dispute', async () => {
  assert.equal((await disputesOf(await pay('pm_card_createMultipleDisputes'))).length, 2)
  const warned = await pay('pm_card_createIssuerFraudRecord')
  const event = await shop.delivered('radar.early_fraud_warning.created', warned.id)
  assert.ok(event.type === 'radar.early_fraud_warning.created' && event.data.object.actionable)
  assert.deepEqual(await disputesOf(warned), [])
})
