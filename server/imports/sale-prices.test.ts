import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { PriceList } from '#contract/pricing.ts'
import { addDays, storeDay } from '#contract/time-zone.ts'
import {
  checkTable,
  finished,
  importTable,
  listRows,
  moveImport,
  readImport,
  uploadTable,
} from '#server/testing/import-table.ts'
import { createStaff } from '#server/testing/staff.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'

const shop = provideTestShop()

const asAdmin = () => ({ token: shop.admin.token })
const today = storeDay(Date.now())
const [yesterday, tomorrow] = [addDays(today, -1), addDays(today, 1)]

/** Returns the public price of a part number for one unit, in cents. */
async function priceOf(number: string): Promise<number | undefined> {
  const { rows } = await shop.db.execute<{ cents: number }>(sql`
    SELECT price.price_cents AS cents FROM products, LATERAL price_for(products.id, products.price_cents, NULL, 1) price
    WHERE sku = ${number}`)
  return rows[0]?.cents
}

const saleLists = async () =>
  (await shop.call<PriceList[]>('GET', '/price-lists', asAdmin())).body.flatMap(({ name, state, products }) =>
    name.startsWith('Sale prices') ? [[name, state, products]] : [],
  )

const headers = ['SKU', 'Name', 'Price', 'Sale price', 'Sale from', 'Sale until']

test('sale prices with days hold on these days and nothing else changes; other days replace them, and undo brings back what was', async () => {
  const rows = [
    ['SALE-1', 'One', '20.00', '15.00', yesterday, tomorrow],
    ['SALE-2', 'Two', '20.00', '15.00', `${yesterday} 00:00:00`, `${tomorrow} 23:59:59`],
    ['SALE-3', 'Three', '20.00', '12.50', addDays(today, 10), ''],
    ['SALE-4', 'Four', '20.00', '0', yesterday, tomorrow],
    ['SALE-5', 'Five', '20.00', '25.00', '', ''],
  ]
  const first = await importTable(shop, 'products', [headers, ...rows])
  assert.deepEqual([first.counts.applied, first.warnings.map(({ code }) => code)], [5, ['above-own-price']])
  assert.deepEqual(
    await Promise.all(['SALE-1', 'SALE-2', 'SALE-3', 'SALE-4', 'SALE-5'].map(priceOf)),
    [1500, 1500, 2000, 2000, 2000],
  )
  assert.deepEqual(await saleLists(), [
    [`Sale prices from ${yesterday} until ${tomorrow}`, 'active', 2],
    [`Sale prices from ${addDays(today, 10)}`, 'planned', 1],
    ['Sale prices', 'active', 1],
  ])
  assert.deepEqual((await checkTable(shop, 'products', [headers, ...rows])).counts, { same: 5 })
  const moved = await importTable(shop, 'products', [
    ['SKU', 'Sale price', 'Sale from', 'Sale until'],
    ['SALE-1', '14.00', yesterday, addDays(today, 30)],
    ['SALE-2', '-', '', ''],
  ])
  const [change] = await listRows(shop, moved._id)
  assert.deepEqual(change?.changes, [
    { field: 'saleTo', before: tomorrow, after: addDays(today, 30) },
    { field: 'salePrice', before: '15.00', after: '14.00' },
  ])
  assert.deepEqual([await priceOf('SALE-1'), await priceOf('SALE-2')], [1400, 2000])
  assert.ok(!(await saleLists()).some(([name]) => name === `Sale prices from ${yesterday} until ${tomorrow}`))
  await moveImport(shop, moved._id, 'undo')
  assert.deepEqual([await priceOf('SALE-1'), await priceOf('SALE-2')], [1500, 1500])
  await moveImport(shop, first._id, 'undo')
  assert.deepEqual(await saleLists(), [])
})

test('files with the same days at the same time share one list, and a wrong period is refused', async () => {
  const file = (number: string) => [headers, [number, number, '20.00', '15.00', yesterday, addDays(today, 5)]]
  const both = [await checkTable(shop, 'products', file('RACE-1')), await checkTable(shop, 'products', file('RACE-2'))]
  for (const { _id } of both) {
    const { status } = await shop.call('POST', `/imports/${_id}/apply`, asAdmin())
    assert.equal(status, 200)
  }
  for (const { _id } of both) assert.equal((await finished(shop, _id)).counts.applied, 1)
  assert.deepEqual(await saleLists(), [[`Sale prices from ${yesterday} until ${addDays(today, 5)}`, 'active', 2]])
  const wrong = await checkTable(shop, 'products', [headers, ['RACE-1', 'RACE-1', '20.00', '15.00', tomorrow, today]])
  assert.deepEqual(
    (await listRows(shop, wrong._id))[0]?.errors.map(({ field, code }) => [field, code]),
    [['saleTo', 'years-reversed']],
  )
})

