import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { priceLines } from '#contract/carts.ts'
import type { Tool } from '#contract/catalog.ts'
import type { ResponseBody } from '#contract/endpoint.ts'
import type { Order } from '#contract/orders.ts'
import type { OrderDetails } from '#contract/payments.ts'
import { checkStock } from '#server/stock/check-stock.ts'
import { anonymizeBuyer } from '#server/orders/anonymize-buyer.ts'
import { checkOrderLines, checkReservedStock } from '#server/orders/check-reserved-stock.ts'
import { closeUnpaidOrder } from '#server/orders/close-unpaid-order.ts'
import { openTestShop, type Person, type TestShop } from '#server/testing/open-test-shop.ts'
import { claimPaid, confirmCard, openPayment, payFor } from '#server/testing/pay-with-card.ts'
import { type Placed, readOrder } from '#server/testing/place-order.ts'
import { type AppEvent, appEvents } from '#server/platform/observability/events.ts'
import { range } from '#server/testing/range.ts'

let shop: TestShop
let other: TestShop
let buyer: Person
before(async () => {
  shop = await openTestShop()
  other = await openTestShop({ sharing: shop })
  buyer = await shop.signUp('buyer')
})
after(async () => {
  await other[Symbol.asyncDispose]()
  await shop[Symbol.asyncDispose]()
})

interface Line {
  productId: string
  quantity: number
  unitPrice?: number
  job?: string
}

const request = (lines: readonly Line[], more: object = {}, headers: Record<string, string> = {}, through = shop) =>
  through.call<Placed>('POST', '/orders', {
    token: buyer.token,
    body: { lines, address: '1 Test Street', phoneNumber: '5550100', ...more },
    headers,
  })

async function place(lines: readonly Line[], more: object = {}): Promise<Order> {
  const { body } = await request(lines, more)
  assert.ok(body.order, body.message)
  return body.order
}

const stockOf = async ({ _id }: Tool) => (await shop.call<Tool>('GET', `/tools/${_id}`)).body.available
const detailsOf = async (order: Pick<Order, '_id'>) =>
  (await shop.call<OrderDetails>('GET', `/order/${order._id}/details`, { token: shop.admin.token })).body

async function assertInvariants(): Promise<void> {
  assert.deepEqual(
    [await checkStock(shop.db), await checkReservedStock(shop.db), await checkOrderLines(shop.db)].flat(),
    [],
  )
}

const addProducts = (count: number, parts: Parameters<TestShop['addProduct']>[0] = {}) =>
  Promise.all(range(count).map(() => shop.addProduct(parts)))

test('an order has the names in the main language of the store for the seller, whatever its buyer reads', async () => {
  await using own = await openTestShop()
  const asAdmin = { token: own.admin.token }
  const { token } = await own.signUp('reader')
  assert.equal((await own.call('PUT', '/store', { ...asAdmin, body: { languages: ['de', 'en'] } })).status, 200)
  const disc = await own.addProduct({ name: 'Bremsscheibe', texts: { en: { name: 'Brake disc', content: '' } } })
  const screw = await own.addProduct({ name: 'Screw' })
  const namesOf = async (...products: Tool[]) => {
    const { body } = await own.call<Placed>('POST', '/orders', {
      token,
      headers: { 'accept-language': 'en' },
      body: {
        lines: products.map(({ _id }) => ({ productId: _id, quantity: 1 })),
        address: '1 Test Street',
        phoneNumber: '5550100',
      },
    })
    const { lines } = (await own.call<OrderDetails>('GET', `/order/${body.order?._id}/details`, asAdmin)).body
    return [body.order?.productName, ...lines.map(({ name }) => name)]
  }
  assert.deepEqual(await namesOf(disc), ['Brake disc', 'Bremsscheibe'])
  assert.deepEqual(await namesOf(disc, screw), ['Brake disc', 'Bremsscheibe', 'Screw'])
})

