import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import Stripe from 'stripe'
import { refusalOf } from './testing/refusal-of.ts'
import { type RunningCards, runningCards } from './testing/running-cards.ts'

let cards: RunningCards
before(async () => {
  cards = await runningCards()
})
after(() => cards[Symbol.asyncDispose]())

/** What a buyer's browser does: makes a payment method with the publishable key. */
const methodOf = (number: string, more: Partial<Stripe.PaymentMethodCreateParams.Card> = {}) =>
  cards.sdk('pk_test_browser').paymentMethods.create({
    type: 'card',
    card: { number, exp_month: 12, exp_year: new Date().getUTCFullYear() + 2, cvc: '123', ...more },
  })

const intentOf = (more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  cards.stripe.paymentIntents.create({
    amount: 12345,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    ...more,
  })

const successes = [
  ['4242424242424242', 'visa', 'credit'],
  ['4000056655665556', 'visa', 'debit'],
  ['5555555555554444', 'mastercard', 'credit'],
  ['2223003122003222', 'mastercard', 'credit'],
  ['378282246310005', 'amex', 'credit'],
  ['6011111111111117', 'discover', 'credit'],
  ['3056930009020004', 'diners', 'credit'],
  ['3566002020360505', 'jcb', 'credit'],
  ['6200000000000005', 'unionpay', 'credit'],
] as const

for (const [number, brand, funding] of successes)
  test(`${brand} ${number} pays`, async () => {
    const intent = await intentOf({ metadata: { order: '7' } })
    assert.equal(intent.status, 'requires_payment_method')
    assert.match(intent.id, /^pi_\w{24}$/)
    assert.ok(intent.client_secret?.startsWith(`${intent.id}_secret_`))
    const method = await methodOf(number)
    assert.equal(method.card?.brand, brand)
    assert.equal(method.card?.funding, funding)
    assert.equal(method.card?.last4, number.slice(-4))

    const paid = await cards.stripe.paymentIntents.confirm(intent.id, {
      payment_method: method.id,
      expand: ['latest_charge', 'payment_method'],
    })
    assert.equal(paid.status, 'succeeded')
    assert.equal(paid.amount_received, 12345)
    assert.deepEqual(paid.metadata, { order: '7' })
    assert.ok(typeof paid.latest_charge === 'object' && paid.latest_charge !== null)
    assert.equal(paid.latest_charge.paid, true)
    assert.equal(paid.latest_charge.payment_method_details?.card?.last4, number.slice(-4))
    assert.ok(typeof paid.payment_method === 'object' && paid.payment_method?.id === method.id)
  })

const declines = [
  ['4000000000000002', 'card_declined', 'generic_decline', 'Your card was declined.'],
  ['4000000000009995', 'card_declined', 'insufficient_funds', 'Your card has insufficient funds.'],
  ['4000000000009987', 'card_declined', 'lost_card', 'Your card was declined.'],
  ['4000000000009979', 'card_declined', 'stolen_card', 'Your card was declined.'],
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
] as const

for (const [number, code, declineCode, message] of declines)
  test(`${number} is declined: ${declineCode ?? code}; a second card pays the same intent`, async () => {
    const intent = await intentOf()
    const method = await methodOf(number)
    const error = await refusalOf(cards.stripe.paymentIntents.confirm(intent.id, { payment_method: method.id }))
    assert.ok(error instanceof Stripe.errors.StripeCardError)
    assert.equal(error.statusCode, 402)
    assert.equal(error.code, code)
    assert.equal(error.decline_code || undefined, declineCode)
    assert.equal(error.message, message)
    assert.equal(error.payment_intent?.status, 'requires_payment_method')

    const open = await cards.stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] })
    assert.equal(open.status, 'requires_payment_method')
    assert.equal(open.last_payment_error?.code, code)
    assert.equal(open.last_payment_error?.message, message)
    assert.equal(open.amount_received, 0)
    assert.ok(typeof open.latest_charge === 'object' && open.latest_charge?.status === 'failed')

    const second = await methodOf('4242424242424242')
    const paid = await cards.stripe.paymentIntents.confirm(intent.id, { payment_method: second.id })
    assert.equal(paid.status, 'succeeded')
    assert.equal(paid.last_payment_error, null)
  })

