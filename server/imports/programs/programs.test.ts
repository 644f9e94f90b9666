import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { partKinds } from '#contract/imports.ts'
import { findProgram, kindOfProgram, programs } from '#server/imports/programs/programs.ts'
import { readExport } from '#server/imports/programs/read-export.ts'
import { checkTable, finished, listRows, readImport, uploadTable } from '#server/testing/import-table.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'
import { programSamples, writeSample } from '#server/testing/program-samples.ts'

let shop: TestShop
let pictures: [string, string] = ['', '']
const server = createServer((request, response) => {
  const background = request.url === '/a.png' ? 'red' : 'blue'
  void sharp({ create: { width: 20, height: 10, channels: 3, background } })
    .png()
    .toBuffer()
    .then((body) => response.end(body))
})
before(async () => {
  shop = await openTestShop()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  pictures = [`http://127.0.0.1:${port}/a.png`, `http://127.0.0.1:${port}/b.png`]
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  server.closeAllConnections()
  server.close()
})

/** Uploads a file without saying what it is, and compares it as the shop reads it. */
async function compare(file: Blob) {
  const uploaded = await uploadTable(shop, undefined, file)
  assert.equal(uploaded.status, 200, JSON.stringify(uploaded.body))
  const { _id } = uploaded.body.import
  const { columns, addsBrands, addsCategories } = await readImport(shop, _id)
  const body = { columns: columns.map(({ field }) => field ?? null), addsBrands, addsCategories }
  const checked = await shop.call('PUT', `/imports/${_id}/mapping`, { token: shop.admin.token, body })
  assert.equal(checked.status, 200, JSON.stringify(checked.body))
  return finished(shop, _id)
}

/** Returns what the rows of a compared file add, with the addresses of pictures as the file has them. */
async function readAdded(id: string): Promise<Record<string, string>[]> {
  const { rows } = await shop.db.execute<{ after: Record<string, string> }>(sql`
    SELECT after FROM import_changes WHERE import_id = ${id} ORDER BY row_no`)
  const { rows: loaded } = await shop.db.execute<{ source: string; url: string }>(sql`
    SELECT source, url FROM import_pictures WHERE import_id = ${id}`)
  const sources = new Map(loaded.map(({ source, url }) => [url, source]))
  return rows.map(({ after: texts }) => ({
    ...texts,
    ...Object.fromEntries(
      ['picture', 'pictures'].flatMap((field) => (texts[field] ? [[field, sources.get(texts[field]) ?? '']] : [])),
    ),
  }))
}

test('each program has a sample with the header row of its source', () => {
  assert.deepEqual(
    programs.flatMap((program) => (kindOfProgram(program) === 'products' ? [program.name] : [])),
    programSamples.map(({ program }) => program),
  )
})

/** Opens an export of a program. */
function open(name: string, headers: string[], cells: readonly string[][]) {
  const program = programs.find((one) => one.name === name)
  assert.ok(program)
  async function* rows() {
    for (const [index, each] of cells.entries()) yield { line: index + 2, cells: [...each] }
  }
  return readExport(program, headers, rows(), { hasGrossPrices: false, hasPictures: false })
}

/** Reads an export, and returns its rows with their header row. */
async function read(name: string, headers: string[], cells: readonly string[][]): Promise<string[][]> {
  const table = open(name, headers, cells)
  const result: string[][] = [table.headers]
  for await (const row of table.rows) result.push(table.headers.map((_, index) => row.cells[index] ?? ''))
  return result
}

test('an export that was read, such as a file of its wrong rows, is read as it is', async () => {
  for (const sample of programSamples) {
    const { cells } = writeSample(sample, ['https://shop.example/a.png', 'https://shop.example/b.png'])
    const [headers = [], ...rows] = cells
    const once = await read(sample.program, headers, rows)
    const [again = [], ...readRows] = once
    assert.deepEqual(await read(sample.program, again, readRows), once, sample.program)
  }
})

