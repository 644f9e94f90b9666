import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ManagedTool, StockMovement, Tool, ToolStock } from '#contract/catalog.ts'
import type { Order } from '#contract/orders.ts'
import { checkStock } from '#server/stock/check-stock.ts'
import { closeUnpaidOrder } from '#server/orders/close-unpaid-order.ts'
import { checkReservedStock } from '#server/orders/check-reserved-stock.ts'
import { newId } from '#server/platform/ids.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'
import { payFor } from '#server/testing/pay-with-card.ts'
import { placeOrder, requestOrder } from '#server/testing/place-order.ts'
import { range } from '#server/testing/range.ts'

let buyer: Awaited<ReturnType<typeof createCustomer>>
const shop = provideTestShop({}, async () => {
  buyer = await createCustomer(shop, 'holder')
})

interface Answer {
  code?: string
  message?: string
  facts?: Record<string, unknown>
  tool?: Tool
}
const call = <Body = Answer>(method: string, path: string, body?: unknown) =>
  shop.call<Body>(method, path, { token: shop.admin.token, ...(body !== undefined && { body }) })
const stockOf = async ({ _id }: Pick<Tool, '_id'>) => (await call<ToolStock>('GET', `/all-tools/${_id}/stock`)).body
const unitsOf = async (product: Pick<Tool, '_id'>) => {
  const { onShelf, reserved, available } = await stockOf(product)
  return [onShelf, reserved, available]
}
const count = ({ _id }: Pick<Tool, '_id'>, counted: number, onShelf?: number) =>
  call('POST', `/tools/${_id}/stock-movements`, {
    counted,
    ...(onShelf !== undefined && { onShelf }),
    reason: 'Stock count',
  })
const ship = ({ _id }: Pick<Order, '_id'>) => call('PATCH', `/ship-order/${_id}`)
const refund = ({ _id }: Pick<Order, '_id'>, restockUnits: number, amount: number) =>
  call('POST', `/order/${_id}/refunds`, { reason: 'requested_by_customer', restockUnits, amount })
const cancel = ({ _id }: Pick<Order, '_id'>) => call('DELETE', `/orders/${_id}`)

test('units of orders are reserved until they are shipped, cancelled, expired or restocked', async () => {
  const product = await shop.addProduct({ available: 40 })
  assert.deepEqual(await unitsOf(product), [40, 0, 40])
  const [paid, cancelled, expired, restocked] = [
    await placeOrder(shop, buyer, product, 6),
    await placeOrder(shop, buyer, product, 2),
    await placeOrder(shop, buyer, product, 3),
    await placeOrder(shop, buyer, product, 5),
  ]
  assert.deepEqual(await unitsOf(product), [40, 16, 24])
  await payFor(shop, buyer, paid)
  await payFor(shop, buyer, restocked)
  await cancel(cancelled)
  await closeUnpaidOrder(shop.db, expired._id, { as: 'expired', by: undefined })
  assert.deepEqual(await unitsOf(product), [40, 11, 29])
  const { orders, orderCount } = await stockOf(product)
  assert.deepEqual(
    [orders, orderCount],
    [
      [
        { _id: paid._id, number: paid.number, units: 6 },
        { _id: restocked._id, number: restocked.number, units: 5 },
      ],
      2,
    ],
  )
  // Two of five go back; the other three are still to be sent.
  assert.equal((await refund(restocked, 2, restocked.totalPrice / 2)).status, 200)
  assert.deepEqual(await unitsOf(product), [40, 9, 31])
  assert.equal((await ship(restocked)).status, 200)
  assert.deepEqual(await unitsOf(product), [37, 6, 31])
  // Refunded units that are not restocked are gone: they do not ship any more.
  assert.equal((await refund(paid, 0, paid.totalPrice)).status, 200)
  assert.deepEqual(await unitsOf(product), [31, 0, 31])
  assert.deepEqual(await checkReservedStock(shop.db), [])
})

test('units that a refund before the shipment does not put into stock are written off: a count does not take them off again', async () => {
  const product = await shop.addProduct({ available: 50 })
  const order = await placeOrder(shop, buyer, product, 10)
  await payFor(shop, buyer, order)
  const body = { reason: 'requested_by_customer', lines: [{ line: 1, units: 4 }] }
  assert.equal((await call('POST', `/order/${order._id}/refunds`, body)).status, 200)
  assert.deepEqual(await unitsOf(product), [46, 6, 40])
  assert.equal((await count(product, 46, 46)).body.tool?.available, 40)
  await ship(order)
  assert.deepEqual(await unitsOf(product), [40, 0, 40])
  assert.deepEqual([...(await checkStock(shop.db)), ...(await checkReservedStock(shop.db))], [])
})

test('lists of the dashboard have what is reserved of each product, unless nothing is', async () => {
  const [one, two] = [
    await shop.addProduct({ name: 'Shelved one', available: 9 }),
    await shop.addProduct({ name: 'Shelved two' }),
  ]
  await placeOrder(shop, buyer, one, 4)
  const { body } = await call<ManagedTool[]>('GET', '/all-tools?q=shelved')
  const found = new Map(body.map(({ _id, ...rest }) => [_id, rest]))
  assert.deepEqual([found.get(one._id)?.available, found.get(one._id)?.reserved], [5, 4])
  assert.deepEqual([found.get(two._id)?.available, found.get(two._id)?.reserved], [100, undefined])
  const edited = await call('PATCH', `/all-tools/${one._id}`, { field: 'price', was: one.price, value: 7 })
  assert.equal((edited.body.tool as ManagedTool | undefined)?.reserved, 4)
  assert.equal((await call('GET', `/all-tools/${newId()}/stock`)).body.code, 'product-not-found')
})

