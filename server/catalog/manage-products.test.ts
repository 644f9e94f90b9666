import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AuditEvent } from '#contract/audit-log.ts'
import type { BulkResult } from '#contract/bulk.ts'
import type { ManagedTool, StockMovement, Tool } from '#contract/catalog.ts'
import type { ListPrice } from '#contract/list-prices.ts'
import type { PriceList } from '#contract/pricing.ts'
import { checkStock } from '#server/stock/check-stock.ts'
import { newId } from '#server/platform/ids.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'
import { placeOrder } from '#server/testing/place-order.ts'
import { range } from '#server/testing/range.ts'

const shop = provideTestShop()

interface Answer {
  code?: string
  facts?: { current?: number }
  tool?: ManagedTool
  listPrices?: ListPrice[]
}
const call = <Body = Answer>(method: string, path: string, body?: unknown) =>
  shop.call<Body>(method, path, { token: shop.admin.token, ...(body !== undefined && { body }) })
const edit = ({ _id }: Pick<Tool, '_id'>, cell: object) => call('PATCH', `/all-tools/${_id}`, cell)
const change = async (body: object) => (await call<BulkResult>('POST', '/all-tools/change', body)).body
const read = async ({ _id }: Pick<Tool, '_id'>) => (await call<ManagedTool>('GET', `/all-tools/${_id}`)).body
const movements = async ({ _id }: Tool) => (await call<StockMovement[]>('GET', `/tools/${_id}/stock-movements`)).body
const idsOf = (rows: readonly { _id: string }[]) => rows.map(({ _id }) => _id)
const newCategory = async (name: string, parent?: string) => {
  const { body } = await call<{ _id: string; category: string }>('POST', '/categories', {
    names: { en: name },
    ...(parent && { parent }),
  })
  return body
}

test('a price that is changed within the list says which prices of lists stay', async () => {
  const product = await shop.addProduct({ sku: 'KEPT-1', price: 10 })
  assert.equal((await edit(product, { field: 'price', was: 10, value: 20 })).body.listPrices, undefined)
  const base = (await call<PriceList[]>('GET', '/price-lists')).body.find((list) => list.base)
  const rows = [{ partNumber: 'KEPT-1', from: 10, price: 18 }]
  assert.equal((await call('PUT', `/price-lists/${base?._id}/prices`, { rows })).status, 200)
  const kept = [{ list: base?.name, from: 10, price: 18 }]
  assert.deepEqual((await edit(product, { field: 'price', was: 20, value: 30 })).body.listPrices, kept)
  assert.equal((await edit(product, { field: 'price', was: 30, value: 30 })).body.listPrices, undefined)
  assert.equal((await edit(product, { field: 'minOrder', was: product.minOrder, value: 2 })).body.listPrices, undefined)
})

test('price and minimum are changed within the list if they are what was seen, on record', async () => {
  const product = await shop.addProduct({ price: 10, minQuantity: 2 })
  const changed = await edit(product, { field: 'price', was: 10, value: 12.34 })
  assert.equal(changed.body.tool?.price, 12.34)
  const stale = await edit(product, { field: 'price', was: 10, value: 11 })
  assert.deepEqual([stale.status, stale.body.code, stale.body.facts?.current], [409, 'cell-changed', 12.34])
  assert.equal((await edit(product, { field: 'minOrder', was: 2, value: 4 })).body.tool?.minOrder, 4)
  assert.equal((await edit(product, { field: 'minOrder', was: 2, value: 6 })).body.facts?.current, 4)
  assert.deepEqual([(await read(product)).price, (await read(product)).minOrder], [12.34, 4])
  const events = (await call<AuditEvent[]>('GET', `/audit-log?q=${product._id}`)).body
  assert.deepEqual(
    events.slice(0, 2).map(({ before: was, after: is }) => [was, is]),
    [
      [{ minimumQuantity: 2 }, { minimumQuantity: 4 }],
      [{ priceCents: 1000 }, { priceCents: 1234 }],
    ],
  )
  for (const cell of [
    { field: 'price', was: 12.34, value: 0 },
    { field: 'price', was: 12.34, value: 1.234 },
    { field: 'minOrder', was: 4, value: 1.5 },
    { field: 'available', was: 1, value: 2, reason: ' ' },
    { field: 'name', was: 'a', value: 'b' },
  ])
    assert.equal((await edit(product, cell)).status, 400, JSON.stringify(cell))
  assert.equal((await edit({ _id: newId() }, { field: 'price', was: 1, value: 2 })).body.code, 'product-not-found')
})

