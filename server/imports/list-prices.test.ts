import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { EditedTool } from '#contract/catalog.ts'
import type { Body } from '#contract/endpoint.ts'
import type { Import } from '#contract/imports.ts'
import type { CustomerGroup, PriceList } from '#contract/pricing.ts'
import type { editProducts } from '#contract/product-edits.ts'
import { checkTable, finished, listRows, moveImport, readImport } from '#server/testing/import-table.ts'
import { createStaff } from '#server/testing/staff.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'

let shop: TestShop
before(async () => void (shop = await openTestShop()))
after(() => shop[Symbol.asyncDispose]())

const asAdmin = async <Answer>(method: string, path: string, body?: object) => {
  const answer = await shop.call<Answer & { message?: string }>(method, path, {
    token: shop.admin.token,
    ...(body && { body }),
  })
  assert.equal(answer.status, 200, answer.body.message)
  return answer.body
}
const edit = async (body: Body<typeof editProducts>) =>
  finished(shop, (await asAdmin<{ import: Import }>('POST', '/product-edits', body)).import._id)
const baseList = async () => {
  const base = (await asAdmin<PriceList[]>('GET', '/price-lists')).find((list) => list.base)
  assert.ok(base)
  return base
}
const addList = async (fields: object) =>
  (await asAdmin<{ priceList: PriceList }>('POST', '/price-lists', { name: 'Workshops', active: true, ...fields }))
    .priceList
const setPrices = (list: PriceList, rows: object[]) => asAdmin('PUT', `/price-lists/${list._id}/prices`, { rows })
const pricesOf = async (productId: string) => {
  const { rows } = await shop.db.execute<{ price: string }>(sql`
    SELECT from_quantity || ': ' || cents AS price FROM prices WHERE product_id = ${productId}
    ORDER BY price_list_id, from_quantity`)
  return rows.map(({ price }) => price)
}
const ownPriceOf = async (productId: string) => (await asAdmin<EditedTool>('GET', `/all-tools/${productId}`)).price

/** A pad for $100 with two public breaks and a price of a group. */
async function addPadWithBreaks(sku: string) {
  const pad = await shop.addProduct({ name: `Pad ${sku}`, sku, price: 100 })
  await setPrices(await baseList(), [
    { partNumber: sku, from: 10, price: 95 },
    { partNumber: sku, from: 50, price: 90 },
  ])
  return pad
}

test('a change of prices says which prices of lists stay, and changes them by the same percentage if asked', async () => {
  const pad = await addPadWithBreaks('RAISED-1')
  const workshops = await addList({ name: 'Workshops | A = B' })
  await setPrices(workshops, [{ partNumber: 'RAISED-1', from: 1, price: 80 }])
  const other = await shop.addProduct({ name: 'Without breaks', price: 10 })
  const products = { ids: [pad._id, other._id] }
  const changes = [{ field: 'price', operation: 'percent' as const, value: '4', roundTo: 0.05 }]
  const before = ['10: 9500', '50: 9000', '1: 8000']

  const kept = await edit({ products, changes })
  assert.deepEqual(kept.keptPrices, { prices: 3, products: 1 })
  const rows = await listRows(shop, kept._id, 'changed')
  assert.deepEqual(
    rows.map(({ name, keptPrices }) => [name, keptPrices?.map(({ list, from, price }) => [list, from, price])]),
    [
      [
        'RAISED-1 · Pad RAISED-1',
        [
          [(await baseList()).name, 10, 95],
          [(await baseList()).name, 50, 90],
          ['Workshops | A = B', 1, 80],
        ],
      ],
      ['Without breaks', undefined],
    ],
  )
  await moveImport(shop, kept._id, 'cancel')

  const along = await edit({ products, changes, changesLists: true })
  assert.equal(along.fileName, 'Price +4 %, Prices of lists +4 %')
  assert.deepEqual([along.counts, along.keptPrices], [{ changed: 2 }, undefined])
  const [row] = await listRows(shop, along._id, 'changed')
  assert.deepEqual(
    row?.changes.map(({ field, after: text }) => [field, text]),
    [
      ['price', '104.00'],
      [
        'listPrices',
        String.raw`${(await baseList()).name} × 10 = 98.80 | ${(await baseList()).name} × 50 = 93.60 | Workshops \| A = B × 1 = 83.20`,
      ],
    ],
  )
  assert.deepEqual(await pricesOf(pad._id), before)
  await moveImport(shop, along._id, 'apply')
  assert.deepEqual([await ownPriceOf(pad._id), await pricesOf(pad._id)], [104, ['10: 9880', '50: 9360', '1: 8320']])
  await moveImport(shop, along._id, 'undo')
  assert.deepEqual([await ownPriceOf(pad._id), await pricesOf(pad._id)], [100, before])
})

test('a price of a list that is changed after the preview leaves its product as it is', async () => {
  const pad = await addPadWithBreaks('RACED-1')
  const changes = [{ field: 'price', operation: 'percent-off' as const, value: '50' }]
  const halved = await edit({ products: { ids: [pad._id] }, changes, changesLists: true })
  await setPrices(await baseList(), [{ partNumber: 'RACED-1', from: 50, price: 85 }])
  const { counts } = await moveImport(shop, halved._id, 'apply')
  assert.equal(counts['changed-since'], 1)
  assert.deepEqual([await ownPriceOf(pad._id), await pricesOf(pad._id)], [100, ['10: 9500', '50: 8500']])
})