test('a count of the shelf leaves what orders hold out of what can be sold', async () => {
  const product = await shop.addProduct({ available: 50 })
  const order = await placeOrder(shop, buyer, product, 6)
  await payFor(shop, buyer, order)
  assert.equal((await count(product, 40)).body.tool?.available, 34)
  assert.deepEqual(await unitsOf(product), [40, 6, 34])
  // A count that is as expected is no movement.
  assert.equal((await count(product, 40, 40)).body.tool?.available, 34)
  await ship(order)
  assert.deepEqual(await unitsOf(product), [34, 0, 34])
  const { body: moved } = await call<StockMovement[]>('GET', `/tools/${product._id}/stock-movements`)
  assert.deepEqual(
    moved.map(({ change, reason, note }) => [change, reason, note]),
    [
      [-10, 'correction', 'Stock count'],
      [-6, 'order-placed', undefined],
      [50, 'opening', undefined],
    ],
  )
  const { body: events } = await call<{ after: object }[]>('GET', `/audit-log?q=${product._id}`)
  assert.deepEqual(events[0]?.after, { availableQuantity: 34, countedUnits: 40, reason: 'Stock count' })
  assert.deepEqual(await checkStock(shop.db), [])
})

test('a count below what orders hold is refused with these orders, one that is too large as well', async () => {
  const product = await shop.addProduct({ available: 9 })
  const [one, two] = [await placeOrder(shop, buyer, product, 4), await placeOrder(shop, buyer, product, 2)]
  const { status, body } = await count(product, 5)
  assert.deepEqual(
    [status, body.code, body.facts],
    [409, 'counted-below-reserved', { counted: 5, reserved: 6, orders: `${one.number}: 4, ${two.number}: 2` }],
  )
  assert.equal((await count(product, 6)).body.tool?.available, 0)
  assert.equal((await count(product, 1_000_007)).body.code, 'stock-out-of-range')
  assert.equal((await count(product, 1_000_006)).body.tool?.available, 1_000_000)
  const nothing = 'Send units that came or went (change), other than 0, or units that were counted (counted).'
  for (const [wrong, said] of [
    [{ counted: -1, reason: 'No' }, 'Please check what was sent: counted must be at least 0.'],
    [{ counted: 1.5, reason: 'No' }, 'Please check what was sent: counted must be a whole number.'],
    [{ counted: 3, reason: ' ' }, 'Please check what was sent: reason must not be empty.'],
    [{ counted: 3, reason: '' }, 'Please check what was sent: reason must not be empty.'],
    [{ change: 0, reason: 'No' }, nothing],
    [{ reason: 'Nothing' }, nothing],
  ] as const) {
    const refused = await call<{ message: string }>('POST', `/tools/${product._id}/stock-movements`, wrong)
    assert.deepEqual([refused.status, refused.body.message], [400, said])
  }
  const both = await call<{ code: string; message: string }>('POST', `/tools/${product._id}/stock-movements`, {
    change: 1,
    counted: 3,
    reason: 'Stock count',
  })
  assert.deepEqual(
    [both.status, both.body.code, both.body.message],
    [400, 'change-with-count', 'Send units that came or went (change) or units that were counted (counted), not both.'],
  )
  assert.equal((await stockOf(product)).available, 1_000_000)
})

test('a count is of the shelf that was seen: orders placed meanwhile leave it, shipping asks to look again', async () => {
  const product = await shop.addProduct({ available: 20 })
  const first = await placeOrder(shop, buyer, product, 5)
  await payFor(shop, buyer, first)
  await placeOrder(shop, buyer, product, 3)
  assert.equal((await count(product, 18, 20)).body.tool?.available, 10)
  await ship(first)
  const late = await count(product, 18, 18)
  assert.deepEqual([late.status, late.body.code, late.body.facts], [409, 'shelf-changed', { onShelf: 13 }])
  assert.deepEqual(await unitsOf(product), [13, 3, 10])
})

test('counts, orders, cancellations and shipping that race never sell a unit that is not there', async () => {
  const product = await shop.addProduct({ available: 60 })
  const placed = await Promise.all(range(4).map(() => placeOrder(shop, buyer, product, 3)))
  for (const order of placed.slice(0, 2)) await payFor(shop, buyer, order)
  const [one, two, three] = placed
  assert.ok(one && two && three)
  // Nothing is carried away before the count is in: it finds 40 whatever is ordered or cancelled.
  const done = await Promise.all([
    ...range(6).map(() => requestOrder(shop, buyer, product, 2)),
    ...range(6).map(() => count(product, 40)),
    cancel(three),
    ...range(4).map(() => requestOrder(shop, buyer, product, 1)),
  ])
  assert.deepEqual([...new Set(done.map(({ status }) => status))], [200])
  const { onShelf, reserved } = await stockOf(product)
  assert.deepEqual([onShelf, reserved], [40, 25])
  // Counts of a shelf that was seen beside shipping: each is of before or refused.
  const [counted] = await Promise.all([count(product, 38, 40), ship(one), ship(two)])
  const left = (await stockOf(product)).onShelf
  if (counted.status === 200) assert.equal(left, 38 - 6)
  else assert.deepEqual([counted.body.code, left], ['shelf-changed', 40 - 6])
  assert.deepEqual([...(await checkStock(shop.db)), ...(await checkReservedStock(shop.db))], [])
})