test('an export of a German WordPress is read as an English one', async () => {
  const cells = [
    ['900', 'variable', '', 'Hub', '1', 'visible', 'Long-lived.', '', '', 'Axles > Hubs', '', 'Left, Right', ''],
    ['901', 'variation', 'HUB-L', 'Hub', '-1', 'visible', '', '4', '2.5', '', '19.90', 'Left', 'id:900'],
  ]
  const english =
    'ID|Type|SKU|Name|Published|Visibility in catalog|Description|Stock|Weight (kg)|Categories|Regular price|Attribute 1 value(s)|Parent'
  const german =
    'ID|Typ|Artikelnummer|Name|Veröffentlicht|Sichtbarkeit im Katalog|Beschreibung|Lager|Gewicht (kg)|Kategorien|Regulärer Preis|Attribut 1 Wert(e)|Übergeordnetes Produkt'
  const [, ...expected] = await read('WooCommerce', english.split('|'), cells)
  assert.equal(expected.length, 1)
  const [, ...rows] = await read('WooCommerce', german.split('|'), cells)
  assert.deepEqual(rows, expected)
  assert.equal(findProgram(german.split('|'))?.name, 'WooCommerce')
})

test('line breaks that WooCommerce writes as two characters are breaks, and what looks like one in a path stays', async () => {
  const headers = [
    'ID',
    'Type',
    'SKU',
    'Name',
    'Visibility in catalog',
    'Short description',
    'Description',
    'Regular price',
  ]
  const [, ...rows] = await read('WooCommerce', headers, [
    ['1', 'simple', 'OIL', 'Oil', 'visible', 'Short', String.raw`VW 504.00\n - ACEA C3\n\nGrade 8.8`, '1'],
    ['2', 'simple', 'NUT', 'Nut', 'visible', 'Grade 8\r\\nzinc', '', '1'],
    ['3', 'simple', 'USB', 'Stick', 'visible', '', String.raw`Copy to C:\\new\nDone`, '1'],
    ['4', 'simple', 'PEN', 'Pen', 'visible', '', 'Made\nby C:\\new', '1'],
  ])
  assert.deepEqual(
    rows.map((cells) => cells[6]),
    ['VW 504.00\n - ACEA C3\n\nGrade 8.8', 'Grade 8\nzinc', 'Copy to C:\\new\nDone', 'Made\nby C:\\new'],
  )
})

test('prices by quantity of a WooCommerce plugin become columns, in percent off the price, too, and variants have those of their product', async () => {
  const headers = [
    'ID;Type;SKU;Name;Visibility in catalog;Regular price;Attribute 1 value(s);Parent',
    'Tiered Pricing — Tiered pricing type;Tiered Pricing — Fixed pricing rules;Tiered Pricing — Percentage pricing rules',
    'Tiered Pricing — Minimum order quantity',
  ].join(';')
  const [names = [], ...rows] = await read('WooCommerce', headers.split(';'), [
    ['1', 'simple', 'HUB', 'Hub', 'visible', '20', '', '', 'fixed', '10:18.5,50:17', '10:1', '5'],
    ['2', 'simple', 'NUT', 'Nut', 'visible', '0.99', '', '', 'percentage', '10:0.5', '10:5,100:10', '0'],
    ['3', 'variable', 'OIL', 'Oil', 'visible', '', '', '', 'percentage', '', '6:50', ''],
    ['4', 'variation', 'OIL-5', 'Oil', 'visible', '30', '5 l', 'OIL', '', '', '', ''],
    ['5', 'simple', 'PIN', 'Pin', 'visible', '1', '', '', 'fixed', '', '', ''],
  ])
  const shown = rows.map((cells) => [cells[2], cells[11], ...cells.slice(names.indexOf('Quantity 1')).filter(Boolean)])
  assert.deepEqual(shown, [
    ['HUB', '5', '10', '18.50', '50', '17.00'],
    ['NUT', '', '10', '0.94', '100', '0.89'],
    ['OIL-5', '', '6', '15.00'],
    ['PIN', ''],
  ])
  // Of more than ten it is said that the others are left out.
  for (const count of [10, 11]) {
    const rules = Array.from({ length: count }, (_, index) => `${index + 2}:${19 - index}`).join()
    const table = open('WooCommerce', headers.split(';'), [
      ['1', 'simple', 'HUB', 'Hub', 'visible', '20', '', '', 'fixed', rules, '', ''],
    ])
    for await (const { cells } of table.rows) assert.equal(cells[table.headers.indexOf('Quantity 10')], '11')
    assert.deepEqual(table.warnings(), count > 10 ? [{ code: 'breaks-left-out', facts: { count: 1 } }] : [])
  }
})