test('a wrong number, a bad expiry, a bad security code and a real card are refused before anything is stored', async () => {
  const year = new Date().getUTCFullYear()
  for (const [number, more, code, param] of [
    ['4242424242424241', {}, 'incorrect_number', 'number'],
    ['4242', {}, 'incorrect_number', 'number'],
    ['4242424242424242', { exp_month: 13 }, 'invalid_expiry_month', 'exp_month'],
    ['4242424242424242', { exp_year: year - 1 }, 'invalid_expiry_year', 'exp_year'],
    ['4242424242424242', { cvc: '12' }, 'invalid_cvc', 'cvc'],
    ['4111111111111111', {}, 'card_declined', 'number'],
  ] as const) {
    const error = await refusalOf(methodOf(number, more))
    assert.equal(error.statusCode, 402)
    assert.equal(error.code, code)
    assert.equal(error.param, param)
    assert.ok(!JSON.stringify(error.raw).includes(number) || number === '4242')
  }
  assert.equal((await refusalOf(methodOf('4111111111111111'))).decline_code, 'test_mode_live_card')
})

test('without a security code the issuer cannot find it wrong', async () => {
  const method = await cards.stripe.paymentMethods.create({
    type: 'card',
    card: { number: '4000000000000127', exp_month: 1, exp_year: 2050 },
  })
  const paid = await intentOf({ confirm: true, payment_method: method.id })
  assert.equal(paid.status, 'succeeded')
})

test('server code may name test cards, and pay in one step', async () => {
  const paid = await intentOf({ confirm: true, payment_method: 'pm_card_visa' })
  assert.equal(paid.status, 'succeeded')
  const error = await refusalOf(intentOf({ confirm: true, payment_method: 'pm_card_visa_chargeDeclined' }))
  assert.equal(error.decline_code, 'generic_decline')
  assert.equal(error.payment_intent?.status, 'requires_payment_method')
})

test('update changes what it names; an empty value removes', async () => {
  const intent = await intentOf({
    metadata: { a: '1', b: '2' },
    description: 'Brake discs',
    receipt_email: 'a@b.example',
  })
  const after = await cards.stripe.paymentIntents.update(intent.id, {
    amount: 777,
    metadata: { a: '', c: '3' },
    description: '',
  })
  assert.equal(after.amount, 777)
  assert.deepEqual(after.metadata, { b: '2', c: '3' })
  assert.equal(after.description, null)
  assert.equal(after.receipt_email, 'a@b.example')
  const ready = await cards.stripe.paymentIntents.update(intent.id, { payment_method: 'pm_card_visa' })
  assert.equal(ready.status, 'requires_confirmation')
  assert.equal((await cards.stripe.paymentIntents.confirm(intent.id)).status, 'succeeded')
  const late = await refusalOf(cards.stripe.paymentIntents.update(intent.id, { amount: 900 }))
  assert.equal(late.code, 'payment_intent_unexpected_state')
  assert.deepEqual((await cards.stripe.paymentIntents.update(intent.id, { metadata: '' })).metadata, {})
})

