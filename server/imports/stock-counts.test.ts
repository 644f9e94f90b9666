import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ImportDetails } from '#contract/imports.ts'
import type { ManagedTool, StockMovement, Tool, ToolStock } from '#contract/catalog.ts'
import { checkStock } from '#server/stock/check-stock.ts'
import { checkReservedStock } from '#server/orders/check-reserved-stock.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { checkTable, importTable, listRows, moveImport, readImport, uploadTable } from '#server/testing/import-table.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'
import { payFor } from '#server/testing/pay-with-card.ts'
import { placeOrder, requestOrder } from '#server/testing/place-order.ts'
import { range } from '#server/testing/range.ts'

let buyer: Awaited<ReturnType<typeof createCustomer>>
const shop = provideTestShop({}, async () => {
  buyer = await createCustomer(shop, 'shelf-buyer')
})

let number = 0
const addProduct = (available: number) => shop.addProduct({ sku: `SHELF-${++number}`, available })
const unitsOf = async ({ _id }: Tool) => {
  const { body } = await shop.call<ToolStock>('GET', `/all-tools/${_id}/stock`, { token: shop.admin.token })
  return [body.onShelf, body.reserved, body.available]
}
const ship = ({ _id }: { _id: string }) =>
  shop.call('PATCH', `/ship-order/${_id}`, { token: shop.admin.token, body: {} })
const paidOrder = async (product: Tool, units: number) => {
  const order = await placeOrder(shop, buyer, product, units)
  await payFor(shop, buyer, order)
  return order
}
const exportStock = async (language = 'en') =>
  (await shop.call<string>('GET', `/exports/stock?language=${language}`, { token: shop.admin.token }))
    .body as unknown as string

test('counts of shelves leave what orders hold out of what can be sold, and are taken back by movements', async () => {
  const product = await addProduct(50)
  const order = await paidOrder(product, 6)
  const { _id, counts } = await checkTable(shop, 'stock', [
    ['Teilenummer', 'Bestand gezählt'],
    [product.sku ?? '', '40'],
  ])
  assert.deepEqual(counts, { changed: 1 })
  const [row] = await listRows(shop, _id)
  assert.deepEqual(row?.changes, [
    { field: 'stock', before: '44', after: '34' },
    { field: 'counted', before: '50', after: '40' },
  ])
  assert.deepEqual(row?.details, [{ field: 'reserved', text: '6' }])
  await moveImport(shop, _id, 'apply')
  assert.deepEqual(await unitsOf(product), [40, 6, 34])
  const { body } = await shop.call<StockMovement[]>('GET', `/tools/${product._id}/stock-movements`, {
    token: shop.admin.token,
  })
  assert.deepEqual([body[0]?.change, body[0]?.note], [-10, 'Stock count: rows.csv'])
  // Units that were sold and shipped meanwhile stay sold and shipped.
  await placeOrder(shop, buyer, product, 4)
  await ship(order)
  assert.equal((await moveImport(shop, _id, 'undo')).counts.undone, 1)
  assert.deepEqual(await unitsOf(product), [44, 4, 40])
  assert.deepEqual([...(await checkStock(shop.db)), ...(await checkReservedStock(shop.db))], [])
})

test('orders that are placed after the comparison leave a count as it is, shipping leaves its row', async () => {
  const [ordered, shipped] = [await addProduct(30), await addProduct(30)]
  const leaving = await paidOrder(shipped, 5)
  const { _id } = await checkTable(shop, 'stock', [
    ['Part number', 'On hand'],
    [ordered.sku ?? '', '25'],
    [shipped.sku ?? '', '29'],
  ])
  await placeOrder(shop, buyer, ordered, 3)
  await ship(leaving)
  const { counts } = await moveImport(shop, _id, 'apply')
  assert.deepEqual(counts, { changed: 2, applied: 1, 'changed-since': 1 })
  assert.deepEqual(await unitsOf(ordered), [25, 3, 22])
  assert.deepEqual(await unitsOf(shipped), [25, 0, 25])
})

