import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import Stripe from 'stripe'
import type { Tool } from '#contract/catalog.ts'
import { checkStock } from '#server/stock/check-stock.ts'
import { intentsOf } from '#server/testing/card-events.ts'
import { openTestShop, type Person, type TestShop } from '#server/testing/open-test-shop.ts'
import { requestOrder, placeOrder, readOrder } from '#server/testing/place-order.ts'
import { claimPaid, confirmCard, openPayment, payFor } from '#server/testing/pay-with-card.ts'
import { range } from '#server/testing/range.ts'

let shop: TestShop
let buyer: Person
let stranger: Person
let product: Tool
before(async () => {
  shop = await openTestShop()
  buyer = await shop.signUp('payer')
  stranger = await shop.signUp('stranger')
  product = await shop.addProduct({ available: 10_000, price: 12.34 })
})
after(() => shop[Symbol.asyncDispose]())

const open = (who: Person, body: object) =>
  shop.call<{ clientSecret?: string; orderId?: string; code?: string; message?: string }>(
    'POST',
    '/create-payment-intent',
    { token: who.token, body },
  )
/** Returns a client of the provider. */
const provider = () =>
  new Stripe(shop.secrets.cardsSecretKey, {
    host: '127.0.0.1',
    port: Number(new URL(shop.url).port),
    protocol: 'http',
    telemetry: false,
  })

// spec 3.2, 7.21, 7.24
test('paying: the amount is the order’s, and the order carries when and by which transaction', async () => {
  const order = await placeOrder(shop, buyer, product, 3)
  const transactionId = await payFor(shop, buyer, order)
  const intent = await provider().paymentIntents.retrieve(transactionId)
  assert.deepEqual([intent.amount_received, intent.currency], [3702, 'usd'])
  const paid = await readOrder(shop, order)
  assert.equal(paid.paid, true)
  assert.equal(paid.state, 'paid')
  assert.equal(paid.transactionId, transactionId)
  assert.ok(paid.paidAt)
  assert.equal(paid.expiresAt, undefined)
})

for (const [card, code] of [
  ['4000000000000002', 'card_declined'],
  ['4000000000009995', 'card_declined'],
  ['4000000000000069', 'expired_card'],
  ['4000000000000127', 'incorrect_cvc'],
] as const) {
  // spec 7.24
  test(`card ${card} (${code}) leaves the order unpaid, and another card pays it`, async () => {
    const order = await placeOrder(shop, buyer, product, 1)
    const secret = await openPayment(shop, buyer, order)
    const declined = await confirmCard(shop, secret, card)
    assert.equal(declined.status, 402)
    assert.equal(declined.body.error?.code, code)
    const claim = await claimPaid(shop, buyer, order, declined.intentId)
    assert.equal(`${claim.status} ${claim.body.code}`, '402 payment-not-confirmed')
    assert.equal((await readOrder(shop, order)).state, 'unpaid')

    assert.equal(await openPayment(shop, buyer, order), secret)
    await payFor(shop, buyer, order)
    assert.equal((await readOrder(shop, order)).state, 'paid')
  })
}

// spec 7.22
test('a transaction that is unknown, another buyer’s, another order’s or of another amount pays nothing', async () => {
  const order = await placeOrder(shop, buyer, product, 2)
  await openPayment(shop, buyer, order)
  const theirs = await payFor(shop, stranger, await placeOrder(shop, stranger, product, 2))
  const ownOther = await payFor(shop, buyer, await placeOrder(shop, buyer, product, 2))
  const cheap = await provider().paymentIntents.create({
    amount: 50,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    metadata: { order_id: order._id, buyer_id: 'me' },
  })
  await confirmCard(shop, cheap.client_secret ?? '')
  for (const transactionId of ['pi_madeup', 'x', `${theirs}_secret_x`, theirs, ownOther, cheap.id, "' OR 1=1 --"]) {
    const { status, body } = await claimPaid(shop, buyer, order, transactionId)
    assert.equal(`${status} ${body.code}`, '409 payment-mismatch', transactionId)
  }
  const unpaid = await readOrder(shop, order)
  assert.equal(unpaid.state, 'unpaid')
  assert.equal(unpaid.transactionId, undefined)
})

test('the same claim five times at once, and later again, has one effect', async () => {
  const order = await placeOrder(shop, buyer, product, 1)
  const { intentId } = await confirmCard(shop, await openPayment(shop, buyer, order))
  const responses = await Promise.all(range(5).map(() => claimPaid(shop, buyer, order, intentId)))
  assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]))
  assert.equal(new Set(responses.map(({ body }) => body.order.paidAt)).size, 1)
  const again = await claimPaid(shop, buyer, order, intentId)
  assert.equal(again.body.order.paidAt, responses[0]?.body.order.paidAt)
  const refunds = await provider().refunds.list({ payment_intent: intentId })
  assert.equal(refunds.data.length, 0)
})

