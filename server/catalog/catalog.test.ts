import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { AuditEvent } from '#contract/audit-log.ts'
import type { EditedTool, ManagedTool, StockMovement, Tool } from '#contract/catalog.ts'
import type { CategoryCounts } from '#contract/categories.ts'
import type { Order } from '#contract/orders.ts'
import { checkStock } from '#server/stock/check-stock.ts'
import {
  openTestShop,
  type Person,
  productBody,
  provideTestShop,
  type TestResponse,
} from '#server/testing/open-test-shop.ts'
import { requestOrder, placeOrder } from '#server/testing/place-order.ts'
import { waitUntil } from '#server/testing/wait-until.ts'

let customer: Person
const shop = provideTestShop({}, async () => {
  customer = await shop.signUp('customer')
})

const change = (product: Tool, body: object, token = shop.admin.token) =>
  shop.call<{ tool: Tool; code?: string; message?: string }>('PUT', `/tools/${product._id}`, { token, body })
const list = async (of = shop) => (await of.call<Tool[]>('GET', '/tools')).body
const movements = async (product: Tool) =>
  (
    await shop.db.execute(
      sql`SELECT units AS quantity, reason FROM stock_movements WHERE product_id = ${product._id} ORDER BY id`,
    )
  ).rows

// spec 3.1, 5.10, 7.1, 7.2, 7.3
test('a product is answered as it was sent, shown last, and its stock has an opening', async () => {
  const product = await shop.addProduct({ name: '  Brake caliper ', price: 89.9, minQuantity: 4, available: 40 })
  assert.deepEqual(product, {
    _id: product._id,
    name: 'Brake caliper',
    slug: 'brake-caliper',
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

test('a category returns the number of its products and the picture of the first', async () => {
  const before = (await shop.call<CategoryCounts>('GET', '/categories')).body
  const img = '/media/picture/960.webp'
  await shop.addProduct({ category: 'fluids', img })
  await shop.addProduct({ category: 'fluids' })
  const { body } = await shop.call<CategoryCounts>('GET', '/categories')
  assert.equal(body.products, before.products + 2)
  assert.deepEqual(
    body.categories.filter(({ category }) => category === 'fluids'),
    [{ category: 'fluids', name: 'Fluids', products: 2, img }],
  )
})

// spec 5.10, 7.4
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

test('a part number and a category are set, kept and removed', async () => {
  const product = await shop.addProduct()
  const set = await change(product, { sku: ' OF-4711 ', category: 'filters' })
  assert.partialDeepStrictEqual(set.body.tool, { sku: 'OF-4711', category: 'filters' })
  const kept = await change(product, { price: 12 })
  assert.partialDeepStrictEqual(kept.body.tool, { sku: 'OF-4711', category: 'filters' })
  assert.deepEqual((await change(product, { sku: ' ', category: '' })).body.tool, { ...product, price: 12 })
})

test('corrections and orders at once keep the stock law', async () => {
  const product = await shop.addProduct({ available: 500 })
  await Promise.all(
    Array.from({ length: 20 }, (_, turn) =>
      turn % 2 ? change(product, { available: 500 + turn }) : placeOrder(shop, customer, product, 2),
    ),
  )
  assert.deepEqual(await checkStock(shop.db), [])
})

// spec 4.12, 7.4
test('a customer’s update succeeds only if it changes nothing', async () => {
  const product = await shop.addProduct({ available: 40 })
  assert.equal((await change(product, product, customer.token)).status, 200)
  assert.equal((await change(product, { ...product, minQuantity: 1 }, customer.token)).status, 200)
  assert.equal((await change(product, { ...product, sku: '', category: '' }, customer.token)).status, 200)
  for (const input of [{ price: 1 }, { available: 41 }, { minQuantity: 2 }, { name: 'Mine' }, { sku: 'MINE' }]) {
    const { status, body } = await change(product, { ...product, ...input }, customer.token)
    assert.equal(`${status} ${body.code}`, '403 not-allowed', JSON.stringify(input))
  }
  assert.deepEqual((await shop.call<Tool>('GET', `/tools/${product._id}`)).body, product)
})

test('a name is there once, whatever its case, until its product is gone', async () => {
  const product = await shop.addProduct({ name: 'Torque wrench' })
  const other = await shop.addProduct()
  const again = productBody({ name: 'TORQUE wrench ' })
  const taken = await shop.call('POST', '/tools', { token: shop.admin.token, body: again })
  assert.equal(`${taken.status} ${taken.body.code}`, '409 product-name-taken')
  assert.equal((await change(other, { name: 'torque WRENCH' })).body.code, 'product-name-taken')
  await shop.call('DELETE', `/tools/${product._id}`, { token: shop.admin.token })
  assert.equal((await shop.call('POST', '/tools', { token: shop.admin.token, body: again })).status, 200)
  const gone = await shop.call('GET', `/tools/${product._id}`)
  assert.equal(`${gone.status} ${gone.body.code}`, '404 product-not-found')
  assert.equal((await change(product, { price: 2 })).body.code, 'product-not-found')
})

test('the list is right at once in this process, and soon in another on the same database', async () => {
  await using other = await openTestShop({ sharing: shop })
  const product = await shop.addProduct({ name: 'Seen everywhere' })
  await list()
  await waitUntil(async () => (await list(other)).some(({ _id }) => _id === product._id), 'the other has the product')
  for (const work of [
    () => change(product, { price: 77 }),
    () => change(product, { available: 5 }),
    () => placeOrder(other, customer, { ...product, price: 77 }, 1),
    () => shop.call('DELETE', `/tools/${product._id}`, { token: shop.admin.token }),
  ]) {
    const before = JSON.stringify(await list(other))
    await work()
    await waitUntil(async () => JSON.stringify(await list(other)) !== before, 'the other has seen it')
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

const adjust = (product: Tool, change: number, reason = 'Counted.') =>
  shop.call<{ tool: Tool; code?: string; message?: string }>('POST', `/tools/${product._id}/stock-movements`, {
    token: shop.admin.token,
    body: { change, reason },
  })

test('stock is adjusted with a reason, and the history has actor, change and reason', async () => {
  const product = await shop.addProduct({ available: 40 })
  assert.equal((await adjust(product, -7, ' Dropped on the floor ')).body.tool.available, 33)
  await placeOrder(shop, customer, product, 3)
  assert.equal((await adjust(product, 20, 'A pallet came')).body.tool.available, 50)
  const history = `/tools/${product._id}/stock-movements`
  const { body } = await shop.call<StockMovement[]>('GET', history, { token: shop.admin.token })
  assert.deepEqual(
    body.map(({ change, reason, note }) => [change, reason, note]),
    [
      [20, 'correction', 'A pallet came'],
      [-3, 'order-placed', undefined],
      [-7, 'correction', 'Dropped on the floor'],
      [40, 'opening', undefined],
    ],
  )
  assert.equal(body[0]?.by, 'Shop Admin')
  const first = await shop.call<StockMovement[]>('GET', `${history}?limit=3`, { token: shop.admin.token })
  const next = /^<(.+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
  const second = await shop.call<StockMovement[]>('GET', next, { token: shop.admin.token })
  assert.deepEqual([...first.body, ...second.body], body)
  assert.equal(second.headers.get('link'), null)
})

test('a call that corrects stock with an Idempotency-Key does so once, also a count that is as expected', async () => {
  const product = await shop.addProduct({ available: 40 })
  const send = (body: object, key: string) =>
    shop.call<{ tool: Tool; code?: string }>('POST', `/tools/${product._id}/stock-movements`, {
      token: shop.admin.token,
      body: { reason: 'Delivery', ...body },
      headers: { 'idempotency-key': key },
    })
  const at = async (sent: ReturnType<typeof send>) => (await sent).body.tool.available
  assert.deepEqual(await Promise.all([1, 2, 3].map(() => at(send({ change: 5 }, 'delivery')))), [45, 45, 45])
  assert.equal((await send({ change: 6 }, 'delivery')).body.code, 'idempotency-key-reused')
  assert.equal(await at(send({ change: 5 }, 'next')), 50)
  assert.equal(await at(send({ counted: 50 }, 'count')), 50)
  await adjust(product, -3)
  assert.equal(await at(send({ counted: 50 }, 'count')), 47, 'the count is of before')
  // A refused call has done nothing, so that its key is free.
  assert.equal((await send({ change: -60 }, 'pallet')).body.code, 'stock-out-of-range')
  await adjust(product, 20)
  assert.equal(await at(send({ change: -60 }, 'pallet')), 7)
})

test('stock is never adjusted below zero, above a million, by nothing, or without a reason', async () => {
  const product = await shop.addProduct({ available: 5 })
  for (const change of [-6, 999_996]) {
    const { status, body } = await adjust(product, change)
    assert.equal(`${status} ${body.code}`, '409 stock-out-of-range')
  }
  for (const [change, reason] of [
    [0, 'Nothing'],
    [1.5, 'A half'],
    [1, '  '],
  ] as const) {
    assert.equal((await adjust(product, change, reason)).status, 400)
  }
  assert.equal((await adjust(product, -5)).body.tool.available, 0)
  await shop.call('DELETE', `/tools/${product._id}`, { token: shop.admin.token })
  assert.equal((await adjust(product, 1)).body.code, 'product-not-found')
})

test('adjustments and orders that race for the last units never take more than there are', async () => {
  const product = await shop.addProduct({ available: 30 })
  const responses = await Promise.all(
    Array.from({ length: 30 }, (_, turn) =>
      turn % 2 ? adjust(product, -2) : requestOrder(shop, customer, product, 2),
    ),
  )
  const done = responses.filter(({ status }) => status === 200).length
  assert.equal(done, 15)
  assert.equal((await shop.call<Tool>('GET', `/tools/${product._id}`)).body.available, 0)
  assert.deepEqual(await checkStock(shop.db), [])
})

// spec 7.5
test('a product with orders is archived and not lost: its orders stay, and it can come back', async () => {
  const product = await shop.addProduct({ name: 'Comes back', available: 10 })
  const order = await placeOrder(shop, customer, product, 2)
  const token = shop.admin.token
  const archived = async () =>
    (await shop.call<ManagedTool[]>('GET', '/all-tools?show=archived&q=comes', { token })).body
  const restore = () => shop.call('POST', `/tools/${product._id}/restore`, { token })
  assert.equal((await restore()).body.code, 'product-not-archived')
  await shop.call('DELETE', `/tools/${product._id}`, { token })
  assert.ok(!(await list()).some(({ _id }) => _id === product._id))
  assert.deepEqual(
    (await archived()).map(({ _id, archivedAt }) => [_id, typeof archivedAt]),
    [[product._id, 'string']],
  )
  const kept = await shop.call<Order>('GET', `/order/${order._id}`, { token: customer.token })
  assert.equal(kept.body.name, 'Comes back')
  const other = await shop.addProduct({ name: 'COMES back' })
  assert.equal((await restore()).body.code, 'product-name-taken')
  await shop.call('DELETE', `/tools/${other._id}`, { token })
  assert.equal((await restore()).status, 200)
  assert.equal((await list()).find(({ _id }) => _id === product._id)?.available, 8)
})

test('a search finds plurals by their singular, and part numbers written in one', async () => {
  const [pad, box, disc] = [
    await shop.addProduct({ name: 'Ceramic lamella pad', sku: 'QPAD-1551-LM' }),
    await shop.addProduct({ name: 'Lamella battery box', sku: 'QBOX-7' }),
    await shop.addProduct({ name: 'Lamella glass disc', sku: 'QDISC-15/51' }),
  ]
  const found = async (q: string) =>
    (await shop.call<Tool[]>('GET', `/tools?q=${encodeURIComponent(q)}`)).body.map(({ _id }) => _id)
  for (const words of ['lamella pads', 'ceramic LAMELLAS', 'QPAD1551LM', 'qpad1551', 'qpad-1551lm'])
    assert.deepEqual(await found(words), [pad._id], words)
  for (const words of ['lamella batteries', 'lamella boxes', 'qbox7'])
    assert.deepEqual(await found(words), [box._id], words)
  for (const words of ['lamella glass', 'lamella discs']) assert.deepEqual(await found(words), [disc._id], words)
  assert.deepEqual(await found('qpad155 lamella'), [pad._id], 'a beginning still counts')
  assert.deepEqual(await found('qpad551'), [])
})

test('the catalog is read page by page in its order, searched by words, and narrowed by stock', async () => {
  const token = shop.admin.token
  for (const [index, available] of [0, 3, 4, 15, 16, 400].entries()) {
    await shop.addProduct({ name: `Cogwheel M${index} blue`, available, minQuantity: 4 })
  }
  const names = async (path: string) => (await shop.call<Tool[]>('GET', path, { token })).body.map(({ name }) => name)
  const all = await names('/tools')
  const seen: string[] = []
  for (let path: string | undefined = '/tools?limit=4'; path;) {
    const page: TestResponse<Tool[]> = await shop.call<Tool[]>('GET', path)
    seen.push(...page.body.map(({ name }) => name))
    path = /^<(.+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1]
  }
  assert.deepEqual(seen, all)
  assert.deepEqual(await names('/tools?q=cogw%20m3'), ['Cogwheel M3 blue'])
  assert.deepEqual(await names('/tools?q=gwhe'), [])
  await shop.addProduct({ name: 'Cogwheel M6 red', category: 'brakes' })
  assert.deepEqual(await names('/tools?category=brakes&q=cogwheel'), ['Cogwheel M6 red'])
  assert.ok(!(await names('/tools?category=engine')).includes('Cogwheel M6 red'))
  assert.equal((await names('/all-tools?q=blue+cog')).length, 6)
  assert.deepEqual(await names('/all-tools?show=out&q=cogwheel'), ['Cogwheel M0 blue'])
  assert.deepEqual(await names('/all-tools?show=low&q=cogwheel'), ['Cogwheel M2 blue', 'Cogwheel M3 blue'])
  const sorted = await names('/all-tools?sort=-name')
  assert.deepEqual(await names('/all-tools?sort=name'), sorted.toReversed())
  const behind = (await shop.call<Tool[]>('GET', '/all-tools?sort=-name&limit=3', { token })).headers.get('link') ?? ''
  assert.deepEqual(await names(/^<(.+)>/.exec(behind)?.[1] ?? ''), sorted.slice(3, 6))
  const stock = (await shop.call<Tool[]>('GET', '/all-tools?sort=available', { token })).body
  assert.deepEqual(
    stock.map(({ available }) => available),
    stock.map(({ available }) => available).toSorted((one, other) => one - other),
  )
})

test('a price can be for 100 or 1,000 units; orders and audit log follow it', async () => {
  const product = await shop.addProduct({ price: 4.2, pricePer: 100, minQuantity: 50 })
  const read = async () => (await shop.call<Tool>('GET', `/tools/${product._id}`)).body
  assert.equal((await read()).pricePer, 100)
  const order = await placeOrder(shop, customer, await read(), 50)
  assert.equal(order.totalPrice, 2.1)
  const change = (pricePer: number) =>
    shop.call<{ tool: Tool }>('PUT', `/tools/${product._id}`, { token: shop.admin.token, body: { pricePer } })
  assert.equal((await change(10)).status, 400)
  assert.equal((await change(1)).body.tool.pricePer, undefined)
  const { body } = await shop.call<AuditEvent[]>('GET', '/audit-log?kind=product-changed', { token: shop.admin.token })
  assert.deepEqual([body[0]?.before, body[0]?.after], [{ pricePer: 100 }, { pricePer: 1 }])
})

test('of two people who change one field of a product, the second is told, and fields that nobody else has changed are saved', async () => {
  const product = await shop.addProduct({
    name: 'Shared',
    price: 10,
    images: [{ url: '/media/back/960.webp', alt: '' }],
  })
  const { token } = shop.admin
  const change = (body: object) =>
    shop.call<{ code?: string; facts?: { fields: string } }>('PUT', `/tools/${product._id}`, { token, body })
  const read = async () => (await shop.call<EditedTool>('GET', `/all-tools/${product._id}`, { token })).body
  const { images, ...was } = await read()
  assert.equal(
    (await change({ price: 11, content: 'By the first.', was: { price: 10, content: was.content } })).status,
    200,
  )
  const second = { price: 12, sku: 'SHARED-1', brand: '' }
  const refused = await change({ ...second, was: { price: 10, sku: '', brand: '' } })
  assert.deepEqual([refused.status, refused.body.code, refused.body.facts?.fields], [409, 'product-changed', 'price'])
  assert.deepEqual([(await read()).price, (await read()).sku], [11, undefined])
  const filled = images.map((image) => ({ ...image, alts: { de: '' } }))
  const others = { orderMultiple: 1, taxClass: 'standard', texts: { de: { name: '', content: '' } }, images: filled }
  assert.equal((await change({ sku: 'SHARED-1', was: { sku: '', ...others } })).status, 200)
  assert.equal((await change(second)).status, 200)
  assert.partialDeepStrictEqual(await read(), { price: 12, sku: 'SHARED-1', content: 'By the first.' })
  const [one, other] = await Promise.all([13, 14].map((price) => change({ price, was: { price: 12 } })))
  assert.equal(Number(one?.status) + Number(other?.status), 200 + 409)
})
