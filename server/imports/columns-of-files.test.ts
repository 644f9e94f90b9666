import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { EditedTool } from '#contract/catalog.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'
import { checkTable, finished, importTable, moveImport, uploadTable } from '#server/testing/import-table.ts'

let shop: TestShop
before(async () => {
  shop = await openTestShop()
})
after(() => shop[Symbol.asyncDispose]())

let run = 0
/** Gives each test part numbers of its own. */
let number: (part: string) => string
beforeEach(() => {
  run += 1
  const own = run
  number = (part) => `C${own}-${part}`
})

async function findBySku(sku: string): Promise<EditedTool> {
  const { rows } = await shop.db.execute<{ id: string }>(
    sql`SELECT id FROM products WHERE sku = ${sku} ORDER BY archived_at NULLS FIRST`,
  )
  assert.ok(rows[0], `there is ${sku}`)
  const { body } = await shop.call<EditedTool>('GET', `/all-tools/${rows[0].id}`, { token: shop.admin.token })
  return body
}

test('the texts of several columns become one name and one description, in the order of the file', async () => {
  const head = ['Artikelnummer', 'Bezeichnung 1', 'Langtext', 'Bezeichnung 2', 'Preis', 'Langtext 2']
  const applied = await importTable(shop, 'products', [
    head,
    [number('1'), 'Bremsscheibe', '<p>Innen belüftet.</p>', 'vorn, 280 mm', '5', 'Satz zu 2 Stück.'],
    [number('2'), `Bremsbelag ${run}`, '', '', '6', 'Ohne Warnkontakt.'],
  ])
  assert.deepEqual(applied.counts, { new: 2, applied: 2 })
  const [both, one] = [await findBySku(number('1')), await findBySku(number('2'))]
  assert.equal(both.name, 'Bremsscheibe vorn, 280 mm')
  assert.deepEqual(both.content.split(/\n+/), ['Innen belüftet.', 'Satz zu 2 Stück.'])
  assert.deepEqual([one.name, one.content], [`Bremsbelag ${run}`, 'Ohne Warnkontakt.'])
  const again = await checkTable(shop, 'products', [
    head,
    [number('1'), 'Bremsscheibe', '<p>Innen belüftet.</p>', 'vorn, 280 mm', '5', 'Satz zu 2 Stück.'],
  ])
  assert.deepEqual(again.counts, { same: 1 })
})

test('columns that are joined by a person are joined again in the next file, and no price is a sum of two columns', async () => {
  const head = ['SKU', 'Model', `Kind ${run}`, 'Price', 'VK 2']
  const rows = (price: string) => [head, [number('1'), 'Lamp', 'left', price, '9']]
  const columns = ['partNumber', 'name', 'name', 'price', null]
  await importTable(shop, 'products', rows('5'), { columns })
  assert.equal((await findBySku(number('1'))).name, 'Lamp left')
  const next = await checkTable(shop, 'products', rows('6'))
  assert.deepEqual(
    next.columns.map(({ field }) => field ?? null),
    columns,
  )
  const { body } = await uploadTable(shop, 'products', rows('7'))
  const refused = await shop.call('PUT', `/imports/${body.import._id}/mapping`, {
    token: shop.admin.token,
    body: { columns: ['partNumber', 'name', null, 'price', 'price'] },
  })
  assert.equal(refused.status, 409)
  assert.equal((refused.body as { code: string }).code, 'import-field-twice')
})