test('a discount becomes a sale price with its days, unless it has tax that the price has not, or leaves nothing', async () => {
  const headers = [
    'Product ID;Active (0/1);Name *;Reference #;Price tax excluded;Price tax included',
    'Discount amount;Discount percent;Discount from (yyyy-mm-dd);Discount to (yyyy-mm-dd)',
  ].join(';')
  const discounted = async (...cells: string[]) =>
    (await read('PrestaShop', headers.split(';'), [['1', '1', 'Hub', 'HUB-1', '100', '120', ...cells]]))[1]?.slice(8)
  assert.deepEqual(await discounted('', '12,5 %', '2026-12-01', '2026-12-24'), ['2026-12-01', '2026-12-24', '87.50'])
  assert.deepEqual(await discounted('', '10', '0000-00-00', '0000-00-00'), ['', '', '90.00'])
  for (const [amount, percent] of [
    ['20', '10'],
    ['', '100'],
    ['0.00', '0'],
    ['', ''],
  ] as const)
    assert.deepEqual(await discounted(amount, percent, '2026-12-01', '2026-12-24'), ['', '', ''])
  const gross = headers.split(';').filter((header) => header !== 'Price tax excluded')
  const [, row = []] = await read('PrestaShop', gross, [['1', '1', 'Hub', 'HUB-1', '120', '20', '', '', '']])
  assert.equal(row.at(-1), '100.00')
})

test('a translation of WPML is left out, and a product in its own language is not', async () => {
  const headers = ['ID', 'Type', 'SKU', 'Name', 'Visibility in catalog', 'Regular price']
  const [language, source] = ['Meta: _wpml_import_language_code', 'Meta: _wpml_import_source_language_code']
  const row = (id: string, name: string, ...codes: string[]) => [id, 'simple', 'HUB-1', name, 'visible', '5', ...codes]
  const [, ...rows] = await read(
    'WooCommerce',
    [...headers, language, source],
    [row('1', 'Hub', 'en', ''), row('2', 'Nabe', 'de', 'en'), row('3', 'Shaft', '', 'en')],
  )
  assert.deepEqual(
    rows.map((cells) => cells[3]),
    ['Hub', 'Shaft'],
  )
})

test('a Shopify product without a type, and its variants, are in their product category', async () => {
  const headers = ['Handle', 'Title', 'Product Category', 'Type', 'Option1 Value', 'Variant SKU', 'Variant Price']
  const [, ...rows] = await read('Shopify', headers, [
    ['one', 'One', 'Brakes', 'Pads', 'Default Title', 'ONE-1', '5.00'],
    ['two', 'Two', 'Brakes > Discs', '', 'Left', 'TWO-L', '5.00'],
    ['two', '', '', '', 'Right', 'TWO-R', '5.00'],
  ])
  assert.deepEqual(
    rows.map((cells) => cells[3]),
    ['Pads', 'Brakes > Discs', 'Brakes > Discs'],
  )
})

test('an export without a column that says so has its stock counted, and pictures by file name are left out', async () => {
  const headers = ['Handle', 'Title', 'Variant SKU', 'Variant Price', 'Variant Inventory Qty', 'Image Src']
  const rows = [['one', 'One', 'ONE-1', '5.00', '40', 'one.jpg']]
  assert.deepEqual(await read('Shopify', headers, rows), [headers, ['one', 'One', 'ONE-1', '5.00', '40', '']])
})