test('a canceled intent cannot be paid and a paid one cannot be canceled', async () => {
  const intent = await intentOf()
  const canceled = await cards.stripe.paymentIntents.cancel(intent.id, { cancellation_reason: 'abandoned' })
  assert.equal(canceled.status, 'canceled')
  assert.equal(canceled.cancellation_reason, 'abandoned')
  assert.ok(canceled.canceled_at)
  const refused = await refusalOf(cards.stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' }))
  assert.equal(refused.code, 'payment_intent_unexpected_state')
  const paid = await intentOf({ confirm: true, payment_method: 'pm_card_visa' })
  assert.equal((await refusalOf(cards.stripe.paymentIntents.cancel(paid.id))).code, 'payment_intent_unexpected_state')
  const again = await refusalOf(cards.stripe.paymentIntents.confirm(paid.id, { payment_method: 'pm_card_visa' }))
  assert.match(again.message, /already succeeded/)
  assert.equal(again.payment_intent?.id, paid.id)
})

test('capture by hand takes the amount once', async () => {
  const held = await intentOf({ confirm: true, payment_method: 'pm_card_visa', capture_method: 'manual' })
  assert.equal(held.status, 'requires_capture')
  assert.equal(held.amount_capturable, 12345)
  const paid = await cards.stripe.paymentIntents.capture(held.id, { amount_to_capture: 12000 })
  assert.equal(paid.status, 'succeeded')
  assert.equal(paid.amount_received, 12000)
  assert.equal((await refusalOf(cards.stripe.paymentIntents.capture(held.id))).code, 'payment_intent_unexpected_state')
})

test('lists come newest first, page by page', async () => {
  const customer = 'cus_pages'
  const made: string[] = []
  for (let index = 0; index < 5; index += 1) made.unshift((await intentOf({ customer })).id)
  const first = await cards.stripe.paymentIntents.list({ customer, limit: 2 })
  assert.deepEqual(
    first.data.map((intent) => intent.id),
    made.slice(0, 2),
  )
  assert.equal(first.has_more, true)
  const all: string[] = []
  for await (const intent of cards.stripe.paymentIntents.list({ customer, limit: 2 })) all.push(intent.id)
  assert.deepEqual(all, made)
  const back = await cards.stripe.paymentIntents.list({ customer, limit: 2, ending_before: made[4] ?? '' })
  assert.deepEqual(
    back.data.map((intent) => intent.id),
    made.slice(2, 4),
  )
  const none = await cards.stripe.paymentIntents.list({ customer, created: { gt: Math.floor(Date.now() / 1000) + 60 } })
  assert.equal(none.data.length, 0)
})

test('a payment method pays once', async () => {
  const method = await methodOf('4242424242424242')
  await intentOf({ confirm: true, payment_method: method.id })
  const error = await refusalOf(intentOf({ confirm: true, payment_method: method.id }))
  assert.equal(error.code, 'payment_method_unexpected_state')
})

test('confirmed by many at once, an intent is charged once', async () => {
  const intent = await intentOf()
  const results = await Promise.allSettled(
    Array.from({ length: 8 }, () => cards.stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })),
  )
  assert.equal(results.filter((result) => result.status === 'fulfilled').length, 1)
  const all = await cards.stripe.charges.list({ payment_intent: intent.id })
  assert.equal(all.data.filter((charge) => charge.paid).length, 1)
})

test('a payment method’s owner and metadata can change, its card cannot', async () => {
  const method = await methodOf('4242424242424242')
  const named = await cards.stripe.paymentMethods.update(method.id, {
    billing_details: { name: 'Jo', address: { postal_code: '94107' } },
    metadata: { from: 'test' },
  })
  assert.equal(named.billing_details.name, 'Jo')
  const again = await cards.stripe.paymentMethods.retrieve(method.id)
  assert.deepEqual([again.billing_details.address?.postal_code, again.metadata], ['94107', { from: 'test' }])
  assert.equal((await refusalOf(cards.stripe.paymentMethods.retrieve('pm_unknown'))).code, 'resource_missing')
})

test('everything is there again after a restart', async () => {
  const intent = await intentOf({ description: 'kept' })
  const method = await methodOf('4242424242424242')
  await cards.restart()
  const paid = await cards.stripe.paymentIntents.confirm(intent.id, { payment_method: method.id })
  assert.equal(paid.status, 'succeeded')
  await cards.restart()
  assert.equal((await cards.stripe.paymentIntents.retrieve(intent.id)).status, 'succeeded')
})
