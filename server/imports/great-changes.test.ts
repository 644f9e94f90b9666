import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import { isGreatChange } from '#contract/import-errors.ts'
import { checkTable, importTable, moveImport } from '#server/testing/import-table.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'

const shop = provideTestShop()

const head = ['Part number', 'Name', 'Price', 'Stock']
let run = 0

/** Adds products at 21.49, 22.49, …, of each of which 5 are in stock. */
async function addProducts(count: number) {
  run += 1
  const own = run
  const numbers = Array.from({ length: count }, (_, index) => `G${own}-${index + 1}`)
  const file = (price: (before: number) => string, stock: (before: number) => string = String) => [
    head,
    ...numbers.map((number, index) => [number, `Part ${number}`, price(21.49 + index), stock(5)]),
  ]
  await importTable(
    shop,
    'products',
    file((price) => price.toFixed(2)),
  )
  return file
}

const compare = async (table: string[][]) => {
  const checked = await checkTable(shop, 'products', table)
  return { checked, great: checked.warnings.filter(isGreatChange) }
}

test('many prices that change by a great factor are a warning with examples, and are applied once that is accepted', async () => {
  const file = await addProducts(12)
  const { checked, great } = await compare(file((price) => (price / 100).toFixed(2)))
  assert.deepEqual(great, [
    {
      code: 'prices-fall-alike',
      message: `In 12 rows a price falls by more than 80 %, in most of them to 1/100 of before: G${run}-1 from 21.49 to 0.21, G${run}-2 from 22.49 to 0.22, G${run}-3 from 23.49 to 0.23.`,
      rows: 12,
    },
  ])
  const path = `/imports/${checked._id}/apply`
  const refused = await shop.call<{ code: string; errors: { field: string }[] }>('POST', path, {
    token: shop.admin.token,
  })
  assert.deepEqual(
    [refused.status, refused.body.code, refused.body.errors.map(({ field }) => field)],
    [409, 'import-great-changes', ['acceptsGreatChanges']],
  )
  const day = await shop.call<{ code: string }>('POST', path, { token: shop.admin.token, body: { on: '2999-01-01' } })
  assert.equal(day.body.code, 'import-great-changes')
  const applied = await moveImport(shop, checked._id, 'apply', { acceptsGreatChanges: true })
  assert.deepEqual(applied.counts, { changed: 12, applied: 12 })
})

test('prices in cents, price and stock swapped, and stock that goes are warnings, too', async () => {
  const file = await addProducts(12)
  const asIs = (price: number) => price.toFixed(2)
  const codes = async (table: string[][]) => (await compare(table)).great.map(({ code }) => code)
  assert.deepEqual(await codes(file((price) => (price * 100).toFixed(2))), ['prices-rise-alike'])
  assert.deepEqual(await codes(file((price) => (price * 7).toFixed(2))), ['prices-rise'])
  assert.deepEqual(await codes(file((price) => (price / 7).toFixed(2))), ['prices-fall'])
  assert.deepEqual(await codes(file(asIs, () => '0')), ['stock-gone'])
  await shop.db.execute(sql`UPDATE products SET available_quantity = 400 WHERE sku LIKE ${`G${run}-%`}`)
  assert.deepEqual(
    await codes(
      file(
        () => '400',
        () => '21',
      ),
    ),
    ['prices-rise'],
  )
})

test('new products, a sale, and ten rows are applied without a question', async () => {
  const file = await addProducts(12)
  const isAsked = async (table: string[][]) => (await compare(table)).great.length > 0
  assert.equal(await isAsked(file((price) => (price / 3).toFixed(2))), false)
  assert.equal(await isAsked(file((price) => (price / 100).toFixed(2)).slice(0, 11)), false)
  assert.equal(
    await isAsked(
      file(
        (price) => price.toFixed(2),
        () => '0',
      ).slice(0, 11),
    ),
    false,
  )
  const fresh = Array.from({ length: 12 }, (_, index) => [`N${run}-${index}`, `New ${run} ${index}`, '0.10', '0'])
  assert.equal(await isAsked([head, ...fresh]), false)
})
