import { allPermissions } from '#contract/permissions.ts'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import Stripe from 'stripe'
import type { Tool } from '#contract/catalog.ts'
import type { Order } from '#contract/orders.ts'
import type { OrderDetails } from '#contract/payments.ts'
import { withCircuitBreaker } from '#server/payments/card-provider.ts'
import { createPaymentIntent } from '#server/payments/create-payment-intent.ts'
import { reconcilePayments } from '#server/payments/reconcile-payments.ts'
import { recordPayment } from '#server/payments/record-payment.ts'
import { refundOrder } from '#server/payments/refund-order.ts'
import { settlePayment } from '#server/payments/settle-payment.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import { Problem } from '#server/platform/http/problem.ts'
import {
  findViolations,
  intentsOf,
  mailsTo,
  createProviderClient,
  settleDeps,
  type Transport,
} from '#server/testing/card-events.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'
import { placeOrder, readOrder } from '#server/testing/place-order.ts'
import { confirmCard } from '#server/testing/pay-with-card.ts'

let shop: TestShop
let buyer: Actor & { token: string }
let admin: Actor
let product: Tool
before(async () => {
  shop = await openTestShop({ env: { SANDBOX_EVENTS: 'drop' } })
  const rights = {
    ip: '127.0.0.1',
    lacksVerification: false,
    emailVerified: true,
    signedInRecently: true,
    tokenVersion: 0,
  }
  buyer = { ...(await createCustomer(shop, 'buyer')), name: 'buyer', permissions: [], ...rights }
  const { rows } = await shop.db.execute<{ id: string }>(sql`SELECT id FROM users WHERE email = ${shop.admin.email}`)
  admin = { id: rows[0]?.id ?? '', email: shop.admin.email, name: 'admin', permissions: allPermissions, ...rights }
  product = await shop.addProduct({ available: 1000, price: 10 })
})
after(() => shop[Symbol.asyncDispose]())

const by = (way: Transport) => settleDeps(shop, createProviderClient(shop, way, way === silent ? 1000 : undefined))
const silent: Transport = (_pass, _url, init) =>
  new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
const broken: Transport = () => Promise.resolve(Response.json({ error: { type: 'api_error' } }, { status: 500 }))
const unreachable: Transport = () => Promise.reject(new TypeError('fetch failed'))
/** Processes the request but never responds. */
const mute: Transport = async (pass, url, init) => {
  await pass(url, init)
  throw new TypeError('fetch failed')
}
const lying =
  (changed: object): Transport =>
  async (pass, url, init) =>
    Response.json({ ...((await (await pass(url, init)).json()) as object), ...changed })

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Problem ? error.code : String(error)),
  )
const stateOf = async (order: Order) => (await readOrder(shop, order)).state
const refundsOf = async (order: Order) =>
  (await shop.call<OrderDetails>('GET', `/order/${order._id}/details`, { token: shop.admin.token })).body.refunds

async function opened() {
  const order = await placeOrder(shop, buyer, product, 1)
  const { clientSecret } = await createPaymentIntent(shop.db, settleDeps(shop), buyer, { orderId: order._id })
  return { order, clientSecret, intentId: clientSecret.split('_secret_')[0] ?? '' }
}

async function paid() {
  const { order, clientSecret, intentId } = await opened()
  await confirmCard(shop, clientSecret)
  assert.equal(await settlePayment(shop.db, settleDeps(shop), intentId), 'paid')
  return { order, intentId }
}

const refundBody = (order: Order) => ({
  orderId: order._id,
  amountCents: undefined,
  reason: 'duplicate' as const,
  note: '',
  returned: undefined,
  withShipping: false,
  restock: 0,
  idempotencyKey: undefined,
})

for (const [name, way] of Object.entries({ silent, broken, unreachable })) {
  test(`a provider that is ${name}: no payment is opened or believed, and nothing is written`, async () => {
    const order = await placeOrder(shop, buyer, product, 1)
    assert.equal(
      await codeOf(createPaymentIntent(shop.db, by(way), buyer, { orderId: order._id })),
      'payment-provider-unavailable',
    )
    const { order: open, clientSecret, intentId } = await opened()
    await confirmCard(shop, clientSecret)
    assert.equal(
      await codeOf(recordPayment(shop.db, by(way), buyer, { orderId: open._id, transactionId: intentId })),
      'payment-provider-unavailable',
    )
    assert.deepEqual([await stateOf(order), await stateOf(open)], ['unpaid', 'unpaid'])
    assert.equal(await settlePayment(shop.db, settleDeps(shop), intentId), 'paid')
  })

  test(`a provider that is ${name}: a refund stays asked for, and the reconciliation sends it once`, async () => {
    const { order, intentId } = await paid()
    await refundOrder(shop.db, by(way), admin, refundBody(order))
    assert.equal((await refundsOf(order))[0]?.state, 'requested')
    await shop.db.execute(sql`UPDATE refunds SET asked_at = now() - interval '2 minutes',
      requested_at = now() - interval '2 minutes' WHERE order_id = ${order._id}`)
    await Promise.all([1, 2, 3].map(() => reconcilePayments(shop.db, settleDeps(shop))))
    assert.equal(await stateOf(order), 'refunded')
    assert.equal((await createProviderClient(shop).refunds.list({ payment_intent: intentId })).data.length, 1)
    assert.deepEqual(await mailsTo(shop, buyer.email, order.number), ['order-paid', 'order-refunded'])
  })
}

