import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { Order } from '#contract/orders.ts'
import { maxSavedCards, type SavedCard } from '#contract/payments.ts'
import { maxSetupsPerHour } from '#server/payments/saved-cards.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { callIdentity } from '#server/testing/identity-wire.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'
import { confirmation, openPayment } from '#server/testing/pay-with-card.ts'
import { placeOrder, readOrder } from '#server/testing/place-order.ts'
import { waitUntil } from '#server/testing/wait-until.ts'

let shop: TestShop
before(async () => {
  shop = await openTestShop()
})
after(() => shop[Symbol.asyncDispose]())

interface Buyer {
  token: string
}

const cardsOf = async ({ token }: Buyer) => (await shop.call<SavedCard[]>('GET', '/saved-cards', { token })).body
const remove = ({ token }: Buyer, id: string) => shop.call<{ code?: string }>('DELETE', `/saved-card/${id}`, { token })
const newOrder = async (buyer: Buyer) => placeOrder(shop, buyer, await shop.addProduct(), 1)

/** Confirms the payment of an order with the fields that Stripe.js sends. */
async function confirm(buyer: Buyer, order: Order, fields: (secret: string) => URLSearchParams) {
  const secret = await openPayment(shop, buyer, order)
  const [id] = secret.split('_secret_')
  const response = await fetch(`${shop.url}/v1/payment_intents/${id}/confirm`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_test_boltyard', 'content-type': 'application/x-www-form-urlencoded' },
    body: fields(secret),
  })
  return response.status
}

const saving = (secret: string) => {
  const form = confirmation(secret, '4242424242424242')
  form.set('setup_future_usage', 'on_session')
  return form
}
const withCard = (card: string) => (secret: string) =>
  new URLSearchParams({ client_secret: secret, payment_method: card })

async function saveCard(buyer: Buyer): Promise<SavedCard> {
  assert.equal(await confirm(buyer, await newOrder(buyer), saving), 200)
  const [card] = await cardsOf(buyer)
  assert.ok(card)
  return card
}

test('a saved card pays the second order', async () => {
  const buyer = await createCustomer(shop, 'card-saver')
  assert.deepEqual(await cardsOf(buyer), [])
  const { _id: id, ...card } = await saveCard(buyer)
  assert.deepEqual(card, {
    brand: 'visa',
    last4: '4242',
    expMonth: 12,
    expYear: new Date().getUTCFullYear() + 3,
  })
  const second = await newOrder(buyer)
  assert.equal(await confirm(buyer, second, withCard(id)), 200)
  await waitUntil(async () => (await readOrder(shop, second)).paid, 'the second order is paid')
  assert.equal((await remove(buyer, id)).status, 200)
  assert.deepEqual(await cardsOf(buyer), [])
  assert.equal((await remove(buyer, id)).body.code, 'saved-card-not-found')
})

// security 18
test('the saved card of another buyer neither pays nor can be removed', async () => {
  const [owner, stranger] = [await createCustomer(shop, 'card-owner'), await createCustomer(shop, 'card-stranger')]
  const card = await saveCard(owner)
  await saveCard(stranger)
  const order = await newOrder(stranger)
  assert.equal(await confirm(stranger, order, withCard(card._id)), 400)
  assert.equal((await readOrder(shop, order)).paid, false)
  for (const id of [card._id, 'pm_none', 'none', '..%2Fcustomers'])
    assert.equal((await remove(stranger, id)).body.code, 'saved-card-not-found', id)
  assert.equal((await cardsOf(owner)).length, 1)
  assert.equal((await cardsOf(stranger)).length, 1)
})

interface Setup {
  clientSecret?: string
  code?: string
}

const openSetup = async ({ token }: Buyer, { url } = shop) => {
  const headers = { authorization: `Bearer ${token}` }
  return (await (await fetch(`${url}/create-setup-intent`, { method: 'POST', headers })).json()) as Setup
}

/** Confirms a setup intent as Stripe.js does. */
async function confirmSetup(secret: string, number = '4242424242424242') {
  const [id] = secret.split('_secret_')
  const response = await fetch(`${shop.url}/v1/setup_intents/${id}/confirm`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_test_boltyard', 'content-type': 'application/x-www-form-urlencoded' },
    body: confirmation(secret, number),
  })
  return (await response.json()) as { status?: string; error?: { code: string; message: string } }
}

async function saveWithoutPayment(buyer: Buyer, number?: string) {
  const { clientSecret } = await openSetup(buyer)
  assert.ok(clientSecret)
  return confirmSetup(clientSecret, number)
}

test('a card that is saved without a payment pays the first order', async () => {
  const buyer = await createCustomer(shop, 'card-first')
  assert.equal((await saveWithoutPayment(buyer)).status, 'succeeded')
  const [card] = await cardsOf(buyer)
  assert.equal(card?.last4, '4242')
  const order = await newOrder(buyer)
  assert.equal(await confirm(buyer, order, withCard(card?._id ?? '')), 200)
  await waitUntil(async () => (await readOrder(shop, order)).paid, 'the order is paid')
})

test('a card that is saved twice is listed once, and removed at once', async () => {
  const buyer = await createCustomer(shop, 'card-twice')
  for (const number of ['4242424242424242', '5555555555554444', '4242424242424242'])
    await saveWithoutPayment(buyer, number)
  await saveCard(buyer)
  const cards = await cardsOf(buyer)
  assert.deepEqual(
    cards.map(({ last4 }) => last4),
    ['4242', '4444'],
  )
  assert.equal((await remove(buyer, cards[0]?._id ?? '')).status, 200)
  assert.deepEqual(
    (await cardsOf(buyer)).map(({ last4 }) => last4),
    ['4444'],
  )
})