test('a price within the list has the decimals of the currency: none in yen, three in Kuwaiti dinars', async () => {
  const choose = (currency: string) => call('PUT', '/store', { currency })
  const product = await shop.addProduct({ price: 10 })
  await choose('JPY')
  assert.equal((await edit(product, { field: 'price', was: 10, value: 10.5 })).status, 400)
  assert.equal((await edit(product, { field: 'price', was: 10, value: 1200 })).body.tool?.price, 1200)
  assert.equal((await edit(product, { field: 'price', was: 10, value: 11 })).body.facts?.current, 1200)
  await choose('KWD')
  assert.equal((await edit(product, { field: 'price', was: 1200, value: 12.345 })).body.tool?.price, 12.345)
  assert.equal((await edit(product, { field: 'price', was: 1200, value: 1 })).body.facts?.current, 12.345)
  assert.equal((await edit(product, { field: 'price', was: 12.345, value: 1.2345 })).status, 400)
  await choose('USD')
})

test('a minimum that does not fit the multiple is refused, and nothing is changed', async () => {
  const product = await shop.addProduct({ minQuantity: 10, orderMultiple: 5 })
  assert.equal((await edit(product, { field: 'minOrder', was: 10, value: 12 })).body.code, 'quantities-do-not-fit')
  assert.equal((await read(product)).minOrder, 10)
})

test('stock within the list is a movement with its reason, and never overwrites what an order took meanwhile', async () => {
  const product = await shop.addProduct({ available: 50, minQuantity: 1 })
  const buyer = await createCustomer(shop, 'cell-buyer')
  assert.equal(
    (await edit(product, { field: 'available', was: 50, value: 48, reason: ' Stock count ' })).body.tool?.available,
    48,
  )
  await placeOrder(shop, buyer, product, 3)
  const stale = await edit(product, { field: 'available', was: 48, value: 60, reason: 'Delivery' })
  assert.deepEqual([stale.body.code, stale.body.facts?.current], ['cell-changed', 45])
  assert.equal((await read(product)).available, 45)
  await edit(product, { field: 'available', was: 45, value: 45, reason: 'Nothing' })
  assert.deepEqual(
    (await movements(product)).map(({ change: units, reason, note }) => [units, reason, note]),
    [
      [-3, 'order-placed', undefined],
      [-2, 'correction', 'Stock count'],
      [50, 'opening', undefined],
    ],
  )
  assert.deepEqual(await checkStock(shop.db), [])
})

test('of several who change the same cell at once one wins, and the others hear what it is now', async () => {
  const product = await shop.addProduct({ price: 5, available: 10 })
  const prices = await Promise.all(range(5).map((n) => edit(product, { field: 'price', was: 5, value: 6 + n })))
  const won = prices.filter(({ status }) => status === 200)
  assert.equal(won.length, 1)
  for (const { status, body } of prices)
    if (status !== 200) assert.deepEqual([body.code, body.facts?.current], ['cell-changed', won[0]?.body.tool?.price])
  const stocks = await Promise.all(
    range(5).map((n) => edit(product, { field: 'available', was: 10, value: 20 + n, reason: 'Count' })),
  )
  assert.equal(stocks.filter(({ status }) => status === 200).length, 1)
  assert.deepEqual(await checkStock(shop.db), [])
})

