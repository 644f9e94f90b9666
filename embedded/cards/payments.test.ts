import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type Stripe from 'stripe'
import { isCardNumber } from './browser/card-number.js'
import { getBehavior, testCards } from './test-cards.ts'
import { errorOf } from './testing/error-of.ts'
import { type CardSandbox, startSandbox } from './testing/start-sandbox.ts'

let cards: CardSandbox
before(async () => {
  cards = await startSandbox()
})
after(() => cards[Symbol.asyncDispose]())

const open = (more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  cards.stripe.paymentIntents.create({
    amount: 12345,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    ...more,
  })

const retrieve = (id: string) => cards.stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })

test('every test card has a valid number and the behavior that its name says', async () => {
  for (const [number, name] of testCards) {
    assert.ok(isCardNumber(number), number)
    const { decline, authentication } = getBehavior(name)
    const { intent, error } = await cards.confirm(await open(), number)
    const expected = authentication ? 'requires_action' : decline ? 'requires_payment_method' : 'succeeded'
    assert.equal(intent.status, expected, number)
    if (!authentication) assert.equal(error?.code, decline?.code, number)
  }
})

for (const [number, brand] of [
  ['4242424242424242', 'visa'],
  ['5555555555554444', 'mastercard'],
  ['378282246310005', 'amex'],
  ['6011111111111117', 'discover'],
  ['3056930009020004', 'diners'],
  ['3566002020360505', 'jcb'],
  ['6200000000000005', 'unionpay'],
] as const)
  test(`${brand} ${number} pays`, async () => {
    const intent = await open({ metadata: { order: '7' } })
    assert.equal(intent.status, 'requires_payment_method')
    assert.match(intent.id, /^pi_\w{24}$/)
    assert.ok(intent.client_secret?.startsWith(`${intent.id}_secret_`))
    assert.equal((await cards.confirm(intent, number)).status, 200)

    const paid = await retrieve(intent.id)
    assert.equal(paid.status, 'succeeded')
    assert.equal(paid.amount_received, 12345)
    assert.deepEqual(paid.metadata, { order: '7' })
    assert.ok(typeof paid.latest_charge === 'object' && paid.latest_charge !== null)
    assert.equal(paid.latest_charge.paid, true)
    const card = paid.latest_charge.payment_method_details?.card
    assert.deepEqual([card?.brand, card?.last4], [brand, number.slice(-4)])
    assert.equal(paid.latest_charge.billing_details.name, 'Jo')
  })