test('an answer that is lost on its way: what was done is found, and not done again', async () => {
  const order = await placeOrder(shop, buyer, product, 1)
  assert.equal(
    await codeOf(createPaymentIntent(shop.db, by(mute), buyer, { orderId: order._id })),
    'payment-provider-unavailable',
  )
  const { clientSecret } = await createPaymentIntent(shop.db, settleDeps(shop), buyer, { orderId: order._id })
  const intents = await intentsOf(shop, order._id)
  assert.equal(intents.length, 1)
  await confirmCard(shop, clientSecret)
  const [intentId = ''] = intents
  assert.equal(await settlePayment(shop.db, settleDeps(shop), intentId), 'paid')

  await refundOrder(shop.db, by(mute), admin, refundBody(order))
  assert.equal((await refundsOf(order))[0]?.state, 'requested')
  await shop.db.execute(sql`UPDATE refunds SET asked_at = NULL, requested_at = now() - interval '2 minutes'
    WHERE order_id = ${order._id}`)
  await reconcilePayments(shop.db, settleDeps(shop))
  assert.equal(await stateOf(order), 'refunded')
  assert.equal((await createProviderClient(shop).refunds.list({ payment_intent: intentId })).data.length, 1)
  assert.deepEqual(await findViolations(shop), [])
})

// security 56
test('a provider that lies about an intent: another one, another sum, or a success of nothing pays nothing', async () => {
  const { order, intentId } = await opened()
  assert.equal(await settlePayment(shop.db, by(lying({ id: 'pi_another' })), intentId), 'unknown')
  assert.equal(await settlePayment(shop.db, by(lying({ status: 'requires_action' })), intentId), 'open')
  const nothing = lying({ status: 'succeeded', amount_received: 0 })
  assert.equal(await settlePayment(shop.db, by(nothing), intentId), 'held')
  assert.equal(await stateOf(order), 'unpaid')
  const again = createPaymentIntent(shop.db, by(lying({ status: 'succeeded', id: 'pi_another' })), buyer, {
    orderId: (await opened()).order._id,
  })
  assert.equal(await codeOf(again), 'payment-provider-unavailable')
})

test('no transaction is open while the provider is asked', async () => {
  const idle: number[] = []
  const watching: Transport = async (pass, url, init) => {
    const { rows } = await shop.db.execute<{ idle: number }>(sql`
      SELECT count(*)::integer AS idle FROM pg_stat_activity
      WHERE datname = current_database() AND state LIKE 'idle in transaction%'`)
    idle.push(rows[0]?.idle ?? 0)
    return pass(url, init)
  }
  const order = await placeOrder(shop, buyer, product, 1)
  const deps = by(watching)
  const { clientSecret } = await createPaymentIntent(shop.db, deps, buyer, { orderId: order._id })
  const { intentId } = await confirmCard(shop, clientSecret)
  await recordPayment(shop.db, deps, buyer, { orderId: order._id, transactionId: intentId })
  await refundOrder(shop.db, deps, admin, refundBody(order))
  assert.ok(idle.length >= 3)
  assert.deepEqual(new Set(idle), new Set([0]))
})

test('a provider that fails five times in a row is left alone for three seconds, tried once and used again', async (t) => {
  t.mock.timers.enable({ apis: ['Date'] })
  const answers = [500, 0, 503, 0, 500, 500, 200, 200, 200]
  let requests = 0
  const answer = () => {
    const status = answers[requests++] ?? 0
    return status === 0 ? Promise.reject(new TypeError('fetch failed')) : Promise.resolve(new Response('', { status }))
  }
  const client = withCircuitBreaker(Stripe.createFetchHttpClient(answer))
  const request = () => client.makeRequest('cards.test', '80', '/', 'GET', {}, '', 'http', 1000)
  const ask = (times: number) => Promise.allSettled(Array.from({ length: times }, () => request())).then(() => requests)
  for (let turn = 0; turn < 5; turn++) await ask(1)
  assert.equal(await ask(10), 5)
  t.mock.timers.tick(3000)
  assert.equal(await ask(10), 6, 'one request finds out that it still fails')
  t.mock.timers.tick(3000)
  assert.equal(await ask(1), 7)
  assert.equal(await ask(2), 9)
})
