import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { Cart, CartSummary, getSharedCart } from '#contract/carts.ts'
import type { ResponseBody } from '#contract/endpoint.ts'
import type { BoughtProduct } from '#contract/orders.ts'
import { newId } from '#server/platform/ids.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'
import { payFor } from '#server/testing/pay-with-card.ts'
import type { Placed } from '#server/testing/place-order.ts'

const shop = provideTestShop()

type Buyer = Awaited<ReturnType<typeof createCustomer>>
type Line = { productId: string; quantity: number; job?: string; seenPrice?: number }
const save = (buyer: Buyer, name: string, lines: readonly Line[] = [], kind = 'list') =>
  shop.call<{ cart: CartSummary; code?: string }>('POST', '/carts', { token: buyer.token, body: { name, kind, lines } })
const read = async (buyer: Buyer, id: string) =>
  (await shop.call<Cart>('GET', `/cart/${id}`, { token: buyer.token })).body
const list = async (buyer: Buyer, query = '') =>
  (await shop.call<CartSummary[]>('GET', `/carts${query}`, { token: buyer.token })).body
const order = (buyer: Buyer, body: object) =>
  shop.call<Placed>('POST', '/orders', {
    token: buyer.token,
    body: { address: '1 Test Street', phoneNumber: '5550100', ...body },
  })

test('a saved list keeps its lines, shows what has changed since, and is apart from the carts', async () => {
  const buyer = await createCustomer(shop, 'keeper')
  const disc = await shop.addProduct({ name: 'Listed disc', price: 10, available: 100 })
  const pad = await shop.addProduct({ name: 'Listed pad', price: 5, available: 3 })
  await shop.call('PATCH', '/cart/active/lines', {
    token: buyer.token,
    body: { lines: [{ productId: disc._id, quantity: 1 }] },
  })
  const { body } = await save(buyer, '  Weekly service ', [
    { productId: disc._id, quantity: 4, seenPrice: 9 },
    { productId: pad._id, quantity: 8, job: 'Van 7' },
  ])
  assert.deepEqual(
    [body.cart.name, body.cart.kind, body.cart.lineCount, body.cart.active],
    ['Weekly service', 'list', 2, undefined],
  )
  assert.deepEqual(
    (await list(buyer, '?kind=list')).map(({ name, lineCount }) => [name, lineCount]),
    [['Weekly service', 2]],
  )
  assert.deepEqual(
    (await list(buyer)).map(({ kind, active, lineCount }) => [kind, active, lineCount]),
    [[undefined, true, 1]],
  )
  const saved = await read(buyer, body.cart._id)
  assert.deepEqual(
    saved.lines.map(({ quantity, job, code, offer }) => [quantity, job, code, offer]),
    [
      [4, undefined, 'price-changed', { unitPrice: 10 }],
      [8, 'Van 7', 'out-of-stock', { quantity: 3 }],
    ],
  )
  // Products are added to the active cart by the way, which a list never becomes, and an order leaves a list as it is.
  const params = { token: buyer.token }
  const activated = await shop.call<{ code: string }>('PUT', `/cart/${body.cart._id}`, {
    ...params,
    body: { active: true },
  })
  assert.deepEqual([activated.status, activated.body.code], [404, 'cart-not-found'])
  const ordered = await order(buyer, { cartId: body.cart._id, lines: [{ productId: disc._id, quantity: 4 }] })
  assert.deepEqual([ordered.status, ordered.body.code], [404, 'cart-not-found'])
  assert.equal((await read(buyer, body.cart._id)).lines.length, 2)
  await shop.call('DELETE', `/cart/${body.cart._id}`, params)
  assert.deepEqual([await list(buyer, '?kind=list'), (await read(buyer, 'active')).lines.length], [[], 1])
})

