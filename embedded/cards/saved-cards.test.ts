import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type Stripe from 'stripe'
import { errorOf } from './testing/error-of.ts'
import { type CardSandbox, startSandbox } from './testing/start-sandbox.ts'

let cards: CardSandbox
before(async () => {
  cards = await startSandbox()
})
after(() => cards[Symbol.asyncDispose]())

const open = (customer?: Stripe.Customer) =>
  cards.stripe.paymentIntents.create({
    amount: 1200,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    ...(customer && { customer: customer.id }),
  })
const newCustomer = () => cards.stripe.customers.create({ email: 'jo@cards.test', metadata: { user: '7' } })
const savedBy = async ({ id }: Stripe.Customer) =>
  (await cards.stripe.paymentMethods.list({ customer: id, type: 'card' })).data

/** Confirms an intent as Stripe.js does with fields in place of a card. */
async function confirmWith(intent: Stripe.PaymentIntent, fields: Record<string, string>) {
  const body = new URLSearchParams({ key: 'pk_test_browser', client_secret: intent.client_secret ?? '', ...fields })
  const response = await fetch(`${cards.origin}/v1/payment_intents/${intent.id}/confirm`, { method: 'POST', body })
  return (await response.json()) as { status?: string; error?: { code?: string; param?: string; message: string } }
}
const saving = { setup_future_usage: 'on_session' }

/** Saves a card with a payment; returns it. */
async function saveCard(customer: Stripe.Customer, number = '4242424242424242') {
  const { payment } = await pay(customer, number, saving)
  assert.equal(payment.status, 'succeeded')
  const [card] = await savedBy(customer)
  assert.ok(card)
  return card
}

async function pay(customer: Stripe.Customer, number: string, fields: Record<string, string>) {
  const intent = await open(customer)
  const card = {
    type: 'card',
    'card][number': number,
    'card][exp_month': '12',
    'card][exp_year': '40',
    'card][cvc': '123',
  }
  const data = Object.entries(card).map(([name, value]) => [`payment_method_data[${name}]`, value])
  return { intent, payment: await confirmWith(intent, { ...Object.fromEntries(data), ...fields }) }
}

test('a card is saved with the payment that asks for it, and pays the next one', async () => {
  const customer = await newCustomer()
  assert.match(customer.id, /^cus_\w+$/)
  await pay(customer, '5555555555554444', {})
  assert.deepEqual(await savedBy(customer), [])
  const card = await saveCard(customer)
  assert.deepEqual([card.customer, card.card?.brand, card.card?.last4], [customer.id, 'visa', '4242'])
  const next = await open(customer)
  assert.equal((await confirmWith(next, { payment_method: card.id })).status, 'succeeded')
  const paid = await cards.stripe.paymentIntents.retrieve(next.id, { expand: ['latest_charge'] })
  assert.deepEqual([paid.amount_received, paid.payment_method, paid.customer], [1200, card.id, customer.id])
})

test('a declined card is not saved', async () => {
  const customer = await newCustomer()
  await pay(customer, '4000000000000002', saving)
  assert.deepEqual(await savedBy(customer), [])
})

test('a card that needs a challenge is saved after it', async () => {
  const customer = await newCustomer()
  const { intent, payment } = await pay(customer, '4000002760003184', saving)
  assert.equal(payment.status, 'requires_action')
  assert.deepEqual(await savedBy(customer), [])
  const waiting = await cards.stripe.paymentIntents.retrieve(intent.id)
  const action = waiting.next_action as unknown as { use_stripe_sdk: { three_d_secure_2_source: string } }
  const body = new URLSearchParams({
    key: 'pk_test_browser',
    client_secret: intent.client_secret ?? '',
    source: action.use_stripe_sdk.three_d_secure_2_source,
    outcome: 'complete',
  })
  await fetch(`${cards.origin}/v1/payment_intents/${intent.id}/challenge`, { method: 'POST', body })
  assert.equal((await savedBy(customer)).length, 1)
})

test('the card of another customer, of none, or one that was taken off pays nothing', async () => {
  const [owner, stranger] = [await newCustomer(), await newCustomer()]
  const card = await saveCard(owner)
  for (const intent of [await open(stranger), await open()]) {
    const { error } = await confirmWith(intent, { payment_method: card.id })
    assert.equal(error?.param, 'payment_method')
    assert.equal((await cards.stripe.paymentIntents.retrieve(intent.id)).status, 'requires_payment_method')
  }
  const detached = await cards.stripe.paymentMethods.detach(card.id)
  assert.equal(detached.customer, null)
  assert.deepEqual(await savedBy(owner), [])
  assert.equal((await confirmWith(await open(owner), { payment_method: card.id })).error?.param, 'payment_method')
  assert.equal((await errorOf(cards.stripe.paymentMethods.detach(card.id))).statusCode, 400)
})

test('what does not exist is a missing resource', async () => {
  const { id } = await newCustomer()
  assert.equal((await cards.stripe.customers.del(id)).deleted, true)
  for (const call of [
    () => cards.stripe.customers.del(id),
    () => cards.stripe.paymentMethods.list({ customer: id, type: 'card' }),
    () => cards.stripe.paymentMethods.retrieve('pm_none'),
    () => open({ id } as Stripe.Customer),
  ])
    assert.equal((await errorOf(call())).code, 'resource_missing')
})

test('a customer that is deleted loses the cards', async () => {
  const customer = await newCustomer()
  const card = await saveCard(customer)
  await cards.stripe.customers.del(customer.id)
  assert.equal((await cards.stripe.paymentMethods.retrieve(card.id)).customer, null)
})

test('cards are the merchant’s business: a browser cannot list them', async () => {
  const { id } = await newCustomer()
  const call = cards.sdk('pk_test_browser').paymentMethods.list({ customer: id, type: 'card' })
  assert.equal((await errorOf(call)).statusCode, 401)
})