test('the sale prices of Google, Magento and WooCommerce are read with their days', async () => {
  const files = {
    'id,title,image_link,availability,price,sale_price,sale_price_effective_date\nG-1,Hub,,in_stock,20.00 USD,15.00 USD,2026-12-01T00:00+0100/2026-12-25T00:00+0100':
      ['15.00', '2026-12-01', '2026-12-24'],
    'sku,attribute_set_code,product_type,product_online,name,price,special_price,special_price_from_date,special_price_to_date\nM-1,Default,simple,1,Hub,20.000000,15.000000,"12/1/26, 12:00 AM","12/9/26, 12:00 AM"':
      ['15.00', '2026-12-01', '2026-12-09'],
    'Type,SKU,Name,Visibility in catalog,Sale price,Regular price,Date sale price starts,Date sale price ends\nsimple,W-1,Hub,visible,15,20,2026-12-01 00:00:00,2026-12-24 23:59:59':
      ['15.00', '2026-12-01', '2026-12-24'],
    'Artikelnummer;Bezeichnung;Preis;Aktionspreis;Aktion von;Aktion bis\nE-1;Nabe;20,00;15,00;01.12.2026;24.12.2026': [
      '15.00',
      '2026-12-01',
      '2026-12-24',
    ],
  }
  for (const [file, expected] of Object.entries(files)) {
    const uploaded = await uploadTable(shop, undefined, file)
    const { columns } = await readImport(shop, uploaded.body.import._id)
    assert.deepEqual(
      columns.flatMap(({ header, field, leftOut }) => (field || leftOut ? [] : [header])),
      [],
    )
    const { _id } = await checkTable(shop, 'products', file)
    const { rows } = await shop.db.execute<{ after: Record<string, string> }>(
      sql`SELECT after FROM import_changes WHERE import_id = ${_id}`,
    )
    const [{ after: texts } = { after: {} }] = rows
    assert.deepEqual([texts['salePrice'], texts['saleFrom'], texts['saleTo']], expected, JSON.stringify(texts))
  }
})

test('who may change the price of products may also give them a sale price by a file', async () => {
  const clerk = await createStaff(shop, 'sale-clerk', ['catalog'])
  const file = [headers, ['CLERK-1', 'One', '20.00', '15.00', yesterday, tomorrow]]
  const { counts } = await checkTable(shop, 'products', file, { token: clerk.token })
  assert.deepEqual(counts, { new: 1 })
})

test('the order of days is read from all values of a file, else asked, and remembered', async () => {
  const from = 'SKU,Name,Price,Sale price,Sale from,Sale until'
  const proved = await checkTable(shop, 'products', `${from}\nD-1,One,20,15,03/04/2026,25/04/2026`)
  assert.deepEqual(
    proved.columns.slice(4).map(({ days, dayOrder }) => [days, dayOrder]),
    [
      [{ dayFirst: 0, monthFirst: 0, open: 1 }, 'day-first'],
      [{ dayFirst: 1, monthFirst: 0, open: 0 }, 'day-first'],
    ],
  )
  const open = `${from},Bin\nD-2,Two,20,15,03/04/2026,05/06/2026,`
  const { body } = await uploadTable(shop, 'products', open)
  const { _id } = body.import
  const columns = (await readImport(shop, _id)).columns.map(({ field }) => field ?? null)
  const map = (more: object) =>
    shop.call<{ code: string; errors: { field: string }[] }>('PUT', `/imports/${_id}/mapping`, {
      ...asAdmin(),
      body: { columns, ...more },
    })
  const asked = await map({})
  assert.deepEqual(
    [asked.status, asked.body.code, asked.body.errors.map(({ field }) => field)],
    [409, 'import-days-unclear', ['dayOrders.4', 'dayOrders.5']],
  )
  const dayOrders = columns.map((field) => (field?.startsWith('saleF') || field === 'saleTo' ? 'month-first' : null))
  assert.equal((await map({ dayOrders })).status, 200)
  await finished(shop, _id)
  await moveImport(shop, _id, 'apply')
  const again = await checkTable(shop, 'products', open.replace('D-2', 'D-3').replace('Two', 'Three'))
  assert.deepEqual(
    again.columns.slice(4, 6).map(({ dayOrder, remembered }) => [dayOrder, remembered]),
    [
      ['month-first', ['days']],
      ['month-first', ['days']],
    ],
  )
  const { rows } = await shop.db.execute<{ days: string }>(
    sql`SELECT after ->> 'saleFrom' AS days FROM import_changes WHERE import_id = ${again._id}`,
  )
  assert.deepEqual(rows, [{ days: '2026-03-04' }])
})
