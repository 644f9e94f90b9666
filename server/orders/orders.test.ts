import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { Tool } from '#contract/catalog.ts'
import type { Order } from '#contract/orders.ts'
import type { ProblemBody } from '#contract/problem.ts'
import { checkStock } from '#server/stock/check-stock.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { type Person, provideTestShop } from '#server/testing/open-test-shop.ts'
import { orderBody, requestOrder, placeOrder } from '#server/testing/place-order.ts'
import { payFor } from '#server/testing/pay-with-card.ts'
import { waitUntil } from '#server/testing/wait-until.ts'
import { range } from '#server/testing/range.ts'

let buyers: Person[]
let buyer: Person
let stranger: Person
const shop = provideTestShop({}, async () => {
  buyers = await Promise.all(Array.from({ length: 8 }, (_, index) => shop.signUp(`buyer${index}`)))
  ;[buyer, stranger] = buyers as [Person, Person]
})

const available = async (product: Tool) => (await shop.call<Tool>('GET', `/tools/${product._id}`)).body.available
const cancel = (who: Person, order: Order) => shop.call('DELETE', `/orders/${order._id}`, { token: who.token })
const ship = (order: Order) => shop.call('PATCH', `/ship-order/${order._id}`, { token: shop.admin.token })
const listOf = async (who: Person) =>
  (await shop.call<Order[]>('GET', `/orders?email=${who.email}`, { token: who.token })).body

test('an order that ships names its carrier and tracking number to its buyer; both are optional, and no body is needed', async () => {
  const product = await shop.addProduct()
  const [tracked, plain, bare] = [1, 2, 3].map(() => placeOrder(shop, buyer, product, 1))
  const ship = async (
    placed: Promise<Order> | undefined,
    init: { body?: object; headers?: Record<string, string> },
  ) => {
    const order = await placed
    assert.ok(order)
    if (!order.paid) await payFor(shop, buyer, order)
    order.paid = true
    const response = await shop.call<ProblemBody>('PATCH', `/ship-order/${order._id}`, {
      token: shop.admin.token,
      ...init,
    })
    return { response, order: (await shop.call<Order>('GET', `/order/${order._id}`, { token: buyer.token })).body }
  }
  const long = await ship(tracked, { body: { carrier: 'x'.repeat(61) } })
  assert.equal(long.response.status, 400)
  const { carrier, trackingNumber } = (
    await ship(tracked, { body: { carrier: 'Swift Freight', trackingNumber: 'SF 1' } })
  ).order
  assert.deepEqual({ carrier, trackingNumber }, { carrier: 'Swift Freight', trackingNumber: 'SF 1' })
  for (const { order } of [
    await ship(plain, { body: { carrier: ' ', trackingNumber: '' } }),
    await ship(bare, { headers: { 'content-type': 'application/json' } }),
  ]) {
    assert.equal(order.shipped, true)
    assert.ok(!('carrier' in order || 'trackingNumber' in order))
  }
})

async function assertStockLaw(): Promise<void> {
  assert.deepEqual(await checkStock(shop.db), [])
}