test('a count below what orders hold is an error with these orders, also of orders that came after the comparison', async () => {
  const [before, meanwhile] = [await addProduct(9), await addProduct(9)]
  const order = await placeOrder(shop, buyer, before, 4)
  const { _id, counts } = await checkTable(shop, 'stock', [
    ['Part number', 'Counted'],
    [before.sku ?? '', '3'],
    [meanwhile.sku ?? '', '3'],
    ['SHELF-NONE', '3'],
  ])
  assert.deepEqual(counts, { changed: 1, error: 2 })
  const [wrong] = await listRows(shop, _id, 'error')
  assert.deepEqual(
    [wrong?.errors[0]?.field, wrong?.errors[0]?.code, wrong?.errors[0]?.facts],
    ['counted', 'counted-below-reserved', { counted: 3, reserved: 4, orders: `${order.number}: 4` }],
  )
  const late = await placeOrder(shop, buyer, meanwhile, 5)
  assert.deepEqual((await moveImport(shop, _id, 'apply')).counts.refused, 1)
  const [refused] = await listRows(shop, _id, 'refused')
  assert.deepEqual(refused?.errors[0]?.facts, { counted: 3, reserved: 5, orders: `${late.number}: 5` })
  assert.deepEqual(await unitsOf(meanwhile), [9, 5, 4])
})

test('an import of counts and orders that race never sell a unit that is not there', async () => {
  const products = await Promise.all(range(4).map(() => addProduct(20)))
  const { _id } = await checkTable(shop, 'stock', [
    ['Part number', 'Inventur'],
    ...products.map(({ sku }) => [sku ?? '', '12']),
  ])
  const orders = products.flatMap((product) => range(2).map(() => requestOrder(shop, buyer, product, 1)))
  const [{ counts }] = await Promise.all([moveImport(shop, _id, 'apply'), ...orders])
  assert.equal(counts.applied, 4)
  for (const product of products) assert.deepEqual(await unitsOf(product), [12, 2, 10])
  assert.deepEqual([...(await checkStock(shop.db)), ...(await checkReservedStock(shop.db))], [])
})

test('an export has stock, reserved, what should be on the shelf, and an empty column for counts; only what is filled in changes', async () => {
  const product = await addProduct(40)
  await placeOrder(shop, buyer, product, 6)
  const file = await exportStock()
  const [head, ...lines] = file.trim().split(/\r?\n/)
  assert.match(head ?? '', /^\W*Id,Part number,Brand,Available quantity,Reserved,On the shelf,Counted$/)
  assert.ok(lines.some((line) => line.endsWith(`${product.sku},,34,6,40,`)))
  const mappingOf = (found: ImportDetails) => found.columns.map(({ field }) => field)
  for (const exported of [file, await exportStock('de')]) {
    const again = await checkTable(shop, 'stock', exported)
    assert.deepEqual(mappingOf(again), ['id', 'partNumber', 'brand', 'stock', undefined, undefined, undefined])
    assert.deepEqual(again.counts, { same: lines.length })
  }
  // Products that are not counted stay as they are, whatever has been ordered and shipped since the export.
  const other = await addProduct(7)
  const shipped = await paidOrder(other, 3)
  const whole = await exportStock()
  await ship(shipped)
  await placeOrder(shop, buyer, product, 2)
  const counted = whole.replace(`${product.sku},,34,6,40,`, `${product.sku},,34,6,40,41`)
  const applied = await importTable(shop, 'stock', counted)
  assert.deepEqual(mappingOf(applied), ['id', 'partNumber', 'brand', undefined, undefined, undefined, 'counted'])
  assert.deepEqual(applied.counts, { same: lines.length, changed: 1, applied: 1 })
  assert.deepEqual(
    [await unitsOf(product), await unitsOf(other)],
    [
      [41, 8, 33],
      [4, 0, 4],
    ],
  )
})