/** The values of a column that says whether products are sold, what each product is, and what is asked. */
const soldColumns: { header: string; states: Record<string, 'active' | 'draft' | 'archived'>; asked?: string[] }[] = [
  { header: 'Blocked', states: { Yes: 'archived', No: 'active' } },
  { header: 'Gesperrt', states: { ja: 'archived', nein: 'active', '1': 'archived' } },
  { header: 'Inaktiv', states: { J: 'draft', N: 'active' } },
  { header: 'Aktiv', states: { J: 'active', N: 'draft' } },
  { header: 'Status', states: { published: 'active', '0': 'draft', discontinued: 'archived' } },
  { header: 'Lagerartikel', states: {}, asked: ['J', 'N'] },
]
test('a yes is read as the header of its column means it, and asked about under any other header', async () => {
  for (const { header, states, asked = [] } of soldColumns) {
    const values = [...Object.keys(states), ...asked]
    const numbered = (index: number) => number(`${header}-${index}`)
    const rows = values.map((value, index) => [numbered(index), `${header} ${run} ${index}`, '5', value])
    await importTable(shop, 'products', [['SKU', 'Name', 'Price', 'Nonsense'], ...rows])
    const columns = ['partNumber', 'name', 'price', 'state']
    const checked = await checkTable(shop, 'products', [['SKU', 'Name', 'Price', header], ...rows], { columns })
    assert.deepEqual(checked.unknownValues?.flatMap((one) => one.values.map(({ text }) => text)) ?? [], asked, header)
    if (asked.length > 0) continue
    await moveImport(shop, checked._id, 'apply')
    const { rows: products } = await shop.db.execute<{ state: string }>(sql`
      SELECT CASE WHEN archived_at IS NULL THEN 'active' WHEN is_draft THEN 'draft' ELSE 'archived' END AS state
      FROM products WHERE sku LIKE ${numbered(0).replace(/\d+$/, '%')} ORDER BY sku`)
    assert.deepEqual(
      products.map(({ state }) => state),
      Object.values(states),
      header,
    )
  }
})

test('one answer about a value solves all of its rows, is remembered with the columns, and is forgotten by an undo', async () => {
  const head = ['SKU', 'Name', 'Price', `Lagerartikel ${run}`, 'Manufacturer', 'Category']
  await shop.call('POST', '/brands', { token: shop.admin.token, body: { name: `Known ${run}` } })
  const rows = [
    ...[1, 2, 3].map((one) => [number(`${one}`), `Pad ${run} ${one}`, '5', 'J', `KNWN${run}`, '']),
    [number('4'), `Pad ${run} 4`, '5', 'N', '', ''],
    [number('5'), `Pad ${run} 5`, '5', '', '', `Nowhere ${run}>Pads`],
  ]
  const columns = ['partNumber', 'name', 'price', 'state', 'brand', 'category']
  const asked = await checkTable(shop, 'products', [head, ...rows], { columns })
  assert.deepEqual(asked.counts, { error: 5 })
  assert.deepEqual(asked.unknownValues, [
    { column: 4, field: 'brand', count: 1, values: [{ text: `KNWN${run}`, rows: 3 }] },
    { column: 5, field: 'category', count: 1, values: [{ text: `Nowhere ${run} > Pads`, rows: 1 }] },
    {
      column: 3,
      field: 'state',
      count: 2,
      values: [
        { text: 'J', rows: 3 },
        { text: 'N', rows: 1 },
      ],
    },
  ])
  const answer = (valueMaps: (Record<string, string> | null)[]) =>
    shop.call<{ code?: string }>('PUT', `/imports/${asked._id}/mapping`, {
      token: shop.admin.token,
      body: { columns, valueMaps },
    })
  const wrong = await answer([null, null, null, { J: 'sold' }, null, null])
  assert.deepEqual([wrong.status, wrong.body.code], [409, 'import-value-unknown'])
  const misplaced = await answer([{ J: 'active' }, null, null, null, null, null])
  assert.deepEqual([misplaced.status, misplaced.body.code], [409, 'import-value-unknown'])
  const maps = [
    null,
    null,
    null,
    { J: 'active', N: 'archived' },
    { [`knwn${run}`]: `Known ${run}` },
    { [`Nowhere ${run} > Pads`]: '' },
  ]
  assert.equal((await answer(maps)).status, 200)
  const answered = await finished(shop, asked._id)
  assert.deepEqual([answered.counts, answered.unknownValues], [{ new: 4, same: 1 }, undefined])
  assert.deepEqual(
    answered.warnings.map(({ code, rows: count }) => [code, count]),
    [['archived-not-added', 1]],
  )
  await moveImport(shop, asked._id, 'apply')
  const [first, last] = [await findBySku(number('1')), await findBySku(number('5'))]
  assert.deepEqual([first.brand, last.category], [`Known ${run}`, undefined])
  const next = await checkTable(shop, 'products', [head, ...rows])
  assert.deepEqual(next.counts, { same: 5 })
  assert.deepEqual(
    next.columns.map(({ valueMap }) => valueMap ?? null),
    maps,
  )
  assert.deepEqual(next.columns[3]?.remembered, ['field', 'values'])
  await moveImport(shop, asked._id, 'undo')
  assert.deepEqual((await checkTable(shop, 'products', [head, ...rows])).counts, { error: 5 })
})