// spec 3.2, 4.12, 7.14, 9.4
test('an order is answered with its facts, listed first, and its units are gone', async () => {
  const product = await shop.addProduct({ price: 19.99, minQuantity: 5, available: 50 })
  const response = await shop.call<{ success: true; _id: string; order: Order }>('POST', '/orders', {
    token: buyer.token,
    body: {
      name: product.name,
      buyerName: 'Bea Buyer',
      email: buyer.email,
      address: '7 Piston Way',
      phoneNumber: 5550123,
      quantity: 7,
      totalPrice: 139.93,
    },
  })
  assert.equal(response.status, 200)
  const { order } = response.body
  assert.equal(response.body._id, order._id)
  const { placedAt, expiresAt, number, ...rest } = order
  assert.match(number, /^BY-\d+$/)
  assert.deepEqual(rest, {
    _id: order._id,
    name: product.name,
    productName: product.name,
    buyerName: 'Bea Buyer',
    email: buyer.email,
    address: '7 Piston Way',
    phoneNumber: '5550123',
    lineCount: 1,
    quantity: 7,
    totalPrice: 139.93,
    currency: 'usd',
    open: 139.93,
    paid: false,
    shipped: false,
    state: 'unpaid',
    productId: product._id,
  })
  assert.equal(Date.parse(expiresAt ?? '') - Date.parse(placedAt), 24 * 3_600_000)
  assert.equal(await available(product), 43)
  assert.deepEqual((await listOf(buyer))[0], order)
  assert.deepEqual((await shop.call<Order>('GET', `/order/${order._id}`, { token: buyer.token })).body, order)
  const all = await shop.call<Order[]>('GET', '/all-orders', { token: shop.admin.token })
  assert.partialDeepStrictEqual(all.body[0], order)
  await assertStockLaw()
})

// spec 4.12
// security 30
test('64 buyers at once for the last 10 units buy exactly 10, ten times over', async () => {
  const crowd = await Promise.all(range(64).map((index) => createCustomer(shop, `crowd${index}`)))
  for (const round of range(10)) {
    const product = await shop.addProduct({ available: 10 })
    const responses = await Promise.all(crowd.map((who) => requestOrder(shop, who, product, 1)))
    assert.equal(responses.filter(({ status }) => status === 200).length, 10, `round ${round}`)
    const refused = responses.filter(({ status }) => status !== 200)
    assert.deepEqual(
      new Set(refused.map(({ status, body }) => `${status} ${body.code} ${(body as ProblemBody).message}`)),
      new Set(['409 out-of-stock Please check your order quantity, we only have 0 left']),
    )
    assert.equal(await available(product), 0)
  }
  await assertStockLaw()
})

test('placing and cancelling in parallel keep the stock law and never oversell', async () => {
  const product = await shop.addProduct({ available: 12 })
  let lowest = Infinity
  const work = async (who: Person, turn: number) => {
    for (const round of range(6)) {
      const { body } = await requestOrder(shop, who, product, 1 + ((turn + round) % 4))
      lowest = Math.min(lowest, await available(product))
      if (!body.order) continue
      const [first, second] = await Promise.all([cancel(who, body.order), cancel(who, body.order)])
      assert.deepEqual(
        [first.status, second.status].toSorted((a, b) => a - b),
        [200, 409],
      )
    }
  }
  await Promise.all(range(16).map((turn) => work(buyers[turn % buyers.length] ?? buyer, turn)))
  assert.ok(lowest >= 0)
  assert.equal(await available(product), 12)
  await assertStockLaw()
  const { rows } = await shop.db.execute<{ off: number }>(sql`
    SELECT count(*)::integer AS off FROM (
      SELECT order_id FROM stock_movements WHERE product_id = ${product._id} AND order_id IS NOT NULL
      GROUP BY order_id HAVING sum(available_change) <> 0 OR count(*) <> 2) wrong`)
  assert.equal(rows[0]?.off, 0)
})

test('orders of several products by the same people at once do not block each other', async () => {
  const products = await Promise.all(range(4).map(() => shop.addProduct({ available: 1000 })))
  const requests = products.flatMap((product) => buyers.map((who) => ({ product, who })))
  const orders = await Promise.all(
    [...requests, ...requests].map(async ({ product, who }) => ({
      who,
      order: await placeOrder(shop, who, product, 2),
    })),
  )
  const responses = await Promise.all(orders.map(({ who, order }) => cancel(who, order)))
  assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]))
  for (const product of products) assert.equal(await available(product), 1000)
  await assertStockLaw()
})

