import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { OrderDetails } from '#contract/payments.ts'
import { checkOrderLines } from '#server/orders/check-reserved-stock.ts'
import { expireOrders } from '#server/orders/expire-orders.ts'
import { reconcilePayments } from '#server/payments/reconcile-payments.ts'
import { releasePayment } from '#server/payments/release-payment.ts'
import { eventsAbout, findViolations, mailsTo, sendEvent, settleDeps } from '#server/testing/card-events.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'
import { claimPaid, confirmCard, openPayment } from '#server/testing/pay-with-card.ts'
import type { Placed } from '#server/testing/place-order.ts'
import { range } from '#server/testing/range.ts'

const settled = ['paid', 'paid_late', 'paid_short']

test('browser, webhook, expiry and reconciliation of two processes settle an order of several lines once', async () => {
  const env = { SANDBOX_EVENTS: 'drop' }
  await using shop = await openTestShop({ env })
  await using other = await openTestShop({ env, sharing: shop })
  const buyer = await shop.signUp('payer')
  const products = await Promise.all(range(3).map(() => shop.addProduct({ available: 1000 })))
  // Two lines of one product.
  const [first, second, third] = products
  const body = {
    lines: [third, first, second, first].map((product, index) => ({ productId: product?._id, quantity: index + 1 })),
    address: '1 Test Street',
    phoneNumber: '5550100',
  }
  const taken = new Map([
    [first?._id, 6],
    [second?._id, 3],
    [third?._id, 1],
  ])
  let paid = 0
  for (const isConfirmedBefore of [true, true, true, true, false, false, false, false]) {
    const order = (await shop.call<Placed>('POST', '/orders', { token: buyer.token, body })).body.order
    assert.ok(order)
    const secret = await openPayment(shop, buyer, order)
    const intentId = secret.split('_secret_')[0] ?? ''
    if (isConfirmedBefore) await confirmCard(shop, secret)
    await shop.db.execute(sql`
      WITH due AS (UPDATE payments SET created_at = now() - interval '1 hour', checked_at = NULL WHERE order_id = ${order._id})
      UPDATE orders SET expires_at = now() - interval '1 second' WHERE id = ${order._id}`)
    const events = await eventsAbout(shop, intentId)
    // An event that says what has not happened yet is asked about.
    const event = events.at(-1) ?? succeededEvent(intentId)
    await Promise.all([
      ...(isConfirmedBefore ? [] : [confirmCard(other, secret)]),
      ...[shop, other].flatMap((through) => [
        sendEvent(through, event),
        claimPaid(through, buyer, order, intentId),
        expire(through),
        reconcilePayments(through.db, settleDeps(through)),
      ]),
    ])
    // Events that came too early come again.
    for (const late of await eventsAbout(shop, intentId)) await sendEvent(other, late)

    const { body: details } = await shop.call<OrderDetails>('GET', `/order/${order._id}/details`, {
      token: buyer.token,
    })
    const kinds = details.timeline.map(({ kind }) => kind)
    const isPaid = details.order.state === 'paid'
    if (isConfirmedBefore) assert.equal(isPaid, true, kinds.join())
    assert.equal(kinds.filter((kind) => settled.includes(kind)).length, isPaid ? 1 : 0, kinds.join())
    assert.ok(isPaid || details.order.state === 'expired', details.order.state)
    const receipts = (await mailsTo(shop, buyer.email, order.number)).filter((kind) => kind === 'order-paid')
    assert.equal(receipts.length, isPaid ? 1 : 0)
    assert.equal(details.refunds.length, 0)
    if (isPaid) paid += 1
    for (const { _id, available } of await Promise.all(products.map((product) => readProduct(shop, product._id))))
      assert.equal(available, 1000 - paid * (taken.get(_id) ?? 0))
  }
  assert.deepEqual([...(await findViolations(shop)), ...(await checkOrderLines(shop.db))], [])
})

const expire = (through: TestShop) => {
  const deps = settleDeps(through)
  return expireOrders(through.db, {
    ...deps,
    log: deps.log as never,
    releasePayment: (id) => releasePayment(through.db, deps, id),
  })
}

const readProduct = async (shop: TestShop, id: string) =>
  (await shop.call<{ _id: string; available: number }>('GET', `/tools/${id}`)).body

const succeededEvent = (id: string) => ({
  id: 'evt_early',
  object: 'event',
  type: 'payment_intent.succeeded',
  data: { object: { id } },
})