test('an order of several lines is described by its first, found by number, PO and part numbers, and shows each line', async () => {
  const [disc, pad, screw] = [
    await shop.addProduct({ price: 42.5, sku: 'BRK-312-V5' }),
    await shop.addProduct({ price: 12 }),
    await shop.addProduct({ price: 0.99, available: 1000 }),
  ]
  await shop.db.execute(sql`UPDATE products SET price_per = 100 WHERE id = ${screw._id}`)
  const lines = [
    { productId: disc._id, quantity: 2, unitPrice: 42.5, job: 'Golf, front axle' },
    { productId: pad._id, quantity: 4 },
    { productId: screw._id, quantity: 250 },
    { productId: disc._id, quantity: 1, job: 'Spare' },
  ]
  const order = await place(lines, { poNumber: ' PO-77012 ', note: 'Ring the bell.', totalPrice: 177.98 })
  assert.deepEqual(
    [order.name, order.productName, order.lineCount, order.quantity, order.totalPrice, order.poNumber, order.note],
    [`${disc.name} and 3 more`, disc.name, 4, 257, 177.98, 'PO-77012', 'Ring the bell.'],
  )
  const { lines: shown } = await detailsOf(order)
  assert.deepEqual(
    shown.map(({ line, productId, quantity, totalPrice, job, pricePer }) => [
      line,
      productId,
      quantity,
      totalPrice,
      job,
      pricePer,
    ]),
    [
      [1, disc._id, 2, 85, 'Golf, front axle', undefined],
      [2, pad._id, 4, 48, undefined, undefined],
      // 250 at $0.99 per 100 is $2.475.
      [3, screw._id, 250, 2.48, undefined, 100],
      [4, disc._id, 1, 42.5, 'Spare', undefined],
    ],
  )
  assert.equal(await stockOf(disc), 97)
  for (const q of [order.number, 'PO-77012', 'brk312v5', pad.name]) {
    const found = await shop.call<Order[]>('GET', `/all-orders?q=${encodeURIComponent(q)}`, { token: shop.admin.token })
    assert.deepEqual(
      found.body.map(({ _id }) => _id),
      [order._id],
      q,
    )
  }
  const last = await shop.addProduct({ sku: 'LAST-99' })
  const long = await place([...(await addProducts(11)), last].map(({ _id }) => ({ productId: _id, quantity: 1 })))
  const byLast = await shop.call<Order[]>('GET', '/all-orders?q=last99&limit=1', { token: shop.admin.token })
  assert.deepEqual(
    byLast.body.map(({ _id, lineCount }) => [_id, lineCount]),
    [[long._id, 12]],
  )
  await assertInvariants()
})

test('an order is refused as a whole, with every line, its reason and what is possible', async () => {
  const [few, boxed, sold, fine] = [
    await shop.addProduct({ available: 7 }),
    await shop.addProduct({ minQuantity: 12, orderMultiple: 12 }),
    await shop.addProduct({ price: 4.1 }),
    await shop.addProduct(),
  ]
  const gone = await shop.addProduct()
  await shop.call('DELETE', `/tools/${gone._id}`, { token: shop.admin.token })
  const { status, body } = await request([
    { productId: fine._id, quantity: 1 },
    { productId: few._id, quantity: 5 },
    { productId: boxed._id, quantity: 14 },
    { productId: few._id, quantity: 3, job: 'second' },
    { productId: sold._id, quantity: 1, unitPrice: 4 },
    { productId: gone._id, quantity: 1 },
  ])
  assert.equal(`${status} ${body.code}`, '409 lines-refused')
  assert.ok('lines' in body)
  assert.deepEqual(
    body.lines?.map(({ line, code, available, offer }) => [line, code, available, offer]),
    [
      [2, 'not-a-multiple', 100, { quantity: 12 }],
      [3, 'out-of-stock', 2, { quantity: 2 }],
      [4, 'price-changed', 100, { unitPrice: 4.1 }],
      [5, 'product-not-found', undefined, { remove: true }],
    ],
  )
  assert.equal(await stockOf(few), 7)
  const both = await request([{ productId: fine._id, quantity: 1 }], { productId: fine._id, quantity: 1 })
  assert.equal(`${both.status} ${both.body.code}`, '400 invalid-request')
})

test('lines of one product share stock and maximum alike in an order and in a list of prices; a refused line takes nothing', async () => {
  const capped = await shop.addProduct({ available: 50, maxOrder: 10 })
  const scarce = await shop.addProduct({ available: 8, minQuantity: 2, orderMultiple: 2 })
  const lines = [
    [capped, 4],
    [scarce, 6],
    [capped, 7],
    [scarce, 4],
    [capped, 6],
    [scarce, 2],
    [capped, 1],
  ].map(([product, quantity]) => ({ productId: (product as Tool)._id, quantity: Number(quantity) }))
  const priced = await shop.call<ResponseBody<typeof priceLines>>('POST', '/price-lines', { body: { lines } })
  const { body } = await request(lines)
  const expected = [
    [2, 'above-maximum', { quantity: 6 }],
    [3, 'out-of-stock', { quantity: 2 }],
    [6, 'above-maximum', { remove: true }],
  ]
  assert.deepEqual(
    priced.body.lines.flatMap(({ code, offer }, line) => (code ? [[line, code, offer]] : [])),
    expected,
  )
  assert.deepEqual('lines' in body && body.lines?.map(({ line, code, offer }) => [line, code, offer]), expected)
})