test('one Idempotency-Key sent 16 times at once gives one order', async () => {
  const product = await shop.addProduct({ available: 100 })
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const responses = await Promise.all(range(16).map(() => requestOrder(shop, buyer, product, 3, headers)))
  assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]))
  assert.equal(new Set(responses.map(({ body }) => body.order?._id)).size, 1)
  assert.equal(await available(product), 97)

  const later = await requestOrder(shop, buyer, product, 3, headers)
  assert.equal(later.body.order?._id, responses[0]?.body.order?._id)
  const otherBuyer = await requestOrder(shop, stranger, product, 3, headers)
  assert.notEqual(otherBuyer.body.order?._id, later.body.order?._id)
  await assertStockLaw()
})

test('an Idempotency-Key repeats the last units although none are left', async () => {
  const product = await shop.addProduct({ available: 4 })
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const first = await requestOrder(shop, buyer, product, 4, headers)
  const again = await requestOrder(shop, buyer, product, 4, headers)
  assert.equal(first.status, 200)
  assert.deepEqual(again.body.order, first.body.order)
})

test('an Idempotency-Key is rejected for another request, and when it is malformed', async () => {
  const product = await shop.addProduct()
  const headers = { 'idempotency-key': crypto.randomUUID() }
  await requestOrder(shop, buyer, product, 3, headers)
  const other = await requestOrder(shop, buyer, product, 4, headers)
  assert.equal(other.status, 409)
  assert.equal(other.body.code, 'idempotency-key-reused')
  for (const key of ['', ' ', 'x'.repeat(256), 'a b']) {
    const { status, body } = await requestOrder(shop, buyer, product, 1, { 'idempotency-key': key })
    assert.equal(`${status} ${body.code}`, '400 invalid-request', JSON.stringify(key))
  }
  assert.equal(await available(product), 97)
})

// spec 5.3, 8.5
test('more than there is and less than the minimum are refused in the very words of the shop', async () => {
  const product = await shop.addProduct({ available: 20, minQuantity: 5 })
  const above = await requestOrder(shop, buyer, product, 21)
  assert.equal(above.status, 409)
  assert.equal(above.body.code, 'out-of-stock')
  assert.equal((above.body as ProblemBody).message, 'Please check your order quantity, we only have 20 left')
  const below = await requestOrder(shop, buyer, product, 4)
  assert.equal(below.status, 409)
  assert.equal(below.body.code, 'below-minimum')
  assert.equal((below.body as ProblemBody).message, 'Please check your order quantity, you have to order more than 5')
  assert.equal((await requestOrder(shop, buyer, product, 5)).status, 200)
  assert.equal((await requestOrder(shop, buyer, product, 15)).status, 200)
  assert.equal(await available(product), 0)
})

// spec 7.14
test('a changed price is rejected with the new total, and nothing is sold', async () => {
  const product = await shop.addProduct({ price: 10, available: 30 })
  await shop.call('PUT', `/tools/${product._id}`, { token: shop.admin.token, body: { price: 12.5 } })
  const { status, body } = await requestOrder(shop, buyer, product, 3)
  assert.equal(status, 409)
  assert.equal(body.code, 'price-changed')
  assert.deepEqual((body as ProblemBody).facts, { total: 37.5, price: 12.5 })
  assert.match((body as ProblemBody).message, /\$37\.50\b/)
  assert.equal(await available(product), 30)
  const agreed = await placeOrder(shop, buyer, { ...product, price: 12.5 }, 3)
  assert.equal(agreed.totalPrice, 37.5)
})

test('parts whose price rounds to nothing are refused as too cheap for a card, not given away', async () => {
  const product = await shop.addProduct({ price: 0.01, pricePer: 1000, available: 30 })
  const { status, body } = await requestOrder(shop, buyer, product, 1)
  assert.equal(`${status} ${body.code}`, '409 total-not-payable')
  assert.equal(await available(product), 30)
})

