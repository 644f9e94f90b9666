import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { Customer } from '#contract/customers.ts'
import type { ManagedOrder, Order } from '#contract/orders.ts'
import type { OrderDetails } from '#contract/payments.ts'
import type { Tool } from '#contract/catalog.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'
import { type Placed, placeOrder } from '#server/testing/place-order.ts'
import { createStaff } from '#server/testing/staff.ts'
import { range } from '#server/testing/range.ts'

let product: Tool
const shop = provideTestShop({}, async () => {
  product = await shop.addProduct({ name: 'Brake 100%_disc', available: 1000 })
})

const request = (path: string, token = shop.admin.token) => shop.call<Order[]>('GET', path, { token })
const idsOf = (orders: Order[]) => orders.map(({ _id }) => _id)

/** Returns every page of a list by following its links. */
async function walk(path: string, token?: string): Promise<string[][]> {
  const pages: string[][] = []
  for (let next: string | undefined = path; next !== undefined;) {
    const { body, headers }: Awaited<ReturnType<typeof request>> = await request(next, token)
    pages.push(idsOf(body))
    next = /<(.+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
  }
  return pages
}

// spec 7.17, 9.9
// security 36
test('pages of all orders and of one buyer’s hold every order once, newest first, while more are placed', async () => {
  const buyer = await createCustomer(shop, 'pager')
  const other = await createCustomer(shop, 'other')
  const own: string[] = []
  for (const index of range(7)) {
    own.unshift((await placeOrder(shop, buyer, product, 1))._id)
    if (index % 2) await placeOrder(shop, other, product, 1)
  }
  const all = idsOf((await request('/all-orders')).body)
  assert.equal(all.length, 10)
  const pages = await walk('/all-orders?limit=3')
  assert.deepEqual(
    pages.map(({ length }) => length),
    [3, 3, 3, 1],
  )
  assert.deepEqual(pages.flat(), all)

  const first = await request(`/orders?email=${buyer.email}&limit=4`, buyer.token)
  await placeOrder(shop, buyer, product, 1)
  const next = /<(.+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
  assert.match(next, /email=/)
  assert.deepEqual([...idsOf(first.body), ...(await walk(next, buyer.token)).flat()], own)
})

test('pages of all orders hold every order once in each order that can be asked for, also of equal totals', async () => {
  const buyer = await createCustomer(shop, 'sorter')
  for (const quantity of [3, 1, 2, 3, 1]) await placeOrder(shop, buyer, product, quantity)
  const found = (sort: string) => walk(`/all-orders?q=${buyer.email}&limit=2&sort=${sort}`)
  const newest = (await found('-placed')).flat()
  assert.equal(newest.length, 5)
  assert.deepEqual((await found('placed')).flat(), newest.toReversed())
  const { body } = await request(`/all-orders?q=${buyer.email}`)
  const totals = new Map(body.map(({ _id, totalPrice }) => [_id, totalPrice]))
  const largest = (await found('-total')).flat()
  assert.deepEqual(new Set(largest), new Set(newest))
  const ofLargest = largest.map((id) => totals.get(id) ?? 0)
  assert.deepEqual(
    ofLargest,
    ofLargest.toSorted((one, other) => other - one),
  )
  assert.deepEqual((await found('total')).flat(), largest.toReversed())
})

test('all orders are searched by product, buyer, e-mail and id, in any case, each word for itself', async () => {
  const anna = await createCustomer(shop, 'anna')
  const drill = await shop.addProduct({ name: 'Impact Drill ÄX', available: 10 })
  const order = await placeOrder(shop, anna, drill, 1)
  for (const words of [
    'impact',
    'DRILL anna',
    'äx',
    'anna@crowd.test',
    'ANNA@crowd.te',
    'anna@cr impact',
    order._id,
    order._id.slice(0, 13),
    'test dri',
  ]) {
    const { body } = await request(`/all-orders?q=${encodeURIComponent(words)}`)
    assert.ok(idsOf(body).includes(order._id), words)
  }
  for (const words of [
    "' OR 1=1 --",
    'drill nobody',
    'rill',
    '100%_x',
    'ann@crowd',
    'anna@crowd.nowhere',
    'imp-drill',
  ]) {
    const { status, body } = await request(`/all-orders?q=${encodeURIComponent(words)}`)
    assert.equal(status, 200)
    assert.equal(idsOf(body).includes(order._id), false, words)
  }
  const { body } = await request('/all-orders?q=100%25_d')
  assert.ok(body.length > 0)
})

test('all orders are narrowed to a state, whichever way an order came into it', async () => {
  const buyer = await createCustomer(shop, 'stateful')
  const facts = {
    unpaid: '',
    paid: "paid_at = now(), transaction_id = 'pi_1'",
    paid_short: "paid_at = now(), transaction_id = 'pi_2', awaiting_stock_since = now()",
    shipped: "paid_at = now(), transaction_id = 'pi_3', shipped_at = now()",
    cancelled: 'cancelled_at = now()',
    expired: 'expired_at = now()',
    refunded:
      "paid_at = now(), transaction_id = 'pi_4', shipped_at = now(), refund_asked_cents = total_cents, refunded_cents = total_cents, refunded_at = now()",
  }
  const created: Record<string, string> = {}
  for (const [state, set] of Object.entries(facts)) {
    const { _id } = await placeOrder(shop, buyer, product, 1)
    created[state] = _id
    if (set) await shop.db.execute(sql.raw(`UPDATE orders SET ${set} WHERE id = '${_id}'`))
  }
  for (const [state, id] of Object.entries(created)) {
    const { body } = await request(`/all-orders?state=${state}&q=stateful`)
    assert.deepEqual(
      body.map((order) => [order._id, order.state]),
      [[id, state]],
    )
  }
  const everything = await request('/all-orders?q=stateful')
  assert.equal(everything.body.length, Object.keys(facts).length)
  assert.equal((await request('/all-orders?state=lost')).status, 400)
})

test('staff see the company of a buyer, the carrier of the method and, with customers, who it is', async () => {
  const buyer = await createCustomer(shop, 'workshop')
  const placed = await placeOrder(shop, buyer, product, 1)
  const find = async () =>
    (await shop.call<ManagedOrder[]>('GET', `/all-orders?q=${placed._id}`, { token: shop.admin.token })).body[0]
  assert.equal((await find())?.company, undefined)
  const address = {
    country: 'DE',
    company: 'Werkstatt Wolf GmbH',
    street: 'Am Tor 1',
    city: 'Ulm',
    postalCode: '89073',
  }
  assert.equal((await shop.call('POST', '/addresses', { token: buyer.token, body: address })).status, 200)
  await shop.db.execute(sql`
    UPDATE orders SET shipping = '{"id": "1", "name": "Parcel", "kind": "flat", "carrier": "DHL"}' WHERE id = ${placed._id}`)
  const order = await find()
  assert.deepEqual([order?.company, order?.methodCarrier], ['Werkstatt Wolf GmbH', 'DHL'])
  const { body: customers } = await shop.call<Customer[]>('GET', '/customers?q=workshop', { token: shop.admin.token })
  assert.equal(customers[0]?.company, 'Werkstatt Wolf GmbH')

  const customerOf = async (token: string) =>
    (await shop.call<OrderDetails>('GET', `/order/${placed._id}/details`, { token })).body.customerId
  assert.equal(await customerOf(shop.admin.token), customers[0]?._id)
  const packer = await createStaff(shop, 'Packer', ['shipping'])
  assert.deepEqual([await customerOf(packer.token), await customerOf(buyer.token)], [undefined, undefined])
})

test('a search of staff shows which line of an order it found, by number before words, with the units of all its lines', async () => {
  const buyer = await createCustomer(shop, 'recalled')
  const [pad, hose] = [
    await shop.addProduct({ name: 'Pad for hose HX-77', available: 100 }),
    await shop.addProduct({ name: 'Steel hose', sku: 'HX-77', available: 100 }),
  ]
  const lines = [
    { productId: pad._id, quantity: 3 },
    { productId: hose._id, quantity: 4, job: 'A' },
    { productId: hose._id, quantity: 5, job: 'B' },
  ]
  const body = { lines, address: '1 Test Street', phoneNumber: '5550100' }
  const { body: placed } = await shop.call<Placed>('POST', '/orders', { token: buyer.token, body })
  assert.ok(placed.order, placed.message)
  const matchedBy = async (q: string) => {
    const path = `/all-orders?q=${encodeURIComponent(q)}`
    const { body: found } = await shop.call<ManagedOrder[]>('GET', path, { token: shop.admin.token })
    return found.find(({ _id }) => _id === placed.order?._id)?.matched
  }
  const found = { name: 'Steel hose', sku: 'HX-77', quantity: 9 }
  assert.deepEqual(await matchedBy('hx77'), found)
  assert.deepEqual(await matchedBy('steel'), found)
  assert.equal((await matchedBy('pad'))?.quantity, 3)
  assert.equal(await matchedBy(buyer.email), undefined)
})