for (const [number, code, declineCode, message] of [
  ['4000000000000002', 'card_declined', 'generic_decline', 'Your card was declined.'],
  ['4000000000009995', 'card_declined', 'insufficient_funds', 'Your card has insufficient funds.'],
  ['4000000000000069', 'expired_card', undefined, 'Your card has expired.'],
  ['4000000000000127', 'incorrect_cvc', undefined, "Your card's security code is incorrect."],
  [
    '4000000000000119',
    'processing_error',
    undefined,
    'An error occurred while processing your card. Try again in a little bit.',
  ],
  [
    '4000000000006975',
    'card_declined',
    'card_velocity_exceeded',
    'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  ],
] as const)
  test(`${number} is declined: ${declineCode ?? code}; a second card pays the same intent`, async () => {
    const intent = await open()
    const { status, error } = await cards.confirm(intent, number)
    assert.equal(status, 402)
    assert.deepEqual([error?.code, error?.decline_code, error?.message], [code, declineCode, message])

    const declined = await retrieve(intent.id)
    assert.equal(declined.status, 'requires_payment_method')
    assert.equal(declined.last_payment_error?.code, code)
    assert.equal(declined.last_payment_error?.message, message)
    assert.equal(declined.last_payment_error?.payment_method?.card?.last4, number.slice(-4))
    assert.equal(declined.amount_received, 0)
    assert.ok(typeof declined.latest_charge === 'object' && declined.latest_charge?.status === 'failed')

    await cards.confirm(intent)
    const paid = await retrieve(intent.id)
    assert.deepEqual([paid.status, paid.last_payment_error], ['succeeded', null])
    const charges = await cards.stripe.charges.list({ payment_intent: intent.id, limit: 100 })
    assert.deepEqual(
      charges.data.map((charge) => [charge.status, charge.outcome?.reason, charge.failure_message]),
      [
        ['succeeded', null, null],
        ['failed', declineCode ?? code, message],
      ],
    )
  })

test('an invalid number, expiry date or security code and a real card are rejected before anything is stored', async () => {
  const intent = await open()
  const year = String(new Date().getUTCFullYear() - 1)
  for (const [number, fields, code, param] of [
    ['4242424242424241', {}, 'incorrect_number', 'number'],
    ['4242', {}, 'incorrect_number', 'number'],
    ['4242424242424242', { exp_month: '13' }, 'invalid_expiry_month', 'exp_month'],
    ['4242424242424242', { exp_year: year }, 'invalid_expiry_year', 'exp_year'],
    ['4242424242424242', { cvc: '12' }, 'invalid_cvc', 'cvc'],
    ['4242424242424242', { cvc: '1234' }, 'invalid_cvc', 'cvc'],
    ['4111111111111111', {}, 'card_declined', 'number'],
  ] as const) {
    const { status, error } = await cards.confirm(intent, number, fields)
    assert.equal(status, 402)
    assert.deepEqual([error?.code, error?.param], [code, param])
    assert.ok(!JSON.stringify(error).includes(number) || number === '4242')
  }
  assert.equal((await cards.confirm(intent, '4111111111111111')).error?.decline_code, 'test_mode_live_card')
  const after = await retrieve(intent.id)
  assert.deepEqual([after.status, after.latest_charge], ['requires_payment_method', null])
})

test('3-D Secure: passed, failed, and passed but then declined', async () => {
  const confirmed = async (number: string) => {
    const { id } = await open()
    await cards.confirm(await cards.stripe.paymentIntents.retrieve(id), number)
    return cards.stripe.paymentIntents.retrieve(id)
  }
  const answerChallenge = async (intent: Stripe.PaymentIntent, outcome: 'complete' | 'fail') => {
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
  const passed = await confirmed('4000002760003184')
  assert.deepEqual([passed.status, passed.latest_charge], ['requires_action', null])
  assert.equal((await answerChallenge(passed, 'complete')).status, 200)
  assert.equal((await answerChallenge(passed, 'complete')).status, 400)
  assert.equal((await cards.stripe.paymentIntents.retrieve(passed.id)).status, 'succeeded')

  const failed = await confirmed('4000002760003184')
  assert.equal((await answerChallenge(failed, 'fail')).status, 200)
  const retry = await cards.stripe.paymentIntents.retrieve(failed.id)
  assert.equal(retry.status, 'requires_payment_method')
  assert.equal(retry.last_payment_error?.code, 'payment_intent_authentication_failure')

  const poor = await confirmed('4000008260003178')
  assert.equal((await answerChallenge(poor, 'complete')).status, 402)
  assert.equal(
    (await cards.stripe.paymentIntents.retrieve(poor.id)).last_payment_error?.decline_code,
    'insufficient_funds',
  )
})

test('a canceled intent cannot be paid and a paid one cannot be canceled', async () => {
  const intent = await open()
  const canceled = await cards.stripe.paymentIntents.cancel(intent.id)
  assert.equal(canceled.status, 'canceled')
  assert.ok(canceled.canceled_at)
  assert.equal((await cards.confirm(intent)).error?.code, 'payment_intent_unexpected_state')
  const paid = await open()
  await cards.confirm(paid)
  assert.equal((await errorOf(cards.stripe.paymentIntents.cancel(paid.id))).code, 'payment_intent_unexpected_state')
  const again = await cards.confirm(paid)
  assert.match(again.error?.message ?? '', /already succeeded/)
  assert.deepEqual([again.intent.id, again.intent.metadata], [paid.id, undefined])
})

test('concurrent confirmations charge once', async () => {
  const intent = await open()
  const results = await Promise.all(Array.from({ length: 8 }, () => cards.confirm(intent)))
  assert.equal(results.filter(({ status }) => status === 200).length, 1)
  const { rows } = await cards.db.execute(`SELECT FROM cards.charges WHERE payment_intent_id = '${intent.id}'`)
  assert.equal(rows.length, 1)
})

test('payments are still there after a restart', async () => {
  const intent = await open()
  await cards.restart()
  assert.equal((await cards.confirm(intent)).status, 200)
  await cards.restart()
  assert.equal((await retrieve(intent.id)).status, 'succeeded')
})