test('an order that waited for a restock of its product finds the units that have come', async () => {
  const product = await shop.addProduct({ available: 3 })
  let waiting: ReturnType<typeof requestOrder> | undefined
  await shop.db.transaction(async (tx) => {
    await tx.execute(sql`UPDATE products SET available_quantity = 5 WHERE id = ${product._id}`)
    await tx.execute(
      sql`INSERT INTO stock_movements (product_id, kind, reason, units, available_change, shelf_change)
        VALUES (${product._id}, 'correction', 'correction', 2, 2, 2)`,
    )
    waiting = requestOrder(shop, buyer, product, 3)
    await waitUntil(async () => {
      const { rows } = await tx.execute(
        sql`SELECT 1 FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))`,
      )
      return rows.length > 0
    }, 'the order waits for the restock')
  })
  const response = await waiting
  assert.equal(response?.status, 200, JSON.stringify(response?.body))
  assert.equal(await available(product), 2)
  await assertStockLaw()
})

test('an order keeps its price when the product changes afterwards', async () => {
  const product = await shop.addProduct({ price: 10 })
  const order = await placeOrder(shop, buyer, product, 2)
  await shop.call('PUT', `/tools/${product._id}`, { token: shop.admin.token, body: { price: 99, name: 'Renamed' } })
  const { body } = await shop.call<Order>('GET', `/order/${order._id}`, { token: buyer.token })
  assert.equal(body.totalPrice, 20)
  assert.equal(body.name, product.name)
})

test('a product deleted while it is bought: each buyer gets an order or a sentence', async () => {
  const product = await shop.addProduct({ available: 1000 })
  const [responses] = await Promise.all([
    Promise.all(range(24).map((turn) => requestOrder(shop, buyers[turn % 8] ?? buyer, product, 1))),
    shop.call('DELETE', `/tools/${product._id}`, { token: shop.admin.token }),
  ])
  for (const { status, body } of responses) {
    assert.ok(status === 200 || (status === 404 && body.code === 'product-not-found'), JSON.stringify(body))
  }
  const late = await requestOrder(shop, buyer, product, 1)
  assert.equal(`${late.status} ${late.body.code}`, '404 product-not-found')
  const byName = await shop.call('POST', '/orders', {
    token: buyer.token,
    body: { ...orderBody(product, 1), productId: undefined },
  })
  assert.equal(byName.body.code, 'product-not-found')
  await assertStockLaw()
})

test('an order of a product that was deleted stays, is cancelled, paid and shipped as any other', async () => {
  const product = await shop.addProduct({ available: 10 })
  const kept = await placeOrder(shop, buyer, product, 2)
  const dropped = await placeOrder(shop, buyer, product, 3)
  await shop.call('DELETE', `/tools/${product._id}`, { token: shop.admin.token })
  assert.ok((await listOf(buyer)).some(({ _id }) => _id === kept._id))
  assert.equal((await cancel(buyer, dropped)).status, 200)
  await payFor(shop, buyer, kept)
  assert.equal((await ship(kept)).status, 200)
  await assertStockLaw()
})

// spec 4.8, 7.16
// security 29
test('moves that do not exist are refused and change nothing', async () => {
  const product = await shop.addProduct({ available: 10 })
  const order = await placeOrder(shop, buyer, product, 4)
  const unpaid = await ship(order)
  assert.equal(`${unpaid.status} ${unpaid.body.code}`, '409 order-move-not-allowed')
  assert.equal(unpaid.body.message, 'This order is unpaid, so it cannot be shipped.')

  assert.equal((await cancel(buyer, order)).status, 200)
  assert.equal(await available(product), 10)
  const twice = await cancel(buyer, order)
  assert.equal(`${twice.status} ${twice.body.code}`, '409 order-move-not-allowed')
  assert.equal(await available(product), 10)
  assert.ok(!(await listOf(buyer)).some(({ _id }) => _id === order._id))
  const shipCancelled = await ship(order)
  assert.equal(shipCancelled.body.code, 'order-move-not-allowed')
  const payCancelled = await shop.call('POST', '/create-payment-intent', {
    token: buyer.token,
    body: { orderId: order._id },
  })
  assert.equal(payCancelled.body.code, 'order-move-not-allowed')

  const bought = await placeOrder(shop, buyer, product, 4)
  await payFor(shop, buyer, bought)
  const paid = await cancel(buyer, bought)
  assert.equal(`${paid.status} ${paid.body.code}`, '409 order-move-not-allowed')
  assert.equal((await cancel(shop.admin, bought)).status, 409)
  assert.equal((await ship(bought)).status, 200)
  assert.equal((await ship(bought)).body.code, 'order-move-not-allowed')
  assert.equal(await available(product), 6)
  await assertStockLaw()
})

