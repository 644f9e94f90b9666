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
const correct = async ({ _id }: Tool, change: number) => {
  const { status, body } = await shop.call('POST', `/tools/${_id}/stock-movements`, {
    token: shop.admin.token,
    body: { change, reason: 'correction' },
  })
  assert.equal(status, 200, JSON.stringify(body))
}
const ship = async (product: Tool, units: number) => {
  const order = await placeOrder(shop, buyer, product, units)
  await payFor(shop, buyer, order)
  const shipped = await shop.call('PATCH', `/ship-order/${order._id}`, { token: shop.admin.token, body: {} })
  assert.equal(shipped.status, 200, JSON.stringify(shipped.body))
}
/** Returns a file of an ERP: the price, which may change, and the stock of each product. */
const fileOf = (rows: readonly (readonly [Tool, string])[], price = '9,50', column = 'Lagerbestand') => [
  ['Artikelnummer', 'Bezeichnung', 'Preis', column],
  ...rows.map(([{ sku = '', name }, units]) => [sku, name, price, units]),
]
const compare = async (...file: Parameters<typeof fileOf>) => {
  const checked = await checkTable(shop, 'products', fileOf(...file))
  return { ...checked, great: checked.warnings.filter(isGreatChange) }
}
const fix = async (id: string, fixes: ImportFix[] = [{ fix: 'keep-stock' }]) => {
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
      code: 'stock-repeated',
      message: `Rows with the stock of the file before, although the shop has another one since: 1. What was sold since would be for sale again, what was received or corrected would be lost. The first is ${sold.sku} with 17; the shop has 14. Lines: 2.`,
      rows: 1,
    },
  ])
  const [row] = await listRows(shop, _id)
  assert.deepEqual(row?.warnings, [
    {
      field: 'counted',
      code: 'stock-repeated',
      message:
        'The file before had 17, too. After what was sold, received and corrected in the shop since, there are 14: if this file does not know of that, 14 is right.',
    },
  ])
  const refused = await shop.call<{ code: string; message: string }>('POST', `/imports/${_id}/apply`, {
    token: shop.admin.token,
  })
  assert.equal(refused.body.code, 'import-great-changes')
  assert.match(refused.body.message, /repeats the stock of the file before/)

  const fixed = await fix(_id)
  assert.deepEqual([fixed.counts, fixed.warnings.filter(isGreatChange)], [{ changed: 1, same: 2 }, []])
  assert.ok(fixed.warnings.some(({ code, rows }) => code === 'stock-kept' && rows === 1))
  await moveImport(shop, _id, 'apply')
  assert.deepEqual([await shelfOf(sold), await shelfOf(other)], [14, 30])

  // The program still does not know of them the next night, and one more has left.
  await ship(sold, 1)
  // What was said of the file before holds for files with the same columns, until a person takes it back.
  const next = await compare([[sold, '17']])
  assert.deepEqual([next.great, next.counts], [[], { same: 1 }])
  const asked = await fix(next._id, [])
  assert.match(asked.warnings[0]?.message ?? '', /with 17; the shop has 13/)
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
  await correct(product, -1)
  const { _id } = await compare([[product, '20']], '9,70')
  const fixed = await fix(_id)
  assert.deepEqual(fixed.counts, { changed: 1 })
  // The file knows neither of the four nor of the damaged one.
  await moveImport(shop, _id, 'apply')
  assert.equal(await shelfOf(product), 15)
  // It stays so, also after a file that still knows of nothing.
  const next = await compare([[product, '20']], '9,70')
  assert.match((await fix(next._id, [])).warnings[0]?.message ?? '', /with 20; the shop has 15/)
  assert.deepEqual((await fix(next._id)).counts, { same: 1 })
})

test('a file that changed nothing is the file before, too: stock that differs from it is taken, whatever an earlier one had', async () => {
  const product = await addProduct(5)
  await importTable(shop, 'products', fileOf([[product, '119']]))
  await ship(product, 5)
  // The program knows of the parcels, and nothing is left to apply.
  assert.deepEqual((await compare([[product, '114']])).counts, { same: 1 })
  // What it received makes up for them.
  const received = await compare([[product, '119']])
  assert.deepEqual([received.great, received.counts], [[], { changed: 1 }])
  const kept = await fix(received._id)
  assert.deepEqual(kept.counts, { changed: 1 })
  await moveImport(shop, kept._id, 'apply')
  assert.equal(await shelfOf(product), 119)
})

test('a file that was compared only is not the file before', async () => {
  const product = await addProduct(5)
  await importTable(shop, 'products', fileOf([[product, '30']], '9,50', 'Bestand'))
  await ship(product, 2)
  assert.deepEqual((await compare([[product, '40']], '9,50', 'Bestand')).great, [])
  assert.deepEqual((await compare([[product, '40']], '9,50', 'Bestand')).great, [])
  assert.equal((await compare([[product, '30']], '9,50', 'Bestand')).great.length, 1)
})

test('units that can be sold are asked about as those on the shelf are', async () => {
  const product = await addProduct(5)
  await importTable(shop, 'products', fileOf([[product, '119']], '9,50', 'Verfügbar'))
  await ship(product, 7)
  const repeated = await compare([[product, '119']], '9,50', 'Verfügbar')
  assert.match(repeated.great[0]?.message ?? '', /with 119; the shop has 112/)
  assert.deepEqual((await fix(repeated._id)).counts, { same: 1 })
  // Another column says another thing.
  assert.deepEqual((await compare([[product, '119']])).counts, { changed: 1 })
})

test('what was received or corrected in the shop is not lost by a file that repeats its stock', async () => {
  const [received, lost] = [await addProduct(5), await addProduct(5)]
  const rows = [
    [received, '111'],
    [lost, '100'],
  ] as const
  await importTable(shop, 'products', fileOf(rows, '9,50', 'On hand'))
  await correct(received, 20)
  await ship(received, 10)
  await correct(lost, -2)
  const { _id, great } = await compare(rows, '9,50', 'On hand')
  assert.equal(great[0]?.rows, 2)
  const said = (await listRows(shop, _id)).map(({ warnings }) => warnings?.[0]?.message ?? '')
  assert.match(said[0] ?? '', /there are 121/)
  assert.match(said[1] ?? '', /there are 98/)
  assert.deepEqual((await fix(_id)).counts, { same: 2 })
})

test('stock that repeats no file, or that the shop has still, is no question', async () => {
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
