import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { EditedTool } from '#contract/catalog.ts'
import type { CustomerGroup, PriceList } from '#contract/pricing.ts'
import { createStaff } from '#server/testing/staff.ts'
import { checkTable, importTable, listRows, moveImport, readImport, uploadTable } from '#server/testing/import-table.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'
import { waitUntil } from '#server/testing/wait-until.ts'

const shop = provideTestShop({}, async () => {
  const { group } = await asAdmin<{ group: CustomerGroup }>('POST', '/customer-groups', { name: 'Garages' })
  await asAdmin<{ priceList: PriceList }>('POST', '/price-lists', { name: 'Workshops 2031', groupId: group._id })
})

async function asAdmin<Body>(method: string, path: string, body?: unknown): Promise<Body> {
  const answer = await shop.call<Body>(method, path, { token: shop.admin.token, body })
  assert.equal(answer.status, 200, `${method} ${path}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

let run = 0
/** Gives each test part numbers of its own. */
let number: (part: string) => string
beforeEach(() => {
  run += 1
  const own = run
  number = (part) => `P${own}-${part}`
})

/** Returns the own price of a product, and those of lists: `Workshops 2031 × 10: 900`. */
async function pricesOf(sku: string): Promise<string[]> {
  const { rows } = await shop.db.execute<{ text: string }>(sql`
    SELECT price_cents::text AS text, 0 AS list, 0 AS step FROM products WHERE sku = ${sku} AND archived_at IS NULL
    UNION ALL SELECT CASE WHEN is_base THEN '' ELSE name || ' ' END || '× ' || from_quantity || ': ' || cents, price_list_id, from_quantity
    FROM prices JOIN price_lists list ON list.id = price_list_id
    WHERE product_id = (SELECT id FROM products WHERE sku = ${sku} AND archived_at IS NULL) ORDER BY list, step`)
  return rows.map(({ text }) => text)
}

async function numbersOf(sku: string) {
  const { rows } = await shop.db.execute<{ id: string }>(sql`SELECT id FROM products WHERE sku = ${sku}`)
  const { body } = await shop.call<EditedTool>('GET', `/all-tools/${rows[0]?.id}`, { token: shop.admin.token })
  return (body.partNumbers ?? []).map(({ kind, maker, number: its }) => [kind, maker, its].filter(Boolean).join(' '))
}

const fieldsOf = async (rows: string[][]) => {
  const { body } = await uploadTable(shop, undefined, rows)
  assert.equal(body.import.kind, 'products')
  const { columns, fields } = await readImport(shop, body.import._id)
  return columns.map(({ field }) => fields.find(({ code }) => code === field)?.label)
}

test('price breaks and prices of groups are columns of a file, in the words of the trade', async () => {
  const files: [headers: string[], cells: string[], prices: string[]][] = [
    [
      ['SKU', 'Price', 'Price from 10', 'Price from 50'],
      ['20', '18', '16'],
      ['2000', '× 10: 1800', '× 50: 1600'],
    ],
    [
      ['Artikelnummer', 'VK', 'Preis ab 10 Stück', 'VK netto ab 50 (EUR)'],
      ['20', '18', '16'],
      ['2000', '× 10: 1800', '× 50: 1600'],
    ],
    [
      ['Artikelnr.', 'Preis', 'Staffelpreis 10', 'Staffelpreis 50'],
      ['20', '18', '16'],
      ['2000', '× 10: 1800', '× 50: 1600'],
    ],
    [
      ['SKU', '10+', '50+'],
      ['18', '16'],
      ['3000', '× 10: 1800', '× 50: 1600'],
    ],
    [
      ['SKU', 'Price (Workshops 2031)', 'Preis Workshops 2031 ab 5'],
      ['15', '14'],
      ['3000', 'Workshops 2031 × 1: 1500', 'Workshops 2031 × 5: 1400'],
    ],
    [
      ['SKU', 'Garages', 'Price'],
      ['15', '20'],
      ['2000', 'Workshops 2031 × 1: 1500'],
    ],
    [
      ['SKU', 'Menge 1', 'Preis 1', 'Menge 2', 'Preis 2', 'Menge 3', 'Preis 3'],
      ['1', '20', '10', '18', '0', '0'],
      ['2000', '× 10: 1800'],
    ],
    // Columns that are numbered say no quantity.
    [['SKU', 'Price', 'Staffelpreis 1', 'Staffelpreis 2', 'Staffelpreis 3'], ['20', '18', '17', '16'], ['2000']],
  ]
  const currency = 'USD'
  for (const [index, [headers, cells, prices]] of files.entries()) {
    const sku = number(String(index))
    await shop.addProduct({ sku, name: `Step ${sku}`, price: 30 })
    const before = await pricesOf(sku)
    const rows = [headers.map((header) => header.replace('EUR', currency)), [sku, ...cells]]
    const { _id, counts } = await importTable(shop, 'products', rows)
    assert.deepEqual([counts.applied, await pricesOf(sku)], [1, prices], headers.join())
    assert.deepEqual((await checkTable(shop, 'products', rows)).counts, { same: 1 }, headers.join())
    await moveImport(shop, _id, 'undo')
    assert.deepEqual(await pricesOf(sku), before, headers.join())
  }
})

test('the columns of prices are named on the page as files name them', async () => {
  assert.deepEqual(
    await fieldsOf([
      ['SKU', 'Preis ab 25', 'Workshops 2031', 'Qty 1', 'Price 1', 'Vergleichsnummern'],
      ['X', '1', '1', '1', '1', 'Y'],
    ]),
    ['Part number', 'Price from 25', 'Price (Workshops 2031)', 'Quantity 1', 'Price 1', 'Cross-reference numbers'],
  )
})

test('several rows of a number have its prices from several quantities, also of a product that the file adds', async () => {
  const head = ['SKU', 'Name', 'Price list', 'From quantity', 'Price']
  const [old, added] = [number('old'), number('new')]
  await shop.addProduct({ sku: old, name: `Old ${run}`, price: 30 })
  const rows = [
    head,
    [added, `New ${run}`, '', '1', '20'],
    [added, `New ${run}`, '', '10', '18'],
    [added, '', 'Workshops 2031', '1', '15'],
    [old, `Renamed ${run}`, '', '1', '25'],
    [old, `Renamed ${run}`, '', '10', '24'],
    [old, `Renamed ${run}`, '', '10', '23'],
  ]
  const checked = await checkTable(shop, 'products', rows)
  const wrong = await listRows(shop, checked._id, 'error')
  assert.deepEqual(
    wrong.map(({ line, errors }) => [line, errors[0]?.code]),
    [[7, 'repeated']],
  )
  const applied = await moveImport(shop, checked._id, 'apply')
  assert.deepEqual([applied.counts.applied, applied.counts.refused], [5, undefined])
  assert.deepEqual(await pricesOf(added), ['2000', '× 10: 1800', 'Workshops 2031 × 1: 1500'])
  assert.deepEqual(await pricesOf(old), ['2500', '× 10: 2400'])
  assert.deepEqual((await checkTable(shop, 'products', rows.slice(0, 6))).counts, { same: 5 })
  const undone = await moveImport(shop, checked._id, 'undo')
  assert.deepEqual([undone.counts.undone, undone.counts.left], [5, undefined])
  assert.deepEqual([await pricesOf(added), await pricesOf(old)], [[], ['3000']])
})

test('a price that another person has changed since the comparison stays, and so does one after it is applied', async () => {
  const sku = number('1')
  const product = await shop.addProduct({ sku, name: `Raced ${run}`, price: 30 })
  const { rows } = await shop.db.execute<{ id: string }>(sql`SELECT id FROM price_lists WHERE is_base`)
  const set = (from: number, price: number) =>
    asAdmin('PUT', `/price-lists/${rows[0]?.id}/prices`, { rows: [{ productId: product._id, from, price }] })
  const file = [
    ['SKU', 'Price from 10', 'Price from 50'],
    [sku, '18', '16'],
  ]
  const early = await checkTable(shop, 'products', file)
  await set(10, 19)
  assert.equal((await moveImport(shop, early._id, 'apply')).counts['changed-since'], 1)
  const late = await importTable(shop, 'products', file)
  await set(50, 15)
  assert.equal((await moveImport(shop, late._id, 'undo')).counts.left, 1)
  assert.deepEqual(await pricesOf(sku), ['3000', '× 10: 1800', '× 50: 1500'])
})

test('a file with prices of lists only needs the permission for prices, and with the price of the product that of the catalog', async () => {
  const sku = number('1')
  await shop.addProduct({ sku, name: `Guarded ${run}`, price: 30 })
  const prices = await createStaff(shop, `part-prices-${run}`, ['prices'])
  const catalog = await createStaff(shop, `part-catalog-${run}`, ['catalog'])
  const compare = async (head: string[], cells: string[], { token }: { token: string }) => {
    const { body } = await uploadTable(shop, undefined, [head, cells], token)
    const { columns } = (
      await shop.call<Awaited<ReturnType<typeof readImport>>>('GET', `/imports/${body.import._id}`, { token })
    ).body
    const sent = { columns: columns.map(({ field }) => field ?? null) }
    return (await shop.call('PUT', `/imports/${body.import._id}/mapping`, { token, body: sent })).status
  }
  const files: [string[], string[], number, number][] = [
    [['SKU', 'Price from 10'], [sku, '18'], 200, 403],
    [['SKU', 'Price list', 'From quantity', 'Price'], [sku, 'Workshops 2031', '1', '18'], 200, 403],
    [['SKU', 'From quantity', 'Price'], [sku, '1', '1'], 403, 403],
    [['SKU', 'Menge 1', 'Preis 1'], [sku, '1', '1'], 403, 403],
    [['SKU', 'Price'], [sku, '18'], 403, 200],
    [['SKU', 'OE numbers'], [sku, 'A 1'], 403, 200],
  ]
  for (const [head, cells, ofPrices, ofCatalog] of files)
    assert.deepEqual(
      [await compare(head, cells, prices), await compare(head, cells, catalog)],
      [ofPrices, ofCatalog],
      head.join(),
    )
})

test('a file of prices or numbers only adds no product and changes no brand', async () => {
  const sku = number('1')
  const product = await shop.addProduct({ sku, name: `Brandless ${run}`, price: 30 })
  const { _id } = await checkTable(
    shop,
    'products',
    [
      ['SKU', 'Brand', 'Price from 10'],
      [sku, 'Bosch', '18'],
      [number('2'), '', '18'],
    ],
    { numbersWithoutBrand: 'same' },
  )
  const rows = await listRows(shop, _id)
  assert.deepEqual(
    rows.map(({ changes, errors }) => [changes.map(({ after: text }) => text).join(), errors[0]?.code]),
    [
      ['18.00', undefined],
      ['', 'unknown'],
    ],
  )
  await moveImport(shop, _id, 'apply')
  const { body } = await shop.call<EditedTool>('GET', `/all-tools/${product._id}`, { token: shop.admin.token })
  assert.equal(body.brand, undefined)
})

test('other numbers come from many columns and several of a cell, with their makers, and rows of one number', async () => {
  const sku = number('1')
  await shop.addProduct({ sku, name: `Numbered ${run}`, partNumbers: [{ kind: 'oem', number: 'OLD 1' }] })
  const wide = [
    ['SKU', 'OE 1', 'OE 2', 'OEM number', 'Cross references', 'EAN', 'GTIN'],
    [
      sku,
      'A9061000031 | 2E0200003',
      'A906 100 004; old1',
      'A9061000051,A9061000052',
      'Bosch: 0 986 424 797\nTRW: GDB 1',
      '4006381333931',
      '4006381333948',
    ],
  ]
  const first = await importTable(shop, 'products', wide)
  const all = [
    'oem OLD 1',
    'barcode 4006381333931',
    'barcode 4006381333948',
    'oem A9061000031',
    'oem 2E0200003',
    'oem A906 100 004',
    'oem A9061000051',
    'oem A9061000052',
    'competitor Bosch 0 986 424 797',
    'competitor TRW GDB 1',
  ]
  assert.deepEqual(await numbersOf(sku), all)
  assert.deepEqual((await checkTable(shop, 'products', wide)).counts, { same: 1 })
  const rows = await importTable(shop, 'products', [
    ['SKU', 'OE-Nummer'],
    [sku, 'A 1001'],
    [sku, 'A 1002'],
  ])
  assert.deepEqual([rows.counts.applied, (await numbersOf(sku)).slice(-2)], [2, ['oem A 1001', 'oem A 1002']])
  // Undo takes what the file has added, and leaves what has come since.
  assert.equal((await moveImport(shop, first._id, 'undo')).counts.undone, 1)
  assert.deepEqual(await numbersOf(sku), ['oem OLD 1', 'oem A 1001', 'oem A 1002'])
  assert.equal((await moveImport(shop, rows._id, 'undo')).counts.undone, 2)
  assert.deepEqual(await numbersOf(sku), ['oem OLD 1'])
})

test('units received are added to those that are there, whatever is sold meanwhile, and taken back', async () => {
  const sku = number('1')
  const product = await shop.addProduct({ sku, name: `Received ${run}`, available: 10 })
  const stock = async () =>
    (await shop.call<EditedTool>('GET', `/all-tools/${product._id}`, { token: shop.admin.token })).body.available
  const { _id } = await checkTable(shop, 'products', [
    ['Artikelnummer', 'Wareneingang'],
    [sku, '+24'],
    [number('2'), '0'],
  ])
  await importTable(shop, 'stock', [
    ['Part number', 'Stock'],
    [sku, '7'],
  ])
  await moveImport(shop, _id, 'apply')
  assert.equal(await stock(), 31)
  assert.equal((await moveImport(shop, _id, 'undo')).counts.undone, 1)
  assert.equal(await stock(), 7)
})

test('of several categories the first of those furthest down is taken, without the roots of other programs', async () => {
  const cells: [cell: string, slug: string, leftOut?: string][] = [
    ['Home > Brakes', 'brakes'],
    ['Default Category; Brakes', 'brakes'],
    ['Brakes | Home > Brakes > Pads of files', 'pads-of-files'],
    [
      'Startseite > Brakes > Pads of files; Filters of files > Oil of files\nBrakes',
      'pads-of-files',
      'Filters of files > Oil of files',
    ],
    ['Brakes', 'brakes'],
  ]
  const head = ['SKU', 'Name', 'Price', 'Category']
  const rows = cells.map(([cell], index) => [number(String(index)), `Placed ${run} ${index}`, '5', cell])
  const checked = await checkTable(shop, 'products', [head, ...rows], { addsCategories: true })
  assert.deepEqual(
    checked.warnings.map(({ code, rows: count }) => [code, count]),
    [['categories-left-out', 1]],
  )
  const listed = await listRows(shop, checked._id)
  assert.deepEqual(
    listed.map(({ warnings }) => warnings.map(({ message }) => message).join()),
    cells.map(([, , leftOut]) => (leftOut === undefined ? '' : `Left out: ${leftOut}. A product has one category.`)),
  )
  assert.deepEqual(checked.additions?.categories, ['Brakes > Pads of files'])
  await moveImport(shop, checked._id, 'apply')
  for (const [index, [cell, slug]] of cells.entries()) {
    const { rows: found } = await shop.db.execute<{ slug: string }>(sql`
      SELECT slug FROM categories JOIN products ON category_id = categories.id WHERE sku = ${number(String(index))}`)
    assert.deepEqual(found, [{ slug }], cell)
  }
  assert.deepEqual((await checkTable(shop, 'products', [head, ...rows])).counts, { same: 5 })
})

test('a text about vehicles in a file of products is kept for reading once they exist, and goes with the file', async () => {
  const [old, added] = [number('old'), number('new')]
  await shop.addProduct({ sku: old, name: `Fitting ${run}` })
  const texts = async () =>
    (
      await shop.db.execute<{ sku: string; text: string }>(sql`
        SELECT sku, text FROM fits_texts JOIN products ON products.id = product_id WHERE sku IN (${old}, ${added}) ORDER BY sku`)
    ).rows.map(({ sku, text }) => `${sku}: ${text}`)
  const rows = [
    ['SKU', 'Name', 'Price', 'Passend für'],
    [old, '', '', 'VW Golf V'],
    [added, `Fits ${run}`, '5', 'VW Golf IV\nVW Bora'],
  ]
  const { body } = await uploadTable(shop, undefined, rows)
  assert.equal(body.import.kind, 'products')
  const checked = await checkTable(shop, 'products', rows)
  assert.deepEqual(
    checked.warnings.map(({ code, rows: count }) => [code, count]),
    [['fits-read-later', 2]],
  )
  await moveImport(shop, checked._id, 'apply')
  assert.deepEqual(await texts(), [`${added}: VW Golf IV; VW Bora`, `${old}: VW Golf V`])
  const fields = (await listRows(shop, checked._id)).map(({ changes }) => changes.map(({ field }) => field).toSorted())
  assert.deepEqual(fields, [['fits'], ['fits', 'id', 'name', 'partNumber', 'price']])
  const unread = sql`SELECT FROM fits_texts JOIN products ON products.id = product_id WHERE sku IN (${old}, ${added}) AND edition = -1`
  await waitUntil(async () => (await shop.db.execute(unread)).rows.length === 0, 'the import has its texts read')
  assert.deepEqual((await checkTable(shop, 'products', rows)).counts, { same: 2 })
  const undone = await moveImport(shop, checked._id, 'undo')
  assert.deepEqual([undone.counts.undone, await texts()], [2, []])
})

test('a cell with more numbers than a product can have is refused', async () => {
  const rows = [
    ['SKU', 'Name', 'Price', 'OE number'],
    [number('many'), `Many ${run}`, '5', Array.from({ length: 201 }, (_, index) => `A${index}`).join('|')],
  ]
  const checked = await checkTable(shop, 'products', rows)
  const [row] = await listRows(shop, checked._id, 'error')
  assert.deepEqual(
    row?.errors.map(({ message }) => message),
    ['A product can have 200 other numbers.'],
  )
})
