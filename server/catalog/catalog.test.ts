import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { Tool } from '#contract/catalog.ts'
import type { Review } from '#contract/reviews.ts'
import { checkStock } from '#server/catalog/check-stock.ts'
import { openTestShop, type Person, type TestShop } from '#server/testing/open-test-shop.ts'
import { placed } from '#server/testing/order-of.ts'
import { until } from '#server/testing/until.ts'

let shop: TestShop
let customer: Person
before(async () => {
  shop = await openTestShop()
  customer = await shop.signUp('customer')
})
after(() => shop[Symbol.asyncDispose]())

const change = (product: Tool, body: object, token = shop.admin.token) =>
  shop.call<{ tool: Tool; code?: string; message?: string }>('PUT', `/tools/${product._id}`, { token, body })
const list = async (of = shop) => (await of.call<Tool[]>('GET', '/tools')).body
const movements = async (product: Tool) =>
  (
    await shop.db.execute(
      sql`SELECT quantity, reason FROM stock_movements WHERE product_id = ${product._id} ORDER BY id`,
    )
  ).rows

test('a product is answered as it was sent, shown last, and its stock has an opening', async () => {
  const product = await shop.addProduct({ name: '  Brake caliper ', price: 89.9, minQuantity: 4, available: 40 })
  assert.deepEqual(product, {
    _id: product._id,
    name: 'Brake caliper',
    img: '/media/test/960.webp',
    content: 'Made for a test.',
    minOrder: 4,
    available: 40,
    price: 89.9,
  })
  assert.deepEqual((await list()).at(-1), product)
  assert.deepEqual((await shop.call<Tool>('GET', `/tools/${product._id}`)).body, product)
  assert.deepEqual(await movements(product), [{ quantity: 40, reason: 'opening' }])
})

test('an admin changes what is sent and nothing else; another stock is a correction', async () => {
  const product = await shop.addProduct({ available: 40 })
  assert.equal((await change(product, { price: 0.01 })).body.tool.price, 0.01)
  const { tool } = (await change(product, { available: 25, minQuantity: 3, content: 'New words.' })).body
  assert.deepEqual(tool, { ...product, price: 0.01, available: 25, minOrder: 3, content: 'New words.' })
  await change(product, { available: 25 })
  assert.deepEqual(await movements(product), [
    { quantity: 40, reason: 'opening' },
    { quantity: -15, reason: 'correction' },
  ])
})

test('corrections and orders at once keep the stock law', async () => {
  const product = await shop.addProduct({ available: 500 })
  await Promise.all(
    Array.from({ length: 20 }, (_, turn) =>
      turn % 2 ? change(product, { available: 500 + turn }) : placed(shop, customer, product, 2),
    ),
  )
  assert.deepEqual(await checkStock(shop.db), [])
})

test('a customer’s change succeeds only if it asks for what is so already', async () => {
  const product = await shop.addProduct({ available: 40 })
  assert.equal((await change(product, product, customer.token)).status, 200)
  assert.equal((await change(product, { ...product, minQuantity: 1 }, customer.token)).status, 200)
  for (const wish of [{ price: 1 }, { available: 41 }, { minQuantity: 2 }, { name: 'Mine' }, { sku: 'MINE' }]) {
    const { status, body } = await change(product, { ...product, ...wish }, customer.token)
    assert.equal(`${status} ${body.code}`, '403 not-allowed', JSON.stringify(wish))
  }
  assert.deepEqual((await shop.call<Tool>('GET', `/tools/${product._id}`)).body, product)
})

test('a name is there once, whatever its case, until its product is gone', async () => {
  const product = await shop.addProduct({ name: 'Torque wrench' })
  const other = await shop.addProduct()
  const again = {
    name: 'TORQUE wrench ',
    content: 'x',
    available: 1,
    minQuantity: 1,
    price: 1,
    img: '/media/x/960.webp',
  }
  const taken = await shop.call('POST', '/tools', { token: shop.admin.token, body: again })
  assert.equal(`${taken.status} ${taken.body.code}`, '409 product-name-taken')
  assert.equal((await change(other, { name: 'torque WRENCH' })).body.code, 'product-name-taken')
  await shop.call('DELETE', `/tools/${product._id}`, { token: shop.admin.token })
  assert.equal((await shop.call('POST', '/tools', { token: shop.admin.token, body: again })).status, 200)
  const gone = await shop.call('GET', `/tools/${product._id}`)
  assert.equal(`${gone.status} ${gone.body.code}`, '404 product-not-found')
  assert.equal((await change(product, { price: 2 })).body.code, 'product-not-found')
})

test('the list is right at once in this process, and within a second in another on the same database', async () => {
  await using beside = await openTestShop({ beside: shop })
  const product = await shop.addProduct({ name: 'Seen everywhere' })
  await list()
  await until(async () => (await list(beside)).some(({ _id }) => _id === product._id), 'the other has the product')
  for (const work of [
    () => change(product, { price: 77 }),
    () => change(product, { available: 5 }),
    () => placed(beside, customer, { ...product, price: 77 }, 1),
    () => shop.call('DELETE', `/tools/${product._id}`, { token: shop.admin.token }),
  ]) {
    const before = JSON.stringify(await list(beside))
    await work()
    const begun = performance.now()
    await until(async () => JSON.stringify(await list(beside)) !== before, 'the other has seen it')
    assert.ok(performance.now() - begun < 1500)
  }
  assert.ok(!(await list()).some(({ _id }) => _id === product._id))

  for (let turn = 1; turn <= 20; turn++) {
    const fresh = await shop.addProduct()
    assert.ok((await list()).some(({ _id }) => _id === fresh._id))
  }
})

test('the list is sent compressed, and not at all to those who have it', async () => {
  const plain = await fetch(`${shop.url}/tools`, { headers: { 'accept-encoding': 'identity' } })
  const text = await plain.text()
  for (const encoding of ['br', 'gzip', 'zstd']) {
    const packed = await fetch(`${shop.url}/tools`, { headers: { 'accept-encoding': encoding } })
    assert.equal(packed.headers.get('content-encoding'), encoding)
    if (encoding !== 'zstd') assert.equal(await packed.text(), text)
  }
  const etag = plain.headers.get('etag') ?? ''
  const known = await fetch(`${shop.url}/tools`, { headers: { 'if-none-match': etag, 'cache-control': 'no-cache' } })
  assert.equal(known.status, 304)
})

test('a review stands in its author’s name, first in the list, once a day', async () => {
  const body = {
    displayName: 'Ann',
    designation: 'Fleet',
    massage: ' Good <b>bolts</b> ',
    image: '/media/a/960.webp',
    rating: 5,
  }
  const both = await Promise.all([1, 2].map(() => shop.call('POST', '/add-review', { token: customer.token, body })))
  assert.deepEqual(
    both.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
  )
  assert.equal(both.find(({ status }) => status === 409)?.body.code, 'already-reviewed')
  const [first] = (await shop.call<Review[]>('GET', '/reviews')).body
  assert.equal(first?.massage, 'Good <b>bolts</b>')
  assert.equal(first?.rating, 5)
  assert.ok(!JSON.stringify(first).includes('@'))
})