test('lists are limited, belong to their buyer, are saved whole or not at all, and are read by their link', async () => {
  const [buyer, stranger] = [await createCustomer(shop, 'saver'), await createCustomer(shop, 'reader')]
  const disc = await shop.addProduct({ available: 100 })
  const unknown = await save(buyer, 'Whole', [{ productId: newId(), quantity: 1 }])
  assert.deepEqual([unknown.status, unknown.body.code, await list(buyer, '?kind=list')], [404, 'product-not-found', []])
  assert.equal((await save(buyer, 'Zero', [{ productId: disc._id, quantity: 0 }])).status, 400)
  assert.equal((await save(buyer, ' ')).status, 400)

  const { cart } = (await save(buyer, 'Bay 2', [{ productId: disc._id, quantity: 2 }])).body
  assert.deepEqual([(await save(stranger, 'Own')).status, (await list(stranger, '?kind=list')).length], [200, 1])
  for (const method of ['GET', 'DELETE'] as const) {
    assert.equal((await shop.call(method, `/cart/${cart._id}`, { token: stranger.token })).status, 404)
  }
  const shared = await shop.call<{ cart: CartSummary }>('PUT', `/cart/${cart._id}`, {
    token: buyer.token,
    body: { shared: true },
  })
  const seen = await shop.call<ResponseBody<typeof getSharedCart>>('GET', `/shared-cart/${shared.body.cart.shareKey}`)
  assert.deepEqual([seen.body.name, seen.body.kind, seen.body.lines.length], ['Bay 2', 'list', 1])
  assert.equal(seen.headers.get('cache-control'), 'no-store')
  assert.equal(seen.body.lines[0]?.seenPrice, undefined)

  await shop.db.execute(sql`INSERT INTO carts (id, user_id, kind, is_active)
    SELECT gen_random_uuid(), user_id, 'list', false FROM carts, generate_series(1, 98) WHERE id = ${cart._id}`)
  // Of two lists that would both be the hundredth, one is saved.
  const last = await Promise.all([save(buyer, 'Last'), save(buyer, 'Last')])
  assert.deepEqual(last.map(({ body }) => body.code ?? 'saved').toSorted(), ['saved', 'too-many-lists'])
  assert.equal((await save(buyer, 'A cart', [], 'cart')).status, 200)
})

test('the history of a buyer has each product paid for once, as it was bought last', async () => {
  const buyer = await createCustomer(shop, 'again')
  const disc = await shop.addProduct({ name: 'Bought disc', price: 10, available: 100 })
  const bolt = await shop.addProduct({ name: 'Bought bolt', price: 12.5, pricePer: 100, available: 1000 })
  const pay = async (lines: readonly Line[]) => {
    const { body } = await order(buyer, { lines })
    assert.ok(body.order, body.code)
    await payFor(shop, buyer, body.order)
    return body.order
  }
  const first = await pay([
    { productId: disc._id, quantity: 2 },
    { productId: bolt._id, quantity: 300 },
  ])
  const second = await pay([
    { productId: disc._id, quantity: 3 },
    { productId: disc._id, quantity: 4, job: 'Van 7' },
  ])
  await order(buyer, { lines: [{ productId: bolt._id, quantity: 100 }] })
  const { body } = await shop.call<BoughtProduct[]>('GET', '/bought-products', { token: buyer.token })
  assert.deepEqual(
    body.map(({ orderedAt: _, ...bought }) => bought),
    [
      {
        productId: disc._id,
        name: 'Bought disc',
        quantity: 7,
        unitPrice: 10,
        orderId: second._id,
        orderNumber: second.number,
        orderCount: 2,
      },
      {
        productId: bolt._id,
        name: 'Bought bolt',
        quantity: 300,
        unitPrice: 12.5,
        pricePer: 100,
        orderId: first._id,
        orderNumber: first.number,
        orderCount: 1,
      },
    ],
  )
})

test('many changes of one buyer at once hold no connections that others wait for', async () => {
  const buyer = await createCustomer(shop, 'hurried')
  const disc = await shop.addProduct({ available: 100 })
  const { cart } = (await save(buyer, 'Long')).body
  const lines = Array.from({ length: 200 }, (_, index) => ({ productId: disc._id, quantity: 1, job: `Job ${index}` }))
  let most = 0
  let isOver = false
  const changes = Promise.all(
    Array.from({ length: 30 }, () =>
      shop.call('PATCH', `/cart/${cart._id}/lines`, { token: buyer.token, body: { lines } }),
    ),
  ).finally(() => (isOver = true))
  while (!isOver) {
    const { rows } = await shop.db.execute<{ waiting: number }>(sql`
      SELECT count(*)::int AS waiting FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`)
    most = Math.max(most, rows[0]?.waiting ?? 0)
  }
  assert.ok((await changes).every(({ status }) => status === 200))
  assert.equal(most, 0)
})