test('a repeated request returns the first order; other lines are another request', async () => {
  const [one, two] = [await shop.addProduct({ available: 2 }), await shop.addProduct()]
  const lines = [
    { productId: one._id, quantity: 2 },
    { productId: two._id, quantity: 1, job: 'A' },
  ]
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const responses = await Promise.all(range(4).map((number) => request(lines, {}, headers, number % 2 ? shop : other)))
  assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]))
  assert.equal(new Set(responses.map(({ body }) => body.order?._id)).size, 1)
  const changed = await request([lines[0]!, { ...lines[1]!, job: 'B' }], {}, headers)
  assert.equal(`${changed.status} ${changed.body.code}`, '409 idempotency-key-reused')
  await assertInvariants()
})

test('overlapping orders in opposite order, cancellations and an erased buyer end without a deadlock', async () => {
  const products = await addProducts(30, { available: 10_000 })
  const lines = products.map(({ _id }) => ({ productId: _id, quantity: 1 }))
  // Each statement that PostgreSQL aborts is repeated, and says so. (Its own counter has the job queue's statements, too.)
  const aborted: unknown[] = []
  const note = (event: unknown) => void aborted.push(event)
  appEvents.subscribe(note)
  const leaving = await shop.signUp('leaving')
  const placeAs = (token: string, wanted: readonly Line[], through: TestShop) =>
    through.call<Placed>('POST', '/orders', {
      token,
      body: { lines: wanted, address: '1 Test Street', phoneNumber: '5550100' },
    })
  const theirs = await Promise.all(
    range(6).map((n) => placeAs(leaving.token, n % 2 ? lines : lines.toReversed(), shop)),
  )
  assert.ok(theirs.every(({ status }) => status === 200))
  const mine = await Promise.all(range(6).map((n) => request(n % 2 ? lines : lines.toReversed())))
  const erased = theirs[0]?.body.order?.email
  const { rows: users } = await shop.db.execute<{ id: string }>(sql`SELECT id FROM users WHERE email = ${erased}`)
  await Promise.all([
    shop.db.transaction((tx) => anonymizeBuyer(tx, { id: users[0]?.id ?? '' })),
    ...mine.map(({ body }, n) =>
      closeUnpaidOrder((n % 2 ? shop : other).db, body.order?._id ?? '', { as: 'expired', by: undefined }),
    ),
    ...range(6).map((n) => request(n % 2 ? lines : lines.toReversed(), {}, {}, n % 2 ? shop : other)),
    ...products.map(({ _id }) => request([{ productId: _id, quantity: 1 }])),
  ])
  assert.deepEqual(
    aborted.filter((event) => (event as AppEvent).name === 'database-retry'),
    [],
  )
  appEvents.unsubscribe(note)
  await assertInvariants()
  await shop.db.execute(sql`UPDATE orders SET expires_at = now() WHERE open_slot IS NOT NULL`)
  const { rows: open } = await shop.db.execute<{ id: string }>(sql`SELECT id FROM orders WHERE open_slot IS NOT NULL`)
  await Promise.all(open.map(({ id }) => closeUnpaidOrder(shop.db, id, { as: 'expired', by: undefined })))
  await assertInvariants()
})