test('several products are archived and restored, each by itself; what is so already stays', async () => {
  const [one, two] = [await shop.addProduct({ sku: 'BULK-1' }), await shop.addProduct({})]
  const ids = idsOf([one, two])
  const preview = await change({ ids: [...ids, newId()], action: 'archive', preview: true })
  assert.deepEqual([preview.done, preview.refused.map(({ code }) => code)], [ids, ['product-not-found']])
  assert.equal((await read(one)).archivedAt, undefined)
  assert.deepEqual((await change({ ids: [one._id], action: 'archive' })).done, [one._id])
  const rest = await change({ ids, action: 'archive' })
  assert.deepEqual([rest.unchanged, rest.done], [[one._id], [two._id]])

  const rival = await shop.addProduct({ sku: 'bulk 1' })
  for (const isPreview of [true, false]) {
    const restored = await change({ ids, action: 'restore', preview: isPreview })
    assert.deepEqual(restored.done, [two._id])
    assert.deepEqual(
      restored.refused.map(({ code, name }) => [code, name]),
      [['part-number-taken', one.name]],
    )
  }
  assert.equal((await read(two)).archivedAt, undefined)
  assert.deepEqual((await change({ ids: [two._id, rival._id], action: 'restore' })).unchanged, [two._id, rival._id])
})

test('two admins who archive the same products at once archive each once', async () => {
  const products = await Promise.all(range(6).map(() => shop.addProduct({})))
  const ids = idsOf(products)
  const [one, other] = await Promise.all([
    change({ ids, action: 'archive' }),
    change({ ids: ids.toReversed(), action: 'archive' }),
  ])
  assert.deepEqual([...one.done, ...other.done].toSorted(), ids.toSorted())
  assert.deepEqual([...one.refused, ...other.refused], [])
})

test('products are put into a category and found there; filters are counted under the conditions of the list', async () => {
  const { _id: parent, category: brakes } = await newCategory('Bulk brakes')
  const { category: discs } = await newCategory('Bulk discs', parent)
  const products = await Promise.all(range(3).map(() => shop.addProduct({ available: 0 })))
  const ids = idsOf(products)
  assert.deepEqual((await change({ ids, action: 'category', category: discs })).done, ids)
  assert.deepEqual((await change({ ids, action: 'category', category: discs, preview: true })).unchanged, ids)
  const unknown = await change({ ids, action: 'category', category: 'none-such' })
  assert.deepEqual(new Set(unknown.refused.map(({ code }) => code)), new Set(['category-not-found']))
  const list = async (query: string) => (await call<ManagedTool[]>('GET', `/all-tools?${query}`)).body
  assert.deepEqual(idsOf(await list(`category=${brakes}`)).toSorted(), ids.toSorted())
  assert.deepEqual(await list(`category=${brakes}&show=archived`), [])
  const counts = (await call<{ filter: string; count: number }[]>('GET', `/all-tool-counts?category=${brakes}`)).body
  assert.deepEqual(
    counts.filter(({ count }) => count > 0),
    [
      { filter: 'on-sale', count: 3 },
      { filter: 'out', count: 3 },
    ],
  )
  const all = (await call<{ filter: string; count: number }[]>('GET', '/all-tool-counts')).body
  for (const { filter, count } of all) assert.equal(count, (await list(`show=${filter}`)).length, filter)
  const selected = await call<{ ids: string[]; more?: true }>('POST', '/all-tools/selection', {
    filter: { category: brakes, show: 'out' },
  })
  assert.deepEqual([selected.body.ids.toSorted(), selected.body.more], [ids.toSorted(), undefined])
  assert.deepEqual((await change({ ids, action: 'category', category: '' })).done, ids)
  assert.deepEqual(await list(`category=${brakes}`), [])
  assert.equal((await call('GET', '/all-tools?category=none-such')).body.code, 'category-not-found')
})
