import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import { isGreatChange } from '#contract/import-errors.ts'
import { findDistantPrices } from '#server/imports/kinds/distant-prices.ts'
import { checkTable, importTable, listRows, moveImport } from '#server/testing/import-table.ts'
import { openTestShop, provideTestShop } from '#server/testing/open-test-shop.ts'

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

test('prices of a product are far apart beyond the factor, also where both are rounded to the unit of a currency', () => {
  assert.deepEqual(findDistantPrices([125_000, 778, 719, 753]), { lowest: 719, highest: 125_000 })
  assert.deepEqual(findDistantPrices([719, 125_000].toReversed()), { lowest: 719, highest: 125_000 })
  // Five times is a generous break; 1 and 7 of the smallest unit may have been 1.4 and 6.6.
  for (const near of [[], [719], [719, 3595], [1, 7], [0, 719]]) assert.equal(findDistantPrices(near), undefined)
})

test('the one row of which a price is far from its breaks or from another list is a question, new or changed', async () => {
  const columns = ['Part number', 'Name', 'Price', 'Price from 5', 'Price from 10']
  const compareRows = (rows: string[][], head = columns) => compare([head, ...rows])
  const wrong = ['APART-1', 'Oil filter', '1250.00', '7.78', '7.19']
  const { checked, great } = await compareRows([['APART-2', 'Air filter', '12.50', '11.90', '11.00'], wrong])
  assert.deepEqual(great, [
    {
      code: 'prices-apart',
      message:
        'Rows in which a price is more than 5 times another one of the same product, of its breaks, lists or sale: 1. The first is APART-1 with 7.19 and 1,250.00. Lines: 3.',
      rows: 1,
    },
  ])
  const [row] = (await listRows(shop, checked._id)).filter(({ warnings }) => warnings.length > 0)
  assert.deepEqual(row?.warnings, [
    {
      field: 'price',
      code: 'prices-apart',
      message: 'The prices of this product are far apart: the lowest is 7.19, the highest 1,250.00.',
    },
  ])
  const refused = await shop.call<{ code: string }>('POST', `/imports/${checked._id}/apply`, {
    token: shop.admin.token,
  })
  assert.equal(refused.body.code, 'import-great-changes')
  await moveImport(shop, checked._id, 'apply', { acceptsGreatChanges: true })

  const codes = async (rows: string[][], head?: string[]) =>
    (await compareRows(rows, head)).great.map(({ code }) => code)
  // What was so before and was accepted is no question again.
  assert.deepEqual(await codes([['APART-1', 'Oil filter', '1260.00', '7.78', '7.19']]), [])
  // The breaks are none of the file.
  assert.deepEqual(await codes([['APART-2', '2.10']], ['Part number', 'Price']), ['prices-apart'])
  assert.deepEqual(await codes([['APART-2', '14.00']], ['Part number', 'Price']), [])
  assert.deepEqual(await codes([['APART-2', '10', '1.10']], ['Part number', 'From quantity', 'Price']), [
    'prices-apart',
  ])
})

test('amounts of the question have the decimals of the currency', async () => {
  for (const [currency, price, low, shown] of [
    ['KWD', '1.250', '0.125', '0.125 and 1.250'],
    ['JPY', '1250', '120', '120 and 1,250'],
  ] as const) {
    await using own = await openTestShop()
    assert.equal((await own.call('PUT', '/store', { token: own.admin.token, body: { currency } })).status, 200)
    const table = [
      ['Part number', 'Name', 'Price', 'Price from 10'],
      ['FAR-1', 'Washer', price, low],
      // A point of decimals, which the amounts of the column prove.
      ['FAR-2', 'Bolt', currency === 'KWD' ? '0.25' : '250', low],
    ]
    const checked = await checkTable(own, 'products', table, { openDecimals: 'point' })
    const [great, ...more] = checked.warnings.filter(isGreatChange)
    assert.deepEqual([great?.code, great?.rows, more], ['prices-apart', 1, []])
    assert.ok(great?.message.includes(`FAR-1 with ${shown}.`), great?.message)
  }
})