test('a file says by its columns what it is; a file that does not is refused with the kinds to send', async () => {
  const product = await shop.addProduct({ name: 'Guessed', sku: 'GUESS-1' })
  const kinds = {
    products: 'Artikelnr.;VK netto;Lagerbestand gesamt\nGUESS-1;5,20;4',
    stock: 'Part number,Counted\nGUESS-1,4',
    customers: `E-mail,Net days,Credit limit\n${shop.admin.email},30,100`,
    categories: 'Address,Name (English),Name (German)\nguessed,Guessed,Geraten',
  }
  for (const [kind, file] of Object.entries(kinds)) {
    const { status, body } = await uploadTable(shop, undefined, file)
    assert.deepEqual([status, body.import?.kind], [200, kind], JSON.stringify(body))
  }
  for (const parts of [
    'Part number,From quantity,Price,Price list\nGUESS-1,10,1.20,',
    'SKU,Preis ab 10\nGUESS-1,1.20',
    'SKU,OE 1,OE 2\nGUESS-1,0986,0987',
  ]) {
    const { status, body } = await uploadTable(shop, undefined, parts)
    assert.deepEqual([status, body.import?.kind], [200, 'products'], JSON.stringify(body))
  }
  const unclear = await uploadTable(shop, undefined, `One,Two\n${product._id},2`)
  assert.partialDeepStrictEqual(unclear, { status: 400, body: { code: 'import-kind-unclear' } })
  assert.match(JSON.stringify(unclear.body), /Send kind, one of: products, stock, vehicles/)
  for (const kind of partKinds) {
    const { status, body } = await uploadTable(shop, kind, 'Part number,From quantity,Price\nGUESS-1,10,1.20')
    assert.partialDeepStrictEqual({ status, body }, { status: 400, body: { code: 'import-kind-of-products' } })
    assert.match(JSON.stringify(body), /Send kind=products, or no kind at all/)
  }
})

test('units that were oversold go in as 0 with a word, but a bulk edit takes no more than there is', async () => {
  const product = await shop.addProduct({ name: 'Oversold', sku: 'OVER-1', available: 3 })
  const { _id } = await checkTable(shop, 'products', [
    ['SKU', 'Stock'],
    ['OVER-1', '-4'],
  ])
  const [row] = await listRows(shop, _id)
  assert.deepEqual([row?.changes, row?.warnings.length], [[{ field: 'counted', before: '3', after: '0' }], 0])
  assert.deepEqual(
    (await readImport(shop, _id)).warnings.map(({ code, rows }) => [code, rows]),
    [['oversold', 1]],
  )
  const edit = await shop.call<{ import: { _id: string } }>('POST', '/product-edits', {
    token: shop.admin.token,
    body: { products: { ids: [product._id] }, changes: [{ field: 'stock', operation: 'subtract', value: '5' }] },
  })
  const found = await finished(shop, edit.body.import._id)
  assert.deepEqual(found.counts, { error: 1 })
})

for (const sample of programSamples) {
  test(`an export of ${sample.program} is recognized, and each cell of 200 rows is read as the program means it`, async () => {
    const { file, texts } = writeSample(sample, pictures)
    const found = await compare(file)
    assert.deepEqual([found.program, found.kind], [sample.program, 'products'])
    const errors = (await listRows(shop, found._id, 'error')).map(({ line, errors: of }) => [line, of])
    assert.deepEqual(errors.slice(0, 3), [])
    assert.deepEqual(
      found.columns.flatMap(({ header, field, leftOut }) => (field || leftOut ? [] : [header])),
      sample.program === 'Warexo' ? ['Material'] : [],
    )
    const added = await readAdded(found._id)
    assert.equal(added.length, texts.length)
    for (const [index, one] of texts.entries()) assert.deepEqual(added[index], one)
    assert.deepEqual(found.warnings.map(({ code }) => code).toSorted(), sample.warnings.toSorted())
  })
}