test('a payment that is asked for by eight windows at once is one payment', async () => {
  const order = await placeOrder(shop, buyer, product, 1)
  const responses = await Promise.all(range(8).map(() => open(buyer, { orderId: order._id })))
  assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]), JSON.stringify(responses))
  assert.equal(new Set(responses.map(({ body }) => body.clientSecret)).size, 1)
  assert.equal((await intentsOf(shop, order._id)).length, 1)
})

// spec 3.9, 7.21
test('without an order id it is the caller’s newest unpaid order of that total', async () => {
  const five = await placeOrder(shop, buyer, product, 5)
  await placeOrder(shop, stranger, product, 5)
  const newest = await placeOrder(shop, buyer, product, 5)
  assert.equal((await open(buyer, { totalPrice: 61.7 })).body.orderId, newest._id)
  await shop.call('DELETE', `/orders/${newest._id}`, { token: buyer.token })
  assert.equal((await open(buyer, { totalPrice: 61.7 })).body.orderId, five._id)
  for (const body of [{ totalPrice: 61.69 }, { totalPrice: 999 }, {}]) {
    const refused = await open(buyer, body)
    assert.equal(`${refused.status} ${refused.body.code}`, '409 no-matching-order')
  }
  // The total only finds an order that is named by nothing else.
  const named = await open(buyer, { orderId: five._id, totalPrice: 0.5 })
  const intent = await provider().paymentIntents.retrieve(named.body.clientSecret?.split('_secret_')[0] ?? '')
  assert.equal(intent.amount, 6170)
})

test('a cancelled order’s payment takes no money', async () => {
  const order = await placeOrder(shop, buyer, product, 1)
  const secret = await openPayment(shop, buyer, order)
  assert.equal((await shop.call('DELETE', `/orders/${order._id}`, { token: buyer.token })).status, 200)
  const late = await confirmCard(shop, secret)
  assert.equal(late.status, 400)
  const claim = await claimPaid(shop, buyer, order, late.intentId)
  assert.equal(claim.status, 409)
  assert.equal((await readOrder(shop, order)).state, 'cancelled')
})

// spec 7.16
test('cancelling an order whose money has arrived makes it paid instead', async () => {
  const order = await placeOrder(shop, buyer, product, 1)
  const { intentId } = await confirmCard(shop, await openPayment(shop, buyer, order))
  const { status, body } = await shop.call('DELETE', `/orders/${order._id}`, { token: buyer.token })
  assert.equal(`${status} ${body.code}`, '409 order-move-not-allowed')
  const now = await readOrder(shop, order)
  assert.deepEqual([now.state, now.transactionId], ['paid', intentId])
})

test('paying, claiming and cancelling at once: paid with money or cancelled without, never both, never neither', async () => {
  const before = (await shop.call<Tool>('GET', `/tools/${product._id}`)).body.available
  let sold = 0
  for (let round = 0; round < 6; round++) {
    const order = await placeOrder(shop, buyer, product, 1)
    const secret = await openPayment(shop, buyer, order)
    const [, cancelled] = await Promise.all([
      confirmCard(shop, secret).then(({ intentId }) => claimPaid(shop, buyer, order, intentId)),
      shop.call('DELETE', `/orders/${order._id}`, { token: buyer.token }),
      open(buyer, { orderId: order._id }),
    ])
    assert.ok([200, 409].includes(cancelled.status), JSON.stringify(cancelled.body))
    const now = await readOrder(shop, order)
    const intent = await provider().paymentIntents.retrieve(secret.split('_secret_')[0] ?? '', {
      expand: ['latest_charge'],
    })
    const refunded = typeof intent.latest_charge === 'object' && intent.latest_charge?.refunded === true
    assert.equal(now.state === 'paid', intent.status === 'succeeded' && !refunded, `${now.state} ${intent.status}`)
    assert.ok(now.state === 'paid' || now.state === 'cancelled', now.state)
    if (now.state === 'paid') sold++
  }
  const after = (await shop.call<Tool>('GET', `/tools/${product._id}`)).body.available
  assert.equal(after, before - sold)
  assert.deepEqual(await checkStock(shop.db), [])
})

test('a shop that takes no cards says so in a sentence', async () => {
  await using closed = await openTestShop({ env: { PAYMENTS: 'off' } })
  const visitor = await closed.signUp('visitor')
  const { body } = await requestOrder(closed, visitor, await closed.addProduct(), 1)
  const refused = await closed.call('POST', '/create-payment-intent', {
    token: visitor.token,
    body: { orderId: body.order?._id },
  })
  assert.ok([502, 503].includes(refused.status))
  assert.match(refused.body.message, /card provider/)
  // Its order can still be cancelled.
  assert.equal((await closed.call('DELETE', `/orders/${body.order?._id}`, { token: visitor.token })).status, 200)
})