test('a declined card is not saved, and its intent tests no other', async () => {
  const buyer = await createCustomer(shop, 'card-tester')
  const { clientSecret = '' } = await openSetup(buyer)
  const { error } = await confirmSetup(clientSecret, '4000000000000002')
  assert.equal(error?.message, 'Your card was declined.')
  const [id] = clientSecret.split('_secret_')
  await waitUntil(async () => {
    const { rows } = await shop.db.execute(
      sql`SELECT 1 FROM cards.setup_intents WHERE id = ${id} AND status = 'canceled'`,
    )
    return rows.length === 1
  }, 'the intent is canceled')
  assert.equal((await confirmSetup(clientSecret)).error?.code, 'setup_intent_unexpected_state')
  assert.deepEqual(await cardsOf(buyer), [])
})

test('a failed setup of another application of the account is left alone', async () => {
  const { rows } = await shop.db.execute<{ id: string }>(sql`
    WITH stranger AS (INSERT INTO cards.customers (id, created_at, metadata) VALUES ('cus_other', now(), '{}') RETURNING id)
    INSERT INTO cards.setup_intents (id, client_secret, created_at, customer, usage, status, metadata)
    SELECT 'seti_other', 'seti_other_secret_x', now(), id, 'on_session', 'requires_payment_method', '{}' FROM stranger
    RETURNING id`)
  assert.equal(rows.length, 1)
  await confirmSetup('seti_other_secret_x', '4000000000000002')
  const buyer = await createCustomer(shop, 'card-after')
  const { clientSecret = '' } = await openSetup(buyer)
  await confirmSetup(clientSecret, '4000000000000002')
  const statusOf = async (id: string) =>
    (await shop.db.execute<{ status: string }>(sql`SELECT status FROM cards.setup_intents WHERE id = ${id}`)).rows[0]
      ?.status
  // Events are delivered in order.
  await waitUntil(
    async () => (await statusOf(clientSecret.split('_secret_')[0] ?? '')) === 'canceled',
    'a later one is',
  )
  assert.equal(await statusOf('seti_other'), 'requires_payment_method')
})

test('at most 20 cards are saved', async () => {
  const buyer = await createCustomer(shop, 'card-collector')
  await saveWithoutPayment(buyer)
  await shop.db.execute(sql`
    INSERT INTO cards.payment_methods (id, created_at, behaviour, brand, last4, exp_month, exp_year, billing_details, customer, fingerprint)
    SELECT 'pm_full' || n, now(), 'succeeds', 'visa', '4242', 12, 2040, '{}', customer_id, 'print' || n
    FROM card_customers, generate_series(1, ${maxSavedCards - 1}) n WHERE user_id = ${buyer.id}`)
  const cards = await cardsOf(buyer)
  assert.equal(cards.length, maxSavedCards)
  assert.equal((await openSetup(buyer)).code, 'saved-cards-full')
  await remove(buyer, cards[0]?._id ?? '')
  assert.ok((await openSetup(buyer)).clientSecret)
})

test('few cards are tried in an hour, fewer before the address is verified', async () => {
  await using limited = await openTestShop({ env: { RATE_LIMITS: 'on' }, sharing: shop })
  const count = async (buyer: Buyer) => {
    let opened = 0
    while ((await openSetup(buyer, limited)).clientSecret) opened += 1
    assert.equal((await openSetup(buyer, limited)).code, 'too-many-requests')
    return opened
  }
  const buyers = await Promise.all(
    [false, true, true, true].map((emailVerified, n) => createCustomer(shop, `card-try-${n}`, { emailVerified })),
  )
  const counts = []
  for (const buyer of buyers) counts.push(await count(buyer))
  const { verified, unverified, network } = maxSetupsPerHour
  assert.deepEqual(counts, [unverified, verified, verified, network - unverified - 2 * verified])
})

test('payments that open at once make one customer at the provider', async () => {
  const buyer = await createCustomer(shop, 'card-racer')
  const orders = await Promise.all(Array.from({ length: 6 }, () => newOrder(buyer)))
  await Promise.all(orders.map((order) => openPayment(shop, buyer, order)))
  const { rows } = await shop.db.execute<{ customer: string }>(sql`
    SELECT DISTINCT customer FROM cards.payment_intents WHERE metadata ->> 'buyer_id' = ${buyer.id}`)
  assert.equal(rows.length, 1)
})

test('a customer that the provider has lost is made again', async () => {
  const buyer = await createCustomer(shop, 'card-loser')
  await saveCard(buyer)
  await shop.db.execute(sql`UPDATE card_customers SET customer_id = 'cus_gone' WHERE user_id = ${buyer.id}`)
  assert.deepEqual(await cardsOf(buyer), [])
  await openPayment(shop, buyer, await newOrder(buyer))
  await saveCard(buyer)
})

test('the saved cards of a deleted account are deleted at the provider', async () => {
  const person = await shop.signUp('card-leaver')
  await saveCard(person)
  await callIdentity(shop, 'delete', { idToken: person.idToken })
  const count = async (what: string) => {
    const { rows } = await shop.db.execute<{ count: number }>(sql.raw(`SELECT count(*)::int AS count FROM ${what}`))
    return rows[0]?.count ?? 0
  }
  assert.equal(await count(`card_customers c JOIN users ON users.id = user_id WHERE forgotten_at IS NOT NULL`), 0)
  await waitUntil(
    async () =>
      (await count(
        `cards.customers c WHERE metadata ->> 'user_id' IN (SELECT id::text FROM users WHERE forgotten_at IS NOT NULL)`,
      )) === 0,
    'the provider has deleted the customer',
  )
})
