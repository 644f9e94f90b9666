import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eq, sql } from 'drizzle-orm'
import type { EditedTool } from '#contract/catalog.ts'
import { checkTable, listRows, moveImport } from '#server/testing/import-table.ts'
import { checkRows } from '#server/imports/check-rows.ts'
import { imports } from '#server/imports/imports.tables.ts'
import { kindOf } from '#server/imports/kinds/kinds.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'

const shop = provideTestShop()

const html = '<p>Removes grease &amp; oil.</p>\n<ul><li>Acetone free</li></ul><img src="x" onerror="alert(1)">'
const text = 'Removes grease & oil.\n\n- Acetone free'
const edited = async (id: string) =>
  (await shop.call<EditedTool>('GET', `/all-tools/${id}`, { token: shop.admin.token })).body

test('a file with HTML is compared and applied as text, and says so', async () => {
  const file = (name: string) => [
    ['SKU', 'Name', 'Price', 'Body', 'Beschreibung (Deutsch)'],
    ['HTML-1', 'Cleaner', '5', html, '<p>Entfernt Fett &amp; &Ouml;l.'],
    ['HTML-2', name, '5', 'Plain < text & more', ''],
  ]
  const checked = await checkTable(shop, 'products', file('Plain'))
  assert.deepEqual(checked.warnings, [
    { code: 'html-to-text', message: 'Rows in which HTML was turned into text: 1. Lines: 2.', rows: 1 },
  ])
  const [row] = await listRows(shop, checked._id)
  const changes = Object.fromEntries(row?.changes.map(({ field, after: one }) => [field, one]) ?? [])
  assert.partialDeepStrictEqual(changes, { description: text, 'description:de': 'Entfernt Fett & Öl.' })
  await moveImport(shop, checked._id, 'apply')
  const again = await checkTable(shop, 'products', file('Renamed'))
  assert.deepEqual([again.counts, again.warnings], [{ same: 1, changed: 1 }, []])
})

test('the form and the API save HTML as text, in each language, and of categories', async () => {
  const asAdmin = { token: shop.admin.token }
  const product = await shop.addProduct({
    name: 'By form',
    content: html,
    texts: { de: { name: 'DE', content: html } },
  })
  const saved = await edited(product._id)
  assert.deepEqual([saved.content, saved.texts.de?.content], [text, text])
  await shop.call('PUT', `/tools/${product._id}`, { ...asAdmin, body: { content: 'New<br>line &ndash; here' } })
  assert.equal((await edited(product._id)).content, 'New\nline – here')
  const body = { names: { en: 'Cleaners' }, descriptions: { en: html } }
  await shop.call('POST', '/categories', { ...asAdmin, body })
  const { rows } = await shop.db.execute(sql`SELECT description FROM category_texts WHERE name = 'Cleaners'`)
  assert.deepEqual(rows, [{ description: text }])
})

test('a product that has stood with HTML is mended by a file of its own description', async () => {
  const product = await shop.addProduct({ name: 'Old', sku: 'OLD-1' })
  const { db } = shop
  await db.execute(sql`UPDATE products SET description = ${html} WHERE id = ${product._id}`)
  const checked = await checkTable(shop, 'products', [
    ['SKU', 'Description'],
    ['OLD-1', html],
  ])
  assert.deepEqual(checked.counts, { changed: 1 })
  await moveImport(shop, checked._id, 'apply')
  assert.equal((await edited(product._id)).content, text)
})

test('a step of a comparison takes few rows of long texts, so that other requests do not wait for it', async () => {
  const rows = Array.from({ length: 30 }, (_, index) => [`LONG-${index}`, `Long ${index}`, '5', '<b>a '.repeat(6000)])
  const { _id } = await checkTable(shop, 'products', [['SKU', 'Name', 'Price', 'Description'], ...rows])
  const [record] = await shop.db.select().from(imports).where(eq(imports.id, _id))
  assert.ok(record)
  const step = await shop.db.transaction((tx) => checkRows(tx, kindOf('products'), { ...record, cursor: 0 }))
  assert.equal(step.done, 17, 'of texts of 30,000 characters, until they are half a million')
})

test('names are cleaned of HTML, on one line, in files and by the API, and counted', async () => {
  const html = '<b>Part</b> &amp; nox'
  const checked = await checkTable(shop, 'products', [
    ['SKU', 'Name', 'Name (German)', 'Price'],
    ['NAME-1', html, '<p>Teil</p>\n<p>&amp; Nox</p>', '5'],
    ['NAME-2', 'Bolt < 5 mm & nut', '', '5'],
  ])
  assert.deepEqual(
    checked.warnings.map(({ code, rows }) => [code, rows]),
    [['html-to-text', 1]],
  )
  assert.deepEqual(
    (await listRows(shop, checked._id)).map(({ changes }) =>
      changes.flatMap(({ field, after: one }) => (field.startsWith('name') ? [one] : [])),
    ),
    [['Part & nox', 'Teil & Nox'], ['Bolt < 5 mm & nut']],
  )
  const texts = { de: { name: '<i>Öl</i>', content: '' } }
  const product = await shop.addProduct({ name: '<b>By</b> &quot;call&quot;', texts })
  const saved = await edited(product._id)
  assert.deepEqual([saved.name, saved.texts.de?.name], ['By "call"', 'Öl'])
  await shop.call('PUT', `/tools/${product._id}`, { token: shop.admin.token, body: { name: 'Changed<br>call' } })
  assert.equal((await edited(product._id)).name, 'Changed call')
  const names = { en: 'Hoses &amp; <b>clamps</b>' }
  await shop.call('POST', '/categories', { token: shop.admin.token, body: { names } })
  const { rows } = await shop.db.execute(sql`SELECT name FROM category_texts WHERE name LIKE 'Hoses%'`)
  assert.deepEqual(rows, [{ name: 'Hoses & clamps' }])
})