test('prices of lists are changed along only by staff who may change them, and by no column of a file', async () => {
  const pad = await addPadWithBreaks('GUARDED-1')
  const editor = await createStaff(shop, 'list-prices-editor', ['catalog'])
  const changes = [{ field: 'price', operation: 'percent' as const, value: '4' }]
  const body = { products: { ids: [pad._id] }, changes, changesLists: true }
  const asked = await shop.call<{ code?: string }>('POST', '/product-edits', { token: editor.token, body })
  assert.deepEqual([asked.status, asked.body.code], [403, 'permission-missing'])
  const staged = await edit(body)
  const applied = await shop.call<{ code?: string }>('POST', `/imports/${staged._id}/apply`, { token: editor.token })
  assert.deepEqual([applied.status, applied.body.code], [403, 'permission-missing'])
  const file = [
    ['Part number', 'Prices of lists'],
    ['GUARDED-1', 'Public price breaks × 10 = 1.00'],
  ]
  assert.equal((await checkTable(shop, 'products', file)).columns[1]?.field, undefined)
  await assert.rejects(checkTable(shop, 'products', file, { columns: ['partNumber', 'listPrices'] }), /import-columns/)
  assert.deepEqual(await pricesOf(pad._id), ['10: 9500', '50: 9000'])
})

test('a file of products says which prices of lists stay, and so does the product', async () => {
  const pad = await addPadWithBreaks('FILED-1')
  const checked = await checkTable(shop, 'products', [
    ['Part number', 'Price'],
    ['FILED-1', '104'],
  ])
  assert.deepEqual(checked.keptPrices, { prices: 2, products: 1 })
  const [row] = await listRows(shop, checked._id)
  assert.deepEqual(
    row?.keptPrices?.map(({ from, price }) => [from, price]),
    [
      [10, 95],
      [50, 90],
    ],
  )
  const applied = await moveImport(shop, checked._id, 'apply')
  assert.equal(applied.keptPrices, undefined)
  const { listPrices } = await asAdmin<EditedTool>('GET', `/all-tools/${pad._id}`)
  assert.deepEqual(
    listPrices?.map(({ from, price }) => [from, price]),
    [
      [10, 95],
      [50, 90],
    ],
  )
  const unchanged = await checkTable(shop, 'products', [
    ['Part number', 'Name'],
    ['FILED-1', 'Pad of another name'],
  ])
  assert.equal(unchanged.keptPrices, undefined)
})

test('an import of prices names the lists that buyers do not see, before and after, until they are on', async () => {
  await shop.addProduct({ sku: 'OFF-1', price: 100 })
  const { group } = await asAdmin<{ group: CustomerGroup }>('POST', '/customer-groups', { name: 'Garages' })
  const [off, on] = [
    await addList({ name: 'Garages 2031', active: false, groupId: group._id }),
    await addList({ name: 'On already' }),
  ]
  const planned = await addList({ name: 'Next year', startsAt: '2999-01-01T00:00:00Z' })
  const rows = [off, on, planned].map(({ name }) => [name, 'OFF-1', '10', '90'])
  const file = [['Price list', 'Part number', 'From quantity', 'Price'], ...rows]
  const namesOf = ({ listsNotInForce }: Awaited<ReturnType<typeof readImport>>) =>
    listsNotInForce?.map(({ name, state, audience, group: its }) => [name, state, audience, its?.name])
  const both = [
    ['Garages 2031', 'off', 'group', 'Garages'],
    ['Next year', 'planned', 'everyone', undefined],
  ]
  const checked = await checkTable(shop, 'products', file)
  assert.deepEqual(namesOf(checked), both)
  assert.deepEqual(namesOf(await moveImport(shop, checked._id, 'apply')), both)
  await asAdmin('PATCH', `/price-lists/${off._id}`, { active: true })
  assert.deepEqual(namesOf(await readImport(shop, checked._id)), both.slice(1))
  await asAdmin('PATCH', `/price-lists/${planned._id}`, { startsAt: null })
  assert.equal((await readImport(shop, checked._id)).listsNotInForce, undefined)
})

test('a price list that is made after the upload is offered for its column, unless the column was left out by a person', async () => {
  const file = [
    ['Part number', 'Name', 'Price', 'VK Netto Neulinge'],
    ['LATE-1', 'Late list', '10', '8'],
  ]
  const { _id } = await checkTable(shop, 'products', file)
  const named = async () => (await readImport(shop, _id)).columns.map((column) => column.named)
  assert.deepEqual(await named(), [undefined, undefined, undefined, undefined])
  const { priceList } = await asAdmin<{ priceList: PriceList }>('POST', '/price-lists', { name: 'Neulinge' })
  assert.deepEqual(await named(), [undefined, undefined, undefined, `price:${priceList._id}:1`])
  for (const field of [`price:${priceList._id}:1`, null]) {
    await asAdmin('PUT', `/imports/${_id}/mapping`, { columns: ['partNumber', 'name', 'price', field] })
    await finished(shop, _id)
  }
  assert.deepEqual(await named(), [undefined, undefined, undefined, undefined])
})
