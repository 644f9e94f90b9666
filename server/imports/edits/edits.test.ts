import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { Body } from '#contract/endpoint.ts'
import type { Import } from '#contract/imports.ts'
import type { EditField, editProducts } from '#contract/product-edits.ts'
import { maxSelectedProducts } from '#contract/product-selection.ts'
import { finished, listRows, moveImport } from '#server/testing/import-table.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'

const shop = provideTestShop()

const edit = (body: Body<typeof editProducts>) =>
  shop.call<{ import: Import; code?: string; message?: string }>('POST', '/product-edits', {
    token: shop.admin.token,
    body,
  })
const preview = async (body: Body<typeof editProducts>) => {
  const { status, body: answer } = await edit(body)
  assert.equal(status, 200, JSON.stringify(answer))
  return finished(shop, answer.import._id)
}
const valuesOf = async (column: string) =>
  (await shop.db.execute(sql`SELECT ${sql.raw(column)} AS value FROM products ORDER BY name`)).rows.map(
    ({ value }) => value,
  )

test('what a filter finds is changed by set, add and percent, shown first, and taken back', async () => {
  for (const [index, price] of [1.05, 10, 99.99].entries()) {
    await shop.addProduct({ name: `Filter disc ${index}`, sku: `F-${index}`, price, available: 10 * index })
  }
  await shop.addProduct({ name: 'Other', price: 5 })
  const checked = await preview({
    products: { q: 'filter' },
    changes: [
      { field: 'price', operation: 'percent', value: '5', roundTo: 0.05 },
      { field: 'stock', operation: 'add', value: '-10' },
      { field: 'weight', operation: 'set', value: '2 kg' },
    ],
  })
  assert.equal(checked.fileName, 'Price +5 %, Available quantity -10, Weight = 2 kg')
  assert.deepEqual(checked.counts, { changed: 2, error: 1 })
  const [wrong] = await listRows(shop, checked._id, 'error')
  assert.deepEqual([wrong?.errors[0]?.field, wrong?.errors[0]?.code], ['stock', 'out-of-range'])
  assert.deepEqual(await valuesOf('price_cents'), [105, 1000, 9999, 500])
  await moveImport(shop, checked._id, 'apply')
  assert.deepEqual(await valuesOf('price_cents'), [105, 1050, 10500, 500])
  assert.deepEqual(await valuesOf('available_quantity'), [0, 0, 10, 100])
  await moveImport(shop, checked._id, 'undo')
  assert.deepEqual(await valuesOf('price_cents'), [105, 1000, 9999, 500])
  assert.deepEqual(await valuesOf('available_quantity'), [0, 10, 20, 100])
  assert.deepEqual(await valuesOf('weight'), [null, null, null, null])
})

test('what a filter finds of a category is changed, and nothing of the others', async () => {
  const { body: category } = await shop.call<{ category: string }>('POST', '/categories', {
    token: shop.admin.token,
    body: { names: { en: 'Edited discs' } },
  })
  await shop.addProduct({ name: 'Disc of the category', category: category.category })
  const changes = [{ field: 'minimum', operation: 'set' as const, value: '3' }]
  const checked = await preview({ products: { show: 'on-sale', category: category.category }, changes })
  assert.deepEqual(checked.counts, { changed: 1 })
  assert.equal((await edit({ products: { category: 'none-such' }, changes })).body.code, 'category-not-found')
  const tooMany = Array.from({ length: maxSelectedProducts + 1 }, () => crypto.randomUUID())
  assert.equal((await edit({ products: { ids: tooMany }, changes })).status, 400)
})

test('what is added is read as the language writes it', async () => {
  const product = await shop.addProduct({ name: 'Press', price: 10 })
  const add = async (value: string, language: 'en' | 'de') => {
    const changes = [{ field: 'price', operation: 'add' as const, value }]
    return (await edit({ products: { ids: [product._id] }, changes, language })).body.import.fileName
  }
  assert.deepEqual(
    [await add('1,000', 'en'), await add('1.000', 'de'), await add('-2,5', 'de')],
    ['Price +$1,000.00', 'Preis +1.000,00\u{a0}$', 'Preis -2,50\u{a0}$'],
  )
  const set = (field: string, value: string) =>
    edit({ products: { ids: [product._id] }, changes: [{ field, operation: 'set', value }], language: 'de' })
  assert.equal((await set('price', '12,5')).body.import.fileName, 'Preis = 12,50\u{a0}$')
  assert.equal((await set('state', 'entwurf')).body.import.fileName, 'Status = Entwurf')
  const refused = await set('price', 'sieben')
  assert.equal(refused.body.message, 'Preis: „sieben“ ist keine Zahl.')
})

test('numbers are lowered by an amount and by a percentage, which may have its sign', async () => {
  const product = await shop.addProduct({ name: 'Lowered', price: 10, available: 8 })
  const change = async (field: string, operation: 'subtract' | 'percent' | 'percent-off' | 'add', value: string) => {
    const { body } = await edit({ products: { ids: [product._id] }, changes: [{ field, operation, value }] })
    if (!body.import) return body.message
    const { _id, fileName } = await finished(shop, body.import._id)
    const [row] = await listRows(shop, _id)
    return `${fileName}: ${row?.changes[0]?.after}`
  }
  assert.deepEqual(
    [
      await change('price', 'percent-off', '12 %'),
      await change('price', 'percent', '-12 %'),
      await change('price', 'subtract', '2.50'),
      await change('stock', 'subtract', '3'),
      await change('price', 'percent-off', '-5'),
    ],
    [
      'Price -12 %: 8.80',
      'Price -12 %: 8.80',
      'Price -$2.50: 7.50',
      'Available quantity -3: 5',
      'Price: “-5” has a minus. Lowering takes the number without it.',
    ],
  )
})

test('chosen products are changed, and those that are gone are errors', async () => {
  const one = await shop.addProduct({ name: 'Chosen' })
  const checked = await preview({
    products: { ids: [one._id.toUpperCase(), crypto.randomUUID()] },
    changes: [{ field: 'minimum', operation: 'set', value: '4' }],
  })
  assert.deepEqual(checked.counts, { changed: 1, error: 1 })
})

test('changes that cannot be are refused with a sentence before anything is staged', async () => {
  const refusal = async (change: Body<typeof editProducts>['changes'][number], products = {}) =>
    (await edit({ products, changes: [change] })).body.code
  assert.equal(await refusal({ field: 'price', operation: 'set', value: 'seven' }), 'edit-value-invalid')
  assert.equal(await refusal({ field: 'price', operation: 'clear' }), 'edit-value-invalid')
  assert.equal(await refusal({ field: 'brand', operation: 'add', value: '1' }), 'edit-not-a-number')
  assert.equal(await refusal({ field: 'price', operation: 'percent', value: 'x' }), 'edit-not-a-number')
  assert.equal(await refusal({ field: 'partNumber', operation: 'clear' }), 'edit-field-unknown')
  assert.equal(
    await refusal({ field: 'price', operation: 'set', value: '1' }, { q: 'nothing at all' }),
    'edit-finds-nothing',
  )
  const { body: fields } = await shop.call<EditField[]>('GET', '/product-edit-fields?language=de', {
    token: shop.admin.token,
  })
  assert.deepEqual(
    fields.find(({ code }) => code === 'price'),
    { code: 'price', label: 'Preis', number: 'amount', required: true },
  )
})
