import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EditedTool, ManagedTool, Tool } from '#contract/catalog.ts'
import type { Order } from '#contract/orders.ts'
import { checkStock } from '#server/stock/check-stock.ts'
import { type Person, provideTestShop } from '#server/testing/open-test-shop.ts'
import { requestOrder } from '#server/testing/place-order.ts'

let customer: Person
const shop = provideTestShop({}, async () => {
  customer = await shop.signUp('customer')
})

const change = (product: Tool, body: object) =>
  shop.call<{ tool: Tool; code?: string }>('PUT', `/tools/${product._id}`, { token: shop.admin.token, body })
const shown = async (state: string) =>
  (await shop.call<ManagedTool[]>('GET', `/all-tools?show=${state}`, { token: shop.admin.token })).body
const isIn = (products: Tool[], { _id }: Tool) => products.some((product) => product._id === _id)
const managed = async (product: Tool) =>
  (await shop.call<EditedTool>('GET', `/all-tools/${product._id}`, { token: shop.admin.token })).body

test('a draft is edited by admins, seen by no one else and cannot be ordered, until it is put on sale', async () => {
  const draft = await shop.addProduct({ name: 'Not yet', available: 8, draft: true })
  assert.deepEqual(await shown('draft'), [{ ...draft, draft: true }])
  for (const state of ['on-sale', 'low', 'out', 'archived']) assert.ok(!isIn(await shown(state), draft), state)
  const list = async () => (await shop.call<Tool[]>('GET', '/tools?q=yet')).body
  assert.deepEqual(await list(), [])
  const searched = await shop.call<ManagedTool[]>('GET', '/all-tools?q=not+yet', { token: shop.admin.token })
  assert.deepEqual(searched.body, [{ ...draft, draft: true }])
  assert.equal((await shop.call('GET', `/tools/${draft._id}`)).body.code, 'product-not-found')
  assert.equal((await requestOrder(shop, customer, draft, 1)).body.code, 'product-not-found')

  assert.equal((await change(draft, { price: 12, available: 9 })).status, 200)
  const moved = await shop.call('POST', `/tools/${draft._id}/stock-movements`, {
    token: shop.admin.token,
    body: { change: 1, reason: 'Found one' },
  })
  assert.equal(moved.status, 200)
  assert.equal((await shop.call('POST', `/tools/${draft._id}/restore`, { token: shop.admin.token })).status, 200)
  assert.partialDeepStrictEqual(await list(), [{ _id: draft._id, price: 12, available: 10 }])
  assert.equal((await requestOrder(shop, customer, { ...draft, price: 12 }, 1)).status, 200)
  assert.deepEqual(await shown('draft'), [])
  assert.deepEqual(await checkStock(shop.db), [])
})

test('a draft that is deleted is archived', async () => {
  const draft = await shop.addProduct({ draft: true })
  assert.equal((await shop.call('DELETE', `/tools/${draft._id}`, { token: shop.admin.token })).status, 200)
  assert.ok(!isIn(await shown('draft'), draft))
  assert.ok(isIn(await shown('archived'), draft))
  assert.equal((await change(draft, { price: 12 })).body.code, 'product-not-found')
})

const order = (body: object) =>
  shop.call<{ order?: Order; code?: string; facts?: object }>('POST', '/orders', {
    token: customer.token,
    body: { address: '1 Harbour Road, Hull', phoneNumber: '01482123456', quantity: 1, ...body },
  })

test('products of one name are told apart by their part numbers, also in an order by name', async () => {
  const [small, large] = [
    await shop.addProduct({ name: 'Hose clamp', sku: 'HC-12' }),
    await shop.addProduct({ name: 'hose CLAMP', sku: 'HC-20' }),
  ]
  const plain = await shop.addProduct({ name: 'Hose clamp', price: 9.5 })
  const refused = await order({ name: 'Hose clamp' })
  assert.equal(refused.body.code, 'product-ambiguous')
  assert.deepEqual(refused.body.facts, { name: 'Hose clamp', numbers: 'HC-12 ($10.00), HC-20 ($10.00), – ($9.50)' })
  await shop.call('DELETE', `/tools/${plain._id}`, { token: shop.admin.token })
  assert.equal((await order({ name: 'Hose clamp', sku: 'hc20' })).body.order?.productId, large._id)
  assert.equal((await order({ name: 'Hose clamp', productId: small._id })).body.order?.productId, small._id)
  assert.equal((await order({ name: 'Hose clamp', sku: 'HC-99' })).body.code, 'product-not-found')
  await shop.call('DELETE', `/tools/${small._id}`, { token: shop.admin.token })
  assert.equal((await order({ name: 'Hose clamp' })).body.order?.productId, large._id)
})

test('a main name comes before the translated name of another product', async () => {
  const main = await shop.addProduct({ name: 'Adapter' })
  await shop.addProduct({ texts: { de: { name: 'Adapter', content: '' } } })
  assert.equal((await order({ name: 'adapter' })).body.order?.productId, main._id)
})

test('weight and measures are kept with their units, in one spelling, and refused without sense', async () => {
  const product = await shop.addProduct({ weight: '2.50kg', length: '5/16"', width: ' 120 ', height: '' })
  assert.partialDeepStrictEqual(product, { weight: '2.50 kg', length: '5/16 in', width: '120 mm' })
  assert.equal(product.height, undefined)
  for (const body of [
    { weight: 'heavy' },
    { weight: '3 mm' },
    { length: '-1 mm' },
    { height: '0 mm' },
    { width: '2 kg' },
  ]) {
    assert.equal((await change(product, body)).body.code, 'invalid-request', JSON.stringify(body))
  }
  await change(product, { weight: '', price: 11 })
  const { weight, length } = await managed(product)
  assert.deepEqual([weight, length], [undefined, '5/16 in'])
})