test('lines that are written do not lock their products before the stock is taken', async () => {
  const product = await shop.addProduct()
  const order = await place([{ productId: product._id, quantity: 1 }])
  await shop.db.transaction(async (tx) => {
    await tx.execute(sql`
      INSERT INTO order_lines (order_id, position, product_id, product_name, quantity, unit_price_cents)
      VALUES (${order._id}, 2, ${product._id}, 'Locks nothing', 1, 100)`)
    await tx.execute(sql`
      INSERT INTO stock_movements (product_id, kind, reason, units, available_change, shelf_change, order_id)
      VALUES (${product._id}, 'reserve', 'order-placed', 1, -1, 0, ${order._id})`)
    // A shared lock, which refuses this one, would let an order that waits for the product hold up another that has it.
    await shop.db.execute(sql`SELECT id FROM products WHERE id = ${product._id} FOR UPDATE NOWAIT`)
    await tx.execute(sql`SET LOCAL shop.deletes_stock_movements = 'on'`)
    await tx.execute(sql`DELETE FROM stock_movements WHERE order_id = ${order._id} AND order_line_id IS NULL`)
    await tx.execute(sql`DELETE FROM order_lines WHERE order_id = ${order._id} AND position = 2`)
  })
  await assertInvariants()
})

test('late money takes what is there line by line; the rest is short, and is allocated when stock is back', async () => {
  const [plenty, few, none] = [
    await shop.addProduct({ available: 50 }),
    await shop.addProduct({ available: 5 }),
    await shop.addProduct({ available: 4 }),
  ]
  const order = await place([
    { productId: plenty._id, quantity: 3 },
    { productId: few._id, quantity: 4 },
    { productId: none._id, quantity: 4 },
    { productId: few._id, quantity: 1, job: 'second' },
  ])
  const secret = await openPayment(shop, buyer, order)
  await closeUnpaidOrder(shop.db, order._id, { as: 'expired', by: undefined })
  await place([
    { productId: few._id, quantity: 2 },
    { productId: none._id, quantity: 4 },
  ])
  const { intentId } = await confirmCard(shop, secret)
  assert.equal((await claimPaid(shop, buyer, order, intentId)).body.order.state, 'paid_short')
  const short = (await detailsOf(order)).lines.map(({ shortUnits = 0 }) => shortUnits)
  assert.deepEqual(short, [0, 1, 4, 1])
  await assertInvariants()
  const allocate = () =>
    shop.call<{ order: Order; facts?: object }>('POST', `/order/${order._id}/allocate`, { token: shop.admin.token })
  const refused = await allocate()
  assert.deepEqual(refused.body.facts, { name: few.name, available: 0, needed: 1 })
  for (const product of [few, none]) {
    await shop.call('PUT', `/tools/${product._id}`, { token: shop.admin.token, body: { available: 6 } })
  }
  assert.equal((await allocate()).body.order.state, 'paid')
  assert.deepEqual([await stockOf(few), await stockOf(none)], [4, 2])
  await assertInvariants()
})

test('a refund restocks the lines that it names; one that fails takes them back', async () => {
  const [one, two] = [await shop.addProduct(), await shop.addProduct()]
  const order = await place([
    { productId: one._id, quantity: 2 },
    { productId: two._id, quantity: 5 },
  ])
  await payFor(shop, buyer, order)
  const refund = (body: object, headers: Record<string, string> = {}) =>
    shop.call<{ order: Order; code?: string; facts?: object }>('POST', `/order/${order._id}/refunds`, {
      token: shop.admin.token,
      body: { amount: 10, reason: 'requested_by_customer', ...body },
      headers,
    })
  const tooMany = await refund({ restockLines: [{ line: 1, units: 3 }] })
  assert.equal(`${tooMany.status} ${tooMany.body.code}`, '409 restock-too-large')
  const twice = await refund({
    restockLines: [
      { line: 2, units: 3 },
      { line: 2, units: 3 },
    ],
  })
  assert.equal(twice.body.code, 'restock-too-large')
  const headers = { 'idempotency-key': crypto.randomUUID() }
  for (const _ of range(2)) assert.equal((await refund({ restockLines: [{ line: 2, units: 3 }] }, headers)).status, 200)
  assert.equal((await refund({ restockLines: [{ line: 1, units: 2 }] }, headers)).body.code, 'idempotency-key-reused')
  assert.deepEqual([await stockOf(one), await stockOf(two)], [98, 98])
  assert.equal((await refund({ restockUnits: 3 })).status, 200)
  assert.deepEqual([await stockOf(one), await stockOf(two)], [100, 99])
  const { lines, restockableUnits } = await detailsOf(order)
  assert.deepEqual([lines.map((line) => line.restockableUnits), restockableUnits], [[undefined, 1], 1])
  assert.deepEqual(
    lines.map(({ units: { cancelled, returned } }) => cancelled + returned),
    [2, 4],
  )
  assert.equal((await readOrder(shop, order)).refundedAmount, 20)
  await assertInvariants()
})
