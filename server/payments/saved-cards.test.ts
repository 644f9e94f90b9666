import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { Order } from '#contract/orders.ts'
import type { SavedCard } from '#contract/payments.ts'
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