// spec 7.18
test('shipping writes down when and by whom, once', async () => {
  const product = await shop.addProduct()
  const order = await placeOrder(shop, buyer, product, 1)
  await payFor(shop, buyer, order)
  const responses = await Promise.all(range(5).map(() => ship(order)))
  assert.equal(responses.filter(({ status }) => status === 200).length, 1)
  const { rows } = await shop.db.execute<{ email: string }>(sql`
    SELECT u.email FROM orders o JOIN shipments s ON s.order_id = o.id JOIN users u ON u.id = s.shipped_by WHERE o.id = ${order._id} AND o.shipped_at IS NOT NULL`)
  assert.equal(rows[0]?.email, shop.admin.email)
})

// spec 7.15
// security 18
test('an order of another buyer is not found', async () => {
  const product = await shop.addProduct({ available: 10 })
  const order = await placeOrder(shop, buyer, product, 2)
  for (const [method, path, body] of [
    ['GET', `/order/${order._id}`],
    ['DELETE', `/orders/${order._id}`],
    ['PATCH', `/order/${order._id}`, { transactionId: 'pi_123' }],
    ['POST', '/create-payment-intent', { orderId: order._id }],
  ] as const) {
    const theirs = await shop.call(method, path, { token: stranger.token, body })
    assert.equal(`${theirs.status} ${theirs.body.code}`, '404 order-not-found', `${method} ${path}`)
    const madeUp = path.replace(order._id, crypto.randomUUID())
    const unknown = await shop.call(method, madeUp, {
      token: stranger.token,
      body: body && 'orderId' in body ? { orderId: crypto.randomUUID() } : body,
    })
    assert.equal(unknown.status, 404)
    assert.equal(unknown.body.message, theirs.body.message)
  }
  const inTheirName = await shop.call('POST', '/orders', {
    token: stranger.token,
    body: { ...orderBody(product, 1), email: buyer.email },
  })
  assert.equal(`${inTheirName.status} ${inTheirName.body.code}`, '403 not-allowed')
  assert.equal(await available(product), 8)
})

// spec 5.4
test('an address and a phone number that cannot be are refused at their fields', async () => {
  const product = await shop.addProduct()
  const buyer = await createCustomer(shop, 'vague')
  const send = (change: object) =>
    shop.call<ProblemBody>('POST', '/orders', { token: buyer.token, body: { ...orderBody(product, 1), ...change } })
  const refused = async (change: object) => {
    const { status, body } = await send(change)
    return [status, body.code, body.errors?.[0]?.field]
  }
  for (const address of ['x', '12345678', 'Road 7  ', '       a Road']) {
    assert.deepEqual(await refused({ address }), [400, 'invalid-request', 'address'], address)
  }
  for (const address of ['Road 7, X', '東京都千代田区1-1']) assert.equal((await send({ address })).status, 200, address)
  for (const phoneNumber of ['217', 217, '12345', '1'.repeat(16), '5550100x', 'five five']) {
    assert.deepEqual(await refused({ phoneNumber }), [400, 'invalid-request', 'phoneNumber'], String(phoneNumber))
  }
  for (const phoneNumber of ['555-010', 5_550_100, '+49 (89) 123 45 67', '123456789012345']) {
    assert.equal((await send({ phoneNumber })).status, 200, String(phoneNumber))
  }
})
