import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type Stripe from 'stripe'
import { getBehavior, testCards } from './test-cards.ts'
import { errorOf } from './testing/error-of.ts'
import { type CardSandbox, startSandbox } from './testing/start-sandbox.ts'
import { startWebhookReceiver, type WebhookReceiver } from './testing/webhook-receiver.ts'

let cards: CardSandbox
let receiver: WebhookReceiver
before(async () => {
  receiver = await startWebhookReceiver()
  cards = await startSandbox({ webhook: receiver.webhook })
})
after(async () => {
  await cards[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})

const newCustomer = () => cards.stripe.customers.create({ metadata: { user: '7' } })
const open = ({ id }: Stripe.Customer) =>
  cards.stripe.setupIntents.create({
    customer: id,
    usage: 'on_session',
    allowed_payment_method_types: ['card'],
    metadata: { user: '7' },
  })
const savedBy = async ({ id }: Stripe.Customer) =>
  (await cards.stripe.paymentMethods.list({ customer: id, type: 'card' })).data

interface SetupError {
  code?: string
  decline_code?: string
  message: string
  setup_intent?: Stripe.SetupIntent
}

/** Calls a setup intent as Stripe.js does, with the publishable key and the client secret. */
async function call({ id, client_secret: secret }: Stripe.SetupIntent, action: string, fields: Record<string, string>) {
  const body = new URLSearchParams({ key: 'pk_test_browser', client_secret: secret ?? '', ...fields })
  const response = await fetch(`${cards.origin}/v1/setup_intents/${id}/${action}`, { method: 'POST', body })
  const result = (await response.json()) as Stripe.SetupIntent & { error?: SetupError }
  return { status: response.status, result, error: result.error }
}

const confirm = (intent: Stripe.SetupIntent, number = '4242424242424242', more: Record<string, string> = {}) => {
  const data = { 'card][number': number, 'card][exp_month': '12', 'card][exp_year': '40', 'card][cvc': '123' }
  const fields = Object.entries({ type: 'card', ...data, ...more })
  return call(
    intent,
    'confirm',
    Object.fromEntries(fields.map(([name, value]) => [`payment_method_data[${name}]`, value])),
  )
}

/** Answers the challenge of an intent. */
async function answerChallenge({ id }: Stripe.SetupIntent, outcome: 'complete' | 'fail') {
  const waiting = await cards.stripe.setupIntents.retrieve(id)
  assert.equal(waiting.status, 'requires_action')
  const action = waiting.next_action as unknown as { use_stripe_sdk: { three_d_secure_2_source: string } }
  return call(waiting, 'challenge', { source: action.use_stripe_sdk.three_d_secure_2_source, outcome })
}

test('a card is saved without a payment, and pays', async () => {
  const customer = await newCustomer()
  const intent = await open(customer)
  assert.match(intent.id, /^seti_\w+$/)
  assert.deepEqual(
    [intent.object, intent.status, intent.usage, intent.customer],
    ['setup_intent', 'requires_payment_method', 'on_session', customer.id],
  )
  const { status, result } = await confirm(intent)
  assert.deepEqual([status, result.status, result.customer], [200, 'succeeded', undefined])
  const [card] = await savedBy(customer)
  assert.deepEqual([card?.card?.last4, card?.id], ['4242', result.payment_method])
  const payment = await cards.stripe.paymentIntents.create({ amount: 900, currency: 'usd', customer: customer.id })
  const body = new URLSearchParams({ key: 'pk_test_browser', client_secret: payment.client_secret ?? '' })
  body.set('payment_method', card?.id ?? '')
  const paid = await fetch(`${cards.origin}/v1/payment_intents/${payment.id}/confirm`, { method: 'POST', body })
  assert.equal(paid.status, 200)
  await receiver.waitForEvent('setup_intent.succeeded', intent.id)
})

test('each test card that its issuer declines is declined, and none of them is saved', async () => {
  for (const [number, name] of testCards) {
    const { decline, authentication } = getBehavior(name)
    if (decline === undefined || authentication) continue
    const customer = await newCustomer()
    const intent = await open(customer)
    const { status, error } = await confirm(intent, number)
    assert.deepEqual(
      [status, error?.code, error?.decline_code, error?.message, error?.setup_intent?.status],
      [402, decline.code, decline.declineCode, decline.message, 'requires_payment_method'],
    )
    assert.deepEqual(await savedBy(customer), [])
    const after = await cards.stripe.setupIntents.retrieve(intent.id)
    assert.equal(after.last_setup_error?.code, decline.code)
    await receiver.waitForEvent('setup_intent.setup_failed', intent.id)
  }
})

test('3-D Secure: passed, failed, and passed but then declined', async () => {
  const customer = await newCustomer()
  const [passed, failed, poor] = [await open(customer), await open(customer), await open(customer)]
  await confirm(passed, '4000002760003184')
  assert.deepEqual(await savedBy(customer), [])
  assert.equal((await answerChallenge(passed, 'complete')).result.status, 'succeeded')
  assert.equal((await savedBy(customer)).length, 1)

  await confirm(failed, '4000002760003184')
  const { result } = await answerChallenge(failed, 'fail')
  assert.deepEqual(
    [result.status, result.last_setup_error?.code],
    ['requires_payment_method', 'setup_intent_authentication_failure'],
  )
  await confirm(poor, '4000008260003178')
  assert.equal((await answerChallenge(poor, 'complete')).error?.decline_code, 'insufficient_funds')
  assert.equal((await savedBy(customer)).length, 1)
})

test('one card has one fingerprint, another card another one', async () => {
  const customer = await newCustomer()
  for (const number of ['4242424242424242', '4242 4242 4242 4242', '5555555555554444'])
    await confirm(await open(customer), number)
  const prints = (await savedBy(customer)).map(({ card }) => card?.fingerprint)
  assert.equal(prints.length, 3)
  assert.deepEqual([new Set(prints).size, prints.every((print) => /^\w{16}$/.test(print ?? ''))], [2, true])
})

test('of confirmations at once one saves a card; a canceled intent saves none', async () => {
  const customer = await newCustomer()
  const intent = await open(customer)
  const outcomes = await Promise.all(Array.from({ length: 6 }, () => confirm(intent)))
  assert.equal(outcomes.filter(({ status }) => status === 200).length, 1)
  assert.equal(outcomes.find(({ error }) => error)?.error?.code, 'setup_intent_unexpected_state')
  assert.equal((await savedBy(customer)).length, 1)
  assert.equal((await errorOf(cards.stripe.setupIntents.cancel(intent.id))).code, 'setup_intent_unexpected_state')
  const ended = await open(customer)
  assert.equal((await cards.stripe.setupIntents.cancel(ended.id)).status, 'canceled')
  assert.equal((await confirm(ended)).error?.code, 'setup_intent_unexpected_state')
})

test('without a customer, with a wrong secret, or from a browser there is no setup', async () => {
  const customer = await newCustomer()
  const intent = await open(customer)
  assert.equal((await errorOf(open({ id: 'cus_none' } as Stripe.Customer))).code, 'resource_missing')
  const wrong = { ...intent, client_secret: `${intent.id}_secret_x` } as Stripe.SetupIntent
  assert.equal((await confirm(wrong)).error?.code, 'setup_intent_invalid_parameter')
  const create = cards.sdk('pk_test_browser').setupIntents.create({ customer: customer.id })
  assert.equal((await errorOf(create)).statusCode, 401)
  assert.equal((await errorOf(cards.stripe.setupIntents.retrieve('seti_none'))).code, 'resource_missing')
  await cards.stripe.customers.del(customer.id)
  assert.equal((await confirm(intent)).error?.code, 'resource_missing')
})
