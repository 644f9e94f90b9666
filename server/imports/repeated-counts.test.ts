import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Tool, ToolStock } from '#contract/catalog.ts'
import { isGreatChange } from '#contract/import-errors.ts'
import type { ImportFix } from '#contract/imports.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { checkTable, finished, importTable, listRows, moveImport } from '#server/testing/import-table.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'
import { payFor } from '#server/testing/pay-with-card.ts'
import { placeOrder } from '#server/testing/place-order.ts'

let buyer: Awaited<ReturnType<typeof createCustomer>>
const shop = provideTestShop({}, async () => {
  buyer = await createCustomer(shop, 'repeated-counts')
})

let number = 0
const addProduct = (available: number) => shop.addProduct({ sku: `ERP-${++number}`, available, price: 9.5 })
const shelfOf = async ({ _id }: Tool) => {
  const { body } = await shop.call<ToolStock>('GET', `/all-tools/${_id}/stock`, { token: shop.admin.token })
  return body.onShelf
}
const ship = async (product: Tool, units: number) => {
  const order = await placeOrder(shop, buyer, product, units)
  await payFor(shop, buyer, order)
  const shipped = await shop.call('PATCH', `/ship-order/${order._id}`, { token: shop.admin.token, body: {} })
  assert.equal(shipped.status, 200, JSON.stringify(shipped.body))
}
/** Returns a file of an ERP: the price, which may change, and the stock of each product. */
const fileOf = (rows: readonly (readonly [Tool, string])[], price = '9,50') => [
  ['Artikelnummer', 'Bezeichnung', 'Preis', 'Lagerbestand'],
  ...rows.map(([{ sku = '', name }, units]) => [sku, name, price, units]),
]
const compare = async (rows: Parameters<typeof fileOf>[0], price?: string) => {
  const checked = await checkTable(shop, 'products', fileOf(rows, price))
  return { ...checked, great: checked.warnings.filter(isGreatChange) }
}
const fix = async (id: string, fixes: ImportFix[] = [{ fix: 'take-off-shipped' }]) => {
  const { status, body } = await shop.call('PUT', `/imports/${id}/fixes`, {
    token: shop.admin.token,
    body: { fixes },
  })
  assert.equal(status, 200, JSON.stringify(body))
  return finished(shop, id)
}

test('a file that repeats the stock of the file before asks before it puts shipped units back for sale', async () => {
  const [sold, other, unsold] = [await addProduct(5), await addProduct(5), await addProduct(5)]
  await importTable(
    shop,
    'products',
    fileOf([
      [sold, '17'],
      [other, '9'],
      [unsold, '8'],
    ]),
  )
  await ship(sold, 3)
  await ship(other, 2)
  const { _id, great, counts } = await compare([
    [sold, '17'],
    // It came in after the file before.
    [other, '30'],
    [unsold, '8'],
  ])
  assert.deepEqual(counts, { changed: 2, same: 1 })
  assert.deepEqual(great, [
    {
      code: 'shipped-since',
      message: `Rows with the stock of the file before, although units were shipped since, which would be for sale again: 1, with 3 units. The first is ${sold.sku} with 17, of which 3 were shipped. Lines: 2.`,
      rows: 1,
    },
  ])
  const [row] = await listRows(shop, _id)
  assert.deepEqual(row?.warnings, [
    {
      field: 'counted',
      code: 'shipped-since',
      message:
        'The file before had 17, too, and 3 were shipped since. If this file does not know of them, 14 are left.',
    },
  ])
  const refused = await shop.call<{ code: string }>('POST', `/imports/${_id}/apply`, { token: shop.admin.token })
  assert.equal(refused.body.code, 'import-great-changes')

  const fixed = await fix(_id)
  assert.deepEqual([fixed.counts, fixed.warnings.filter(isGreatChange)], [{ changed: 1, same: 2 }, []])
  assert.ok(fixed.warnings.some(({ code, rows }) => code === 'shipped-taken-off' && rows === 1))
  await moveImport(shop, _id, 'apply')
  assert.deepEqual([await shelfOf(sold), await shelfOf(other)], [14, 30])

  // The program still does not know of them the next night, and one more has left.
  await ship(sold, 1)
  // What was said of the file before holds for files with the same columns, until a person takes it back.
  const next = await compare([[sold, '17']])
  assert.deepEqual([next.great, next.counts], [[], { same: 1 }])
  const asked = await fix(next._id, [])
  assert.match(asked.warnings[0]?.message ?? '', /with 17, of which 4 were shipped/)
  // It has learnt of them, and what came in makes up for them.
  const learnt = await compare([[sold, '13']])
  assert.deepEqual([learnt.great, learnt.counts], [[], { same: 1 }])
  // A person says that the file is right: from then on it is.
  await moveImport(shop, next._id, 'apply', { acceptsGreatChanges: true })
  assert.equal(await shelfOf(sold), 17)
  const after = await compare([[sold, '17']])
  assert.deepEqual([after.great, after.counts], [[], { same: 1 }])
})

test('the stock of the file before is also known where that file changed only the price of the row, and after a correction by hand', async () => {
  const product = await addProduct(20)
  await importTable(shop, 'products', fileOf([[product, '20']], '9,60'))
  await ship({ ...product, price: 9.6 }, 4)
  const corrected = await shop.call('POST', `/tools/${product._id}/stock-movements`, {
    token: shop.admin.token,
    body: { change: -1, reason: 'damaged' },
  })
  assert.equal(corrected.status, 200, JSON.stringify(corrected.body))
  const { _id } = await compare([[product, '20']], '9,70')
  const fixed = await fix(_id)
  assert.deepEqual(fixed.counts, { changed: 1 })
  // The file counts the damaged one, but not the four.
  await moveImport(shop, _id, 'apply')
  assert.equal(await shelfOf(product), 16)
  // What was taken off stays taken off, also of a file that still knows of nothing.
  const next = await compare([[product, '20']], '9,70')
  assert.match((await fix(next._id, [])).warnings[0]?.message ?? '', /with 20, of which 4 were shipped/)
  assert.deepEqual((await fix(next._id)).counts, { same: 1 })
})

test('stock that repeats no file, or of which nothing was shipped, is no question', async () => {
  const [first, held] = [await addProduct(6), await addProduct(6)]
  await ship(first, 2)
  // No file came before.
  const opening = await compare([
    [first, '6'],
    [held, '10'],
  ])
  assert.deepEqual(opening.great, [])
  await moveImport(shop, opening._id, 'apply')
  // Units that an order holds are on the shelf still.
  await placeOrder(shop, buyer, held, 3)
  assert.deepEqual((await compare([[held, '10']])).counts, { same: 1 })
  // What was taken back is none that a file has said.
  await ship(first, 2)
  await moveImport(shop, opening._id, 'undo')
  assert.deepEqual((await compare([[first, '6']])).great, [])
})
