import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { CartSummary, getSharedCart } from '#contract/carts.ts'
import type { ResponseBody } from '#contract/endpoint.ts'
import { eraseCarts } from '#server/carts/delete-cart.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'

let shop: TestShop
before(async () => void (shop = await openTestShop({ withPages: true })))
after(() => shop[Symbol.asyncDispose]())

type Buyer = Awaited<ReturnType<typeof createCustomer>>

const save = async ({ token }: Buyer, kind: 'cart' | 'list', lines: object[]) =>
  (await shop.call<{ cart: CartSummary }>('POST', '/carts', { token, body: { name: 'Bay 2', kind, lines } })).body.cart
const update = async ({ token }: Buyer, { _id }: CartSummary, body: object) =>
  (await shop.call<{ cart: CartSummary }>('PUT', `/cart/${_id}`, { token, body })).body.cart
const share = async (buyer: Buyer, cart: CartSummary) => (await update(buyer, cart, { shared: true })).shareKey ?? ''

/** Asks for a link at both doors, without a session. */
async function follow(key: string) {
  const asked = await shop.call<Partial<ResponseBody<typeof getSharedCart>> & { code?: string }>(
    'GET',
    `/shared-cart/${key}`,
  )
  const page = await fetch(`${shop.url}/cart/shared/${key}`)
  const text = await page.text()
  for (const { headers } of [asked, page]) assert.equal(headers.get('cache-control'), 'no-store')
  const { code, lines = [] } = asked.body
  return { statuses: [asked.status, page.status], code, quantities: lines.map(({ quantity }) => quantity), text }
}

async function assertEnded(key: string, why: string) {
  const { statuses, code, text } = await follow(key)
  assert.deepEqual([statuses, code], [[410, 410], 'shared-cart-ended'], why)
  assert.match(text, /This link has ended: the cart or list was ordered, emptied or deleted/, why)
}

test('the link of a cart ends when the cart is ordered, and does not show what is in it next', async () => {
  const buyer = await createCustomer(shop, 'sharer')
  const [disc, pad] = [await shop.addProduct({ name: 'Shared disc' }), await shop.addProduct({ name: 'Shared pad' })]
  const [line, rest] = [
    { productId: disc._id, quantity: 3 },
    { productId: pad._id, quantity: 4 },
  ]
  const cart = await save(buyer, 'cart', [line, rest])
  const key = await share(buyer, cart)
  const shown = await follow(key)
  assert.deepEqual(
    [shown.statuses, shown.quantities],
    [
      [200, 200],
      [3, 4],
    ],
  )
  assert.match(shown.text, /Shared disc/)

  const body = { lines: [line], cartId: cart._id, address: '1 Test Street', phoneNumber: '5550100' }
  const placed = await shop.call<{ message?: string }>('POST', '/orders', { token: buyer.token, body })
  assert.equal(placed.status, 200, placed.body.message)
  await assertEnded(key, 'ordered, though a line is left')
  const next = [{ productId: disc._id, quantity: 5, job: 'Next customer' }]
  await shop.call('PATCH', `/cart/${cart._id}/lines`, { token: buyer.token, body: { lines: next } })
  await assertEnded(key, 'filled anew')
  const newKey = await share(buyer, cart)
  assert.deepEqual((await follow(newKey)).quantities, [4, 5])
  await assertEnded(key, 'shared anew')
})

test('the link of a cart or list ends when it is emptied, deleted, shared no longer, 90 days old, or its owner leaves', async () => {
  const buyer = await createCustomer(shop, 'list-sharer')
  const [productId, other, third] = [
    (await shop.addProduct())._id,
    (await shop.addProduct())._id,
    (await shop.addProduct())._id,
  ]
  for (const kind of ['cart', 'list'] as const) {
    const cart = await save(buyer, kind, [{ productId, quantity: 1 }])
    const aged = (days: number) =>
      shop.db.execute(sql`UPDATE carts SET shared_at = now() - ${days} * interval '1 day' WHERE id = ${cart._id}`)
    let key = await share(buyer, cart)
    await aged(89)
    assert.deepEqual((await follow(key)).statuses, [200, 200])
    await aged(90)
    await assertEnded(key, 'old')
    assert.equal((await update(buyer, cart, { name: 'Bay 3' })).shareKey, undefined, 'its owner sees so')

    key = await share(buyer, cart)
    await update(buyer, cart, { shared: false })
    await assertEnded(key, 'shared no longer')

    key = await share(buyer, cart)
    const lines = (quantity: number) =>
      shop.call('PATCH', `/cart/${cart._id}/lines`, { token: buyer.token, body: { lines: [{ productId, quantity }] } })
    const answers = [(await lines(0)).body, (await lines(2)).body]
    assert.deepEqual(
      answers.map((body) => (body as { linkEnded?: true }).linkEnded),
      [true, undefined],
      'the owner is told once',
    )
    await assertEnded(key, 'emptied')

    key = await share(buyer, cart)
    const set = (...given: [string, number][]) =>
      shop.call('PATCH', `/cart/${cart._id}/lines`, {
        token: buyer.token,
        body: { lines: given.map(([id, quantity]) => ({ productId: id, quantity })) },
      })
    await set([other, 4])
    await set([productId, 0], [third, 5])
    assert.deepEqual((await follow(key)).quantities, [4, 5], 'a line is left')
    await set([other, 0], [third, 0], [productId, 2])
    await assertEnded(key, 'emptied and filled again at once')

    key = await share(buyer, cart)
    await shop.call('DELETE', `/cart/${cart._id}`, { token: buyer.token })
    await assertEnded(key, 'deleted')
  }
  const key = await share(buyer, await save(buyer, 'list', []))
  await shop.db.transaction((tx) => eraseCarts(tx, buyer))
  await assertEnded(key, 'owner left')
})

test('a link that never was is no page', async () => {
  const { statuses, code } = await follow('xxx')
  assert.deepEqual([statuses, code], [[404, 404], 'cart-not-found'])
})
