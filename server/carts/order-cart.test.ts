import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Cart } from '#contract/carts.ts'
import type { Order } from '#contract/orders.ts'
import { checkReservedStock } from '#server/orders/check-reserved-stock.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'
import type { Placed } from '#server/testing/place-order.ts'

let shop: TestShop
let other: TestShop
before(async () => {
  shop = await openTestShop()
  other = await openTestShop({ sharing: shop })
})
after(async () => {
  await other[Symbol.asyncDispose]()
  await shop[Symbol.asyncDispose]()
})

type Buyer = Awaited<ReturnType<typeof createCustomer>>
interface Line {
  productId: string
  quantity: number
  job?: string
}

const fill = (buyer: Buyer, lines: readonly Line[]) =>
  shop.call('PATCH', '/cart/active/lines', { token: buyer.token, body: { lines } })
const read = async (buyer: Buyer) => (await shop.call<Cart>('GET', '/cart/active', { token: buyer.token })).body
const quantitiesOf = async (buyer: Buyer) => (await read(buyer)).lines.map(({ quantity }) => quantity)
const order = (buyer: Buyer, lines: readonly Line[], key: string, cartId = 'active', through = shop) =>
  through.call<Placed>('POST', '/orders', {
    token: buyer.token,
    body: { lines, cartId, address: '1 Test Street', phoneNumber: '5550100' },
    headers: { 'idempotency-key': key },
  })
const ordersOf = async (buyer: Buyer) =>
  (await shop.call<Order[]>('GET', `/orders?email=${buyer.email}`, { token: buyer.token })).body

test('an order takes its lines out of the cart, once for all calls with its key; another call finds them ordered', async () => {
  const buyer = await createCustomer(shop, 'once')
  const [disc, pad] = [await shop.addProduct({ available: 50 }), await shop.addProduct({ available: 50 })]
  const [front, rear, rest] = [
    { productId: disc._id, quantity: 2 },
    { productId: disc._id, quantity: 3, job: 'Van 7' },
    { productId: pad._id, quantity: 4 },
  ] as const
  await fill(buyer, [front, rest, rear])
  const same = [shop, other, shop, other].map((through) => order(buyer, [front, rear], 'one', 'active', through))
  const placed = (await Promise.all(same)).map(({ body }) => body.order?._id ?? body.code)
  assert.deepEqual(placed, Array(4).fill((await ordersOf(buyer))[0]?._id))
  assert.equal((await order(buyer, [front, rear], 'one')).body.order?._id, placed[0])
  assert.deepEqual(await quantitiesOf(buyer), [4])

  assert.equal((await order(buyer, [front, rear], 'two')).body.code, 'cart-ordered')
  // The only line of an order leaves the cart, too.
  const { _id: cartId } = await read(buyer)
  const several = ['three', 'four', 'five'].map((key, at) => order(buyer, [rest], key, cartId, at ? shop : other))
  const outcomes = (await Promise.all(several)).map(({ body }) => body.code ?? 'placed')
  assert.deepEqual(outcomes.toSorted(), ['cart-ordered', 'cart-ordered', 'placed'])
  assert.deepEqual([await quantitiesOf(buyer), (await ordersOf(buyer)).length], [[], 2])
  assert.deepEqual(await checkReservedStock(shop.db), [])
})

test('a cart that is another buyer’s or was changed is refused, and a refused order leaves the cart as it was', async () => {
  const [buyer, stranger] = [await createCustomer(shop, 'owner'), await createCustomer(shop, 'stranger')]
  const [disc, scarce] = [await shop.addProduct({ available: 50 }), await shop.addProduct({ available: 1 })]
  const line = { productId: disc._id, quantity: 2 }
  assert.equal((await order(buyer, [line], 'none')).body.code, 'cart-changed', 'there is no cart yet')
  await fill(buyer, [line, { productId: scarce._id, quantity: 2 }])
  const { _id: cartId } = await read(buyer)
  const { body, status } = await order(stranger, [line], 'foreign', cartId)
  assert.deepEqual([status, body.code], [404, 'cart-not-found'])
  for (const lines of [[{ ...line, quantity: 3 }], [{ ...line, job: 'Van 7' }], [line, line]]) {
    assert.equal((await order(buyer, lines, crypto.randomUUID())).body.code, 'cart-changed')
  }
  const short = await order(buyer, [line, { productId: scarce._id, quantity: 2 }], 'short')
  assert.equal(short.body.code, 'lines-refused')
  assert.deepEqual([await quantitiesOf(buyer), await ordersOf(buyer)], [[2, 2], []])
  await order(buyer, [line], 'first')
  await fill(buyer, [{ productId: scarce._id, quantity: 1 }])
  assert.equal((await order(buyer, [line], 'second')).body.code, 'cart-changed', 'it was changed since')
})