test('a file has stock or counted, and no column is for what is reserved', async () => {
  const product = await addProduct(5)
  const rows = [
    ['Part number', 'Stock', 'Reserved', 'Counted'],
    [product.sku ?? '', '7', '0', '9'],
  ]
  const { body } = await uploadTable(shop, 'stock', rows)
  const { _id: id } = body.import
  const map = (columns: (string | null)[]) =>
    shop.call('PUT', `/imports/${id}/mapping`, { token: shop.admin.token, body: { columns } })
  assert.equal((await map(['partNumber', 'stock', null, 'counted'])).body.code, 'import-one-field')
  assert.equal((await map(['partNumber', null, 'reserved', 'counted'])).body.code, 'import-columns')
  const { exclusive, fields } = await readImport(shop, id)
  assert.deepEqual(exclusive, ['counted', 'stock'])
  assert.equal(fields.find(({ code }) => code === 'reserved')?.isReadOnly, true)
  const { _id } = await checkTable(shop, 'stock', rows, { columns: ['partNumber', 'stock', null, null] })
  await moveImport(shop, _id, 'apply')
  const after = await shop.call<ManagedTool>('GET', `/all-tools/${product._id}`, { token: shop.admin.token })
  assert.equal(after.body.available, 7)
})

const productRows = (header: string, rows: readonly (readonly [Tool, string])[]) => [
  ['Artikelnummer', 'Bezeichnung', 'Preis', header],
  ...rows.map(([{ sku = '', name }, units]) => [sku, name, '9,50', units]),
]

test('the stock of a file of products is what lies on the shelf, so that a nightly file adds no unit that orders hold', async () => {
  for (const header of ['Lagerbestand', 'Bestand', 'Stock', 'Quantity', 'On hand']) {
    const product = await addProduct(308)
    await placeOrder(shop, buyer, product, 10)
    const applied = await importTable(shop, 'products', productRows(header, [[product, '298']]))
    assert.deepEqual([applied.columns[3]?.field, await unitsOf(product)], ['counted', [298, 10, 288]])
    assert.deepEqual((await checkTable(shop, 'products', productRows(header, [[product, '298']]))).counts, { same: 1 })
  }
  for (const header of ['Verfügbar', 'Available', 'Verfügbare Menge']) {
    const product = await addProduct(308)
    await placeOrder(shop, buyer, product, 10)
    const applied = await importTable(shop, 'products', productRows(header, [[product, '298']]))
    assert.deepEqual([applied.columns[3]?.field, await unitsOf(product)], ['stock', [308, 10, 298]])
  }
  assert.deepEqual([...(await checkStock(shop.db)), ...(await checkReservedStock(shop.db))], [])
})

test('a stock of a file of products below what orders hold leaves nothing to sell and is said, and is taken back as it came', async () => {
  const [low, oversold, fresh] = [await addProduct(20), await addProduct(20), await addProduct(20)]
  const order = await placeOrder(shop, buyer, low, 6)
  await placeOrder(shop, buyer, oversold, 6)
  const rows = productRows('Lagerbestand', [
    [low, '4'],
    [oversold, '-3'],
    [fresh, '12'],
    [{ sku: 'SHELF-NEW', name: 'New on the shelf' } as Tool, '7'],
  ])
  const { _id, counts, warnings } = await checkTable(shop, 'products', rows)
  assert.deepEqual(counts, { changed: 3, new: 1 })
  assert.deepEqual(
    warnings.map(({ code, rows: count }) => [code, count]),
    [
      ['counted-below-reserved', 2],
      ['oversold', 1],
    ],
  )
  const [row] = await listRows(shop, _id)
  assert.deepEqual(
    row?.changes.filter(({ field }) => field !== 'price'),
    [
      { field: 'stock', before: '14', after: '0' },
      { field: 'counted', before: '20', after: '6' },
    ],
  )
  assert.match(row?.warnings[0]?.message ?? '', new RegExp(`^4 were counted, but .* hold 6: ${order.number}: 6`))
  // An order that comes before the file is applied leaves the count right.
  await placeOrder(shop, buyer, fresh, 2)
  await moveImport(shop, _id, 'apply')
  assert.deepEqual(
    [await unitsOf(low), await unitsOf(oversold), await unitsOf(fresh)],
    [
      [6, 6, 0],
      [6, 6, 0],
      [12, 2, 10],
    ],
  )
  assert.equal((await moveImport(shop, _id, 'undo')).counts.undone, 4)
  assert.deepEqual(
    [await unitsOf(low), await unitsOf(oversold), await unitsOf(fresh)],
    [
      [20, 6, 14],
      [20, 6, 14],
      [20, 2, 18],
    ],
  )
  assert.deepEqual([...(await checkStock(shop.db)), ...(await checkReservedStock(shop.db))], [])
})
