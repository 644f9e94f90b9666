import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { EditedTool } from '#contract/catalog.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'
import { checkTable, importTable, uploadTable } from '#server/testing/import-table.ts'

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
