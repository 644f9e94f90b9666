import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AuditEvent } from '#contract/audit-log.ts'
import type { Tool } from '#contract/catalog.ts'
import type { Order } from '#contract/orders.ts'
import type { OrderDetails } from '#contract/payments.ts'
import type { Store } from '#contract/store.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { openTestShop, provideTestShop } from '#server/testing/open-test-shop.ts'
import { placeOrder } from '#server/testing/place-order.ts'

const shop = provideTestShop()

const valueOf = ({ number }: Order) => Number(/^BY-([1-9]\d{3,})$/.exec(number)?.[1])

test('an order has a number of its own from 1001 on, and says it on every call', async () => {
  const buyer = await createCustomer(shop, 'nina')
  const product = await shop.addProduct({ name: 'Wheel nut', sku: 'NUT-77-X' })
  const first = await placeOrder(shop, buyer, product, 1)
  const others = await Promise.all(Array.from({ length: 8 }, () => placeOrder(shop, buyer, product, 1)))
  assert.equal(first.number, 'BY-1001')
  assert.equal(new Set([first, ...others].map(valueOf)).size, 9)
  assert.ok(others.every((order) => valueOf(order) > 1001))

  const { body: one } = await shop.call<Order>('GET', `/order/${first._id}`, { token: buyer.token })
  assert.equal(one.number, 'BY-1001')
  const { body: own } = await shop.call<Order[]>('GET', `/orders?email=${buyer.email}`, { token: buyer.token })
  assert.deepEqual(new Set(own.map(valueOf)), new Set([first, ...others].map(valueOf)))
  const { body: details } = await shop.call<OrderDetails>('GET', `/order/${first._id}/details`, { token: buyer.token })
  assert.deepEqual([details.order.number, details.lines[0]?.sku], ['BY-1001', 'NUT-77-X'])
})

test('an order keeps the part number that the product had, and has none where the product had none', async () => {
  const buyer = await createCustomer(shop, 'keeper')
  const product = await shop.addProduct({ name: 'Spring washer', sku: 'WASH-1' })
  const order = await placeOrder(shop, buyer, product, 1)
  assert.equal(order.sku, 'WASH-1')
  const changed = await shop.call('PUT', `/tools/${product._id}`, { token: shop.admin.token, body: { sku: 'WASH-2' } })
  assert.equal(changed.status, 200)
  const { body: sold } = await shop.call<Tool>('GET', `/tools/${product._id}`)
  assert.equal(sold.sku, 'WASH-2')
  const { body: later } = await shop.call<Order>('GET', `/order/${order._id}`, { token: buyer.token })
  assert.equal(later.sku, 'WASH-1')
  assert.equal('sku' in (await placeOrder(shop, buyer, await shop.addProduct(), 1)), false)
})

test('an admin finds an order by its number, with BY or without, and by its part number', async () => {
  const buyer = await createCustomer(shop, 'finder')
  const order = await placeOrder(shop, buyer, await shop.addProduct({ name: 'Hub cap', sku: 'CAP-19/B' }), 1)
  const other = await placeOrder(shop, buyer, await shop.addProduct({ name: 'Hub ring', sku: 'RING-19' }), 1)
  const all = [
    order.number,
    order.number.toLowerCase(),
    order.number.replace('-', ''),
    String(valueOf(order)),
    'CAP-19/B',
    'cap-19',
    'hub cap',
  ]
  for (const words of all) {
    const path = `/all-orders?q=${encodeURIComponent(words)}`
    const { body } = await shop.call<Order[]>('GET', path, { token: shop.admin.token })
    const ids = body.map(({ _id }) => _id)
    assert.ok(ids.includes(order._id), words)
    assert.equal(ids.includes(other._id), false, words)
  }
})

test('the seller chooses what order numbers begin with, until a customer has ordered', async () => {
  await using own = await openTestShop()
  const setPrefix = (orderPrefix: string) =>
    own.call<Store & { message: string; code: string }>('PUT', '/store', {
      token: own.admin.token,
      body: { orderPrefix },
    })
  for (const wrong of ['MB-1', '1-', '-', 'MÜ-', 'MB ', 'MUCH-TOO-LONG-']) {
    const { status, body } = await setPrefix(wrong)
    assert.equal(status, 400, wrong)
    assert.match(body.message, /orderPrefix/)
  }
  assert.equal((await setPrefix('2x-')).body.orderPrefix, '2X-')
  const fixedFields = async () =>
    (await own.call<string[]>('GET', '/store/fixed-fields', { token: own.admin.token })).body
  assert.deepEqual(await fixedFields(), [])
  const buyer = await createCustomer(own, 'first')
  const product = await own.addProduct({ name: 'Drain plug' })
  const order = await placeOrder(own, buyer, product, 1)
  assert.equal(order.number, '2X-1001')
  const find = async (words: string) => {
    const [all, mine] = await Promise.all([
      own.call<Order[]>('GET', `/all-orders?q=${encodeURIComponent(words)}`, { token: own.admin.token }),
      own.call<Order[]>('GET', `/orders?email=${buyer.email}&q=${encodeURIComponent(words)}`, { token: buyer.token }),
    ])
    return [all, mine].map(({ body }) => body.map(({ number }) => number))
  }
  const found = [['2X-1001'], ['2X-1001']]
  for (const words of ['2X-1001', '2x-1001', '2x1001', '1001', '2X 1001', 'drain 2x-1001'])
    assert.deepEqual(await find(words), found)
  for (const words of ['3X-1001', '2x-1002']) assert.deepEqual(await find(words), [[], []])
  const { status: cancelled } = await own.call('DELETE', `/orders/${order._id}`, { token: own.admin.token })
  assert.equal(cancelled, 200)
  const { body: log } = await own.call<AuditEvent[]>('GET', '/audit-log', { token: own.admin.token })
  assert.match(log.find(({ kind }) => kind === 'order-cancelled')?.subject.name ?? '', /^2X-1001 · Drain plug/)
  assert.deepEqual(await fixedFields(), ['currency', 'orderPrefix', 'mainLanguage'])
  const { status, body } = await setPrefix('3X-')
  assert.deepEqual([status, body.code], [409, 'order-prefix-in-use'])
  assert.match(body.message, /begin with “2X-”/)
  assert.equal((await setPrefix('2x-')).status, 200)
})
