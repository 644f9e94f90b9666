import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { Tool } from '#contract/catalog.ts'
import type { Order } from '#contract/orders.ts'
import type { OrderDetails } from '#contract/payments.ts'
import { createPaymentIntent } from '#server/payments/create-payment-intent.ts'
import { reconcilePayments } from '#server/payments/reconcile-payments.ts'
import { recordPayment } from '#server/payments/record-payment.ts'
import { refundOrder } from '#server/payments/refund-order.ts'
import { settlePayment } from '#server/payments/settle-payment.ts'
import type { Actor } from '#server/platform/answer-endpoint.ts'
import { Problem } from '#server/platform/problem.ts'
import { breaches, mailsTo, providerOf, settling, type Way } from '#server/testing/card-events.ts'
import { enrolled } from '#server/testing/enrolled.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'
import { placed } from '#server/testing/order-of.ts'
import { confirmCard } from '#server/testing/pay-with-card.ts'

let shop: TestShop
let buyer: Actor & { token: string }
let admin: Actor
let product: Tool
before(async () => {
  shop = await openTestShop({ env: { SANDBOX_EVENTS: 'lost' } })
  const rights = { ip: '127.0.0.1', lacksVerification: false, signedInLately: true, tokenVersion: 0 }
  buyer = { ...(await enrolled(shop, 'buyer')), name: 'buyer', role: 'customer', ...rights }
  const { rows } = await shop.db.execute<{ id: string }>(sql`SELECT id FROM users WHERE email = ${shop.admin.email}`)
  admin = { id: rows[0]?.id ?? '', email: shop.admin.email, name: 'admin', role: 'admin', ...rights }
  product = await shop.addProduct({ available: 1000, price: 10 })
})
after(() => shop[Symbol.asyncDispose]())

const by = (way: Way) => settling(shop, providerOf(shop, way))
const silent: Way = (_pass, _url, init) =>
  new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
const broken: Way = () => Promise.resolve(Response.json({ error: { type: 'api_error' } }, { status: 500 }))
const unreachable: Way = () => Promise.reject(new TypeError('fetch failed'))
/** It does what it is asked, but nobody hears of it. */
const mute: Way = async (pass, url, init) => {
  await pass(url, init)
  throw new TypeError('fetch failed')
}
const lying =
  (changed: object): Way =>
  async (pass, url, init) =>
    Response.json({ ...((await (await pass(url, init)).json()) as object), ...changed })

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Problem ? error.code : String(error)),
  )
const stateOf = async (order: Order) =>
  (await shop.call<Order>('GET', `/order/${order._id}`, { token: shop.admin.token })).body.state
const refundsOf = async (order: Order) =>
  (await shop.call<OrderDetails>('GET', `/order/${order._id}/details`, { token: shop.admin.token })).body.refunds

async function opened() {
  const order = await placed(shop, buyer, product, 1)
  const { clientSecret } = await createPaymentIntent(shop.db, settling(shop), buyer, { orderId: order._id })
  return { order, clientSecret, intentId: clientSecret.split('_secret_')[0] ?? '' }
}

async function paid() {
  const { order, clientSecret, intentId } = await opened()
  await confirmCard(shop, clientSecret)
  assert.equal(await settlePayment(shop.db, settling(shop), intentId), 'paid')
  return { order, intentId }
}

const refundWish = (order: Order) => ({
  orderId: order._id,
  amountCents: undefined,
  reason: 'duplicate' as const,
  note: '',
  restockQuantity: 0,
  idempotencyKey: undefined,
})

for (const [name, way] of Object.entries({ silent, broken, unreachable })) {
  test(`a provider that is ${name}: no payment is opened or believed, and nothing is written`, async () => {
    const order = await placed(shop, buyer, product, 1)
    const begun = performance.now()
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
    assert.ok(performance.now() - begun < 10_000)
    assert.deepEqual([await stateOf(order), await stateOf(open)], ['unpaid', 'unpaid'])
    assert.equal(await settlePayment(shop.db, settling(shop), intentId), 'paid')
  })

  test(`a provider that is ${name}: a refund stays asked for, and the reconciliation sends it once`, async () => {
    const { order, intentId } = await paid()
    await refundOrder(shop.db, by(way), admin, refundWish(order))
    assert.equal((await refundsOf(order))[0]?.state, 'requested')
    await shop.db.execute(sql`UPDATE refunds SET asked_at = now() - interval '2 minutes',
      requested_at = now() - interval '2 minutes' WHERE order_id = ${order._id}`)
    await Promise.all([1, 2, 3].map(() => reconcilePayments(shop.db, settling(shop))))
    assert.equal(await stateOf(order), 'refunded')
    assert.equal((await providerOf(shop).refunds.list({ payment_intent: intentId })).data.length, 1)
    assert.deepEqual(await mailsTo(shop, buyer.email, order._id), ['order-paid', 'order-refunded'])
  })
}

test('an answer that is lost on its way: what was done is found, and not done again', async () => {
  const order = await placed(shop, buyer, product, 1)
  assert.equal(
    await codeOf(createPaymentIntent(shop.db, by(mute), buyer, { orderId: order._id })),
    'payment-provider-unavailable',
  )
  const { clientSecret } = await createPaymentIntent(shop.db, settling(shop), buyer, { orderId: order._id })
  const about = (await providerOf(shop).paymentIntents.list({ limit: 100 })).data.filter(
    ({ metadata }) => metadata['order_id'] === order._id,
  )
  assert.equal(about.length, 1)
  await confirmCard(shop, clientSecret)
  const intentId = about[0]?.id ?? ''
  assert.equal(await settlePayment(shop.db, settling(shop), intentId), 'paid')

  await refundOrder(shop.db, by(mute), admin, refundWish(order))
  assert.equal((await refundsOf(order))[0]?.state, 'requested')
  await shop.db.execute(sql`UPDATE refunds SET asked_at = NULL, requested_at = now() - interval '2 minutes'
    WHERE order_id = ${order._id}`)
  await reconcilePayments(shop.db, settling(shop))
  assert.equal(await stateOf(order), 'refunded')
  assert.equal((await providerOf(shop).refunds.list({ payment_intent: intentId })).data.length, 1)
  assert.deepEqual(await breaches(shop), [])
})

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
  const watching: Way = async (pass, url, init) => {
    const { rows } = await shop.db.execute<{ idle: number }>(sql`
      SELECT count(*)::integer AS idle FROM pg_stat_activity
      WHERE datname = current_database() AND state LIKE 'idle in transaction%'`)
    idle.push(rows[0]?.idle ?? 0)
    return pass(url, init)
  }
  const order = await placed(shop, buyer, product, 1)
  const deps = by(watching)
  const { clientSecret } = await createPaymentIntent(shop.db, deps, buyer, { orderId: order._id })
  const { intentId } = await confirmCard(shop, clientSecret)
  await recordPayment(shop.db, deps, buyer, { orderId: order._id, transactionId: intentId })
  await refundOrder(shop.db, deps, admin, refundWish(order))
  assert.ok(idle.length >= 3)
  assert.deepEqual(new Set(idle), new Set([0]))
})
