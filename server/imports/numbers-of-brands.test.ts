import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import { zipSync } from 'fflate'
import sharp from 'sharp'
import type { Tool } from '#contract/catalog.ts'
import type { Import, ImportKindName } from '#contract/imports.ts'
import { checkTable, finished, importTable, listRows, moveImport } from '#server/testing/import-table.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'

const shop = provideTestShop({}, async () => {
  const token = shop.admin.token
  for (const name of ['Bosch', 'Mann Filter']) await shop.call('POST', '/brands', { token, body: { name } })
})

const addThree = async (sku: string) => ({
  bosch: await shop.addProduct({ name: `Bosch ${sku}`, sku, brand: 'Bosch' }),
  mann: await shop.addProduct({ name: `Mann ${sku}`, sku, brand: 'Mann Filter' }),
  none: await shop.addProduct({ name: `None ${sku}`, sku, withoutBrand: true }),
})

type Rest = Parameters<typeof checkTable> extends [unknown, ...infer Given] ? Given : never

/** Compares a file, and returns of each row what becomes of it and why it is refused, with the brands that the refusal names. */
async function compare(...given: Rest) {
  const { _id } = await checkTable(shop, ...given)
  return (await listRows(shop, _id)).map(({ outcome, errors: [error] }) =>
    error ? [error.code, /by brand: ([^.]*)\./.exec(error.message)?.[1]].filter(Boolean) : outcome,
  )
}

test('another brand of a number is a new product, and a number of several brands is a question', async () => {
  const head = ['SKU', 'Brand', 'Name', 'Price', 'Stock']
  const first = [
    head,
    ['30-0123', 'Bosch', 'Oil filter', '9.90', '10'],
    ['30-0123', 'Mann', 'Oil filter', '19.90', '3'],
  ]
  const { _id } = await checkTable(shop, 'products', first, { addsBrands: true })
  assert.deepEqual((await moveImport(shop, _id, 'apply')).counts, { new: 2, applied: 2 })
  assert.deepEqual(
    await compare('products', [
      head,
      ['30 0123', 'mann', 'Oil filter', '19.90', '3'],
      ['30-0123', 'Bosch', 'Oil filter', '10', '10'],
      ['30-0123', '', 'Oil filter', '10', '10'],
      ['30.0123', 'Mann', 'Air filter', '10', '10'],
    ]),
    ['same', 'changed', ['brand-needed', 'Bosch, Mann'], ['near-number-asked']],
  )
  assert.deepEqual(
    await compare('products', [
      ['SKU', 'Price'],
      ['300123', '1'],
    ]),
    [['several-products', 'Bosch, Mann']],
  )
  assert.deepEqual(await compare('products', first), ['same', 'same'])
  const unclear = await checkTable(shop, 'products', [
    head,
    ['30-0123', 'Unheard of', 'Oil filter', '10', '10'],
    ['30-0123', '', 'Oil filter', '10', '10'],
  ])
  const [unknown, empty] = (await listRows(shop, unclear._id)).map(({ errors }) => errors)
  assert.deepEqual(
    unknown?.map(({ code }) => code),
    ['unknown-brand'],
  )
  assert.match(empty?.[0]?.message ?? '', /by brand: Bosch, Mann\. Enter the brand, or use the column with the id\.$/)
  const twice = [head, ['T-1', 'Bosch', 'T', '1', '1'], ['T-1', 'BOSCH', 'T', '1', '1'], ['T 1', 'Mann', 'T', '1', '1']]
  assert.deepEqual(await compare('products', twice), ['new', ['repeated'], 'new'])
})

test('a number without a brand that other rows of the file have with one is a question, wherever they stand', async () => {
  await shop.addProduct({ name: 'Bosch filter', sku: 'OB-100', brand: 'Bosch' })
  const head = ['SKU', 'Brand', 'Name', 'Price']
  const other = ['OB 100', 'mann filter', 'Mann filter', '7']
  const open = ['ob-100', '', 'Overwritten', '6']
  const asked = ['brand-needed', 'Bosch, Mann Filter']
  assert.deepEqual(await compare('products', [head, other, open]), ['new', asked])
  assert.deepEqual(await compare('products', [head, open, other], { clearsEmpty: true }), [asked, 'new'])
  // More rows than a step of the dry run takes.
  const far = Array.from({ length: 520 }, (_, index) => [`OBF-${index}`, '', `Far ${index}`, '1'])
  const { _id } = await checkTable(shop, 'products', [head, open, ...far, other])
  assert.deepEqual(
    (await listRows(shop, _id, 'error')).map(({ line, errors }) => [line, errors[0]?.code]),
    [[2, 'brand-needed']],
  )
  const counts = [
    ['SKU', 'Brand', 'Counted'],
    ['OB-100', '', '3'],
    ['OB-100', 'Mann Filter', '4'],
  ]
  assert.deepEqual(await compare('stock', counts), [asked, ['number-of-other-brand']])
  // Rows that name the same brand are the same part.
  const same = ['OB-100', 'BOSCH', 'Bosch filter', '8']
  assert.deepEqual(await compare('products', [head, same, open]), ['changed', ['repeated']])
  assert.deepEqual(await compare('products', [head, open]), ['changed'])
})

test('a number that only a product without a brand has is asked about, until the file says what it means', async () => {
  const product = await shop.addProduct({ name: 'Fuel filter', sku: 'FF-1' })
  const file = [
    ['SKU', 'Brand', 'Name', 'Price'],
    ['ff 1', 'Bosch', 'Fuel filter', '10'],
  ]
  assert.deepEqual(await compare('products', file), [['number-without-brand']])
  const outcomes = async (numbersWithoutBrand: 'same' | 'other') => {
    const { _id } = await checkTable(shop, 'products', file, { numbersWithoutBrand })
    return (await listRows(shop, _id)).map(({ outcome, changes }) => [
      outcome,
      changes.find(({ field }) => field === 'brand')?.after,
    ])
  }
  assert.deepEqual([await outcomes('same'), await outcomes('other')], [[['changed', 'Bosch']], [['new', 'Bosch']]])
  const stock = [
    ['SKU', 'Brand', 'Counted'],
    ['FF-1', 'Bosch', '7'],
  ]
  assert.deepEqual(await compare('stock', stock), [['number-without-brand']])
  assert.deepEqual(await compare('stock', stock, { numbersWithoutBrand: 'same' }), ['changed'])
  const byId = [
    ['Id', 'SKU', 'Brand', 'Counted'],
    [product._id, 'FF-1', 'Bosch', '7'],
  ]
  assert.deepEqual(await compare('stock', byId), ['changed'])
})

test('a brand is not taken off many products at once where other brands have their numbers', async () => {
  const [kept] = [
    await shop.addProduct({ sku: 'CB-1', brand: 'Bosch' }),
    await shop.addProduct({ sku: 'CB-1', brand: 'Mann Filter' }),
  ]
  const alone = await shop.addProduct({ sku: 'CB-2', brand: 'Bosch' })
  const changes = [{ field: 'brand', operation: 'clear' }]
  const { body } = await shop.call<{ import: Import }>('POST', '/product-edits', {
    token: shop.admin.token,
    body: { products: { ids: [kept._id, alone._id] }, changes },
  })
  await finished(shop, body.import._id)
  const rows = await listRows(shop, body.import._id)
  assert.deepEqual(
    rows.map(({ outcome, errors }) => errors[0]?.code ?? outcome),
    ['brand-not-removed', 'changed'],
  )
  assert.match(rows[0]?.errors[0]?.message ?? '', /CB-1: Mann Filter/)
})

test('a product without a brand does not get a number of brands by a file, which says so at the number', async () => {
  const { _id } = await shop.addProduct({ sku: 'GN-1' })
  await shop.addProduct({ sku: 'GN-2', brand: 'Bosch' })
  const named = [
    ['Id', 'SKU'],
    [_id, 'GN-2'],
  ]
  const [row] = await listRows(shop, (await checkTable(shop, 'products', named))._id)
  assert.deepEqual(
    row?.errors.map(({ field, code }) => [field, code]),
    [['partNumber', 'number-of-brands']],
  )
  assert.match(row?.errors[0]?.message ?? '', /GN-2: Bosch\. Enter the brand of this one/)
})

test('stock, prices and other numbers of one number go to the brand of their row, and without one they are a question', async () => {
  const three = await addThree('KI-1')
  const files: [ImportKindName, string, string[], string[]][] = [
    ['stock', 'Brand', ['Counted'], ['55']],
    ['products', 'Brand', ['From quantity', 'Price'], ['5', '8']],
    ['products', 'Brand', ['Kind of number', 'Other number'], ['oem', 'OE 77']],
  ]
  for (const [kind, brand, head, cells] of files) {
    const row = (...named: string[]) => [...named, ...cells]
    const all = [['SKU', brand, ...head], row('KI-1', ''), row('ki 1', 'Mann Filter'), row('KI-1', 'Unheard of')]
    const written = await compare(kind, all)
    assert.deepEqual(
      [written[0], written[2]],
      [['brand-needed', 'Bosch, Mann Filter, –'], ['number-without-brand']],
      kind,
    )
    assert.ok(written[1] === 'changed' || written[1] === 'new', kind)
    assert.deepEqual(await compare(kind, [['SKU', ...head], row('KI-1')]), [
      ['several-products', 'Bosch, Mann Filter, –'],
    ])
    const { _id } = await checkTable(shop, kind, all)
    assert.equal((await moveImport(shop, _id, 'apply')).counts.applied, 1, kind)
  }
  const manage = async ({ _id }: Tool) =>
    (await shop.call<Tool>('GET', `/all-tools/${_id}`, { token: shop.admin.token })).body
  assert.deepEqual([(await manage(three.mann)).available, (await manage(three.bosch)).available], [55, 100])
  await shop.addProduct({ sku: 'KI-2', brand: 'Bosch' })
  const other = ['SKU', 'Brand', 'Counted']
  assert.deepEqual(await compare('stock', [other, ['KI-2', 'Mann Filter', '1']]), [['number-of-other-brand']])
})

/** Compares a file, and returns which lines each refused line is said to repeat. */
async function findRepetitions(...[kind, [head = [], ...rows]]: [ImportKindName, string[][]]) {
  const { _id, counts } = await checkTable(shop, kind, [head, ...rows])
  const refused = (await listRows(shop, _id, 'error')).map(({ line, errors }) => {
    assert.equal(errors.length, 1)
    return `${line}: ${errors[0]?.code} ${/\d[\d, …]*/.exec(errors[0]?.message ?? '')?.[0].trim()}`
  })
  return { _id, counts, refused }
}

test('of rows that spell one number in several ways, the spelling of the shop is taken, however far apart they are', async () => {
  const files: [ImportKindName, string[], string[]][] = [
    ['products', ['Name', 'Price'], ['Dot', '11']],
    ['stock', ['Counted'], ['5']],
    ['products', ['From quantity', 'Price'], ['5', '8']],
    ['products', ['Kind of number', 'Other number'], ['oem', 'OE 100']],
  ]
  await shop.addProduct({ sku: 'SP-100', name: 'Spelled', price: 30 })
  for (const [kind, head, cells] of files) {
    const file = (...numbers: string[]) => [['SKU', ...head], ...numbers.map((sku) => [sku, ...cells])]
    const { refused } = await findRepetitions(kind, file('SP.100', 'sp 100', 'SP-100', 'SP-100', 'SP.100'))
    assert.deepEqual(refused, ['2: repeated 4', '3: repeated 4', '5: repeated 4', '6: repeated 4'], kind)
  }
  const counted = (...numbers: string[]) => [['SKU', 'Counted'], ...numbers.map((sku) => [sku, '5'])]
  assert.deepEqual((await findRepetitions('stock', counted('sp100', 'sp100'))).refused, ['3: repeated 2'])
  // More rows than a step of the dry run takes.
  const far = Array.from({ length: 520 }, (_, index) => `SPO-${index}`)
  await importTable(shop, 'products', [['SKU', 'Name', 'Price'], ...far.map((sku) => [sku, sku, '10'])])
  const { _id, counts, refused } = await findRepetitions('stock', counted('SP.100', 'SP.100', ...far, 'SP-100'))
  assert.deepEqual([refused, counts.error], [['2: repeated 524', '3: repeated 524'], 2])
  const { rows } = await shop.db.execute<{ row: number }>(
    sql`SELECT row_no AS row FROM import_changes WHERE import_id = ${_id} AND row_no IN (1, 2, 523)`,
  )
  assert.deepEqual(rows, [{ row: 523 }])
  assert.deepEqual((await findRepetitions('stock', counted('SP.100', 'sp100', ...far, 'SP.100', 'SP 100'))).refused, [
    '2: other-spellings 3, 525',
    '3: other-spellings 2, 525',
    '524: other-spellings 3, 525',
    '525: other-spellings 2, 3',
  ])
  const added = await findRepetitions('products', [
    ['SKU', 'Name', 'Price'],
    ['SPN-1', 'New', '1'],
    ['spn 1', 'Newer', '1'],
  ])
  assert.deepEqual(added.refused, ['2: other-spellings 3', '3: other-spellings 2'])
})

test('pictures go to the brand in the names of their files, and without one they are a question', async () => {
  await addThree('ZP-9')
  await shop.addProduct({ name: 'Underscored', sku: 'Bosch_77' })
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const names = ['Bosch ZP-9', 'mann_filter_zp-9', 'Mann Filter ZP-9_2', 'ZP-9', 'Bosch_77', 'Bosch ZP-10']
  const archive = zipSync(Object.fromEntries(names.map((name) => [`${name}.png`, picture])))
  const form = new FormData()
  form.append('pictures', new Blob([new Uint8Array(archive)]), 'pictures.zip')
  const { body } = await shop.call<{ import: Import }>('POST', '/imports', {
    token: shop.admin.token,
    body: form,
  })
  const { _id } = await finished(shop, body.import._id)
  const rows = (await listRows(shop, _id)).map(({ name, changes, errors }) => [
    name,
    errors[0]?.code ?? changes.map(({ field }) => field).join(),
  ])
  assert.deepEqual(rows, [
    ['ZP-9', 'picture'],
    ['zp-9', 'picture,pictures'],
    ['ZP-9', 'several-products'],
    ['Bosch_77', 'picture'],
    ['Bosch ZP-10', 'unknown'],
  ])
})

test('brands that get one number by a change of many are refused where they collide', async () => {
  const { bosch, mann } = await addThree('BE-1')
  const { body } = await shop.call<{ import: Import }>('POST', '/product-edits', {
    token: shop.admin.token,
    body: { products: { ids: [bosch._id, mann._id] }, changes: [{ field: 'brand', operation: 'set', value: 'Bosch' }] },
  })
  const { _id } = await finished(shop, body.import._id)
  assert.deepEqual(
    (await listRows(shop, _id)).map(({ outcome, errors }) => errors[0]?.code ?? outcome),
    ['same', 'number-taken'],
  )
})

test('exports name brand and number, and change nothing when they come back, with ids and without', async () => {
  await shop.addProduct({ name: 'Only one', sku: 'EX-0', brand: 'Bosch' })
  const { bosch, mann } = await addThree('EX-1')
  for (const product of [bosch, mann]) {
    await shop.call('PUT', `/tools/${product._id}`, {
      token: shop.admin.token,
      body: { partNumbers: [{ kind: 'oem', number: 'OE-EX' }] },
    })
  }
  for (const name of ['products', 'stock', 'prices', 'part-numbers'] as const) {
    const kind = name === 'stock' ? 'stock' : 'products'
    const response = await fetch(`${shop.url}/exports/${name}?format=csv`, {
      headers: { authorization: `Bearer ${shop.admin.token}` },
    })
    const csv = await response.text()
    const counts = (await checkTable(shop, kind, csv)).counts
    assert.deepEqual(Object.keys(counts), ['same'], `${kind}: ${JSON.stringify(counts)}`)
    const { _id, columns } = await checkTable(shop, kind, csv)
    const without = await checkTable(shop, kind, csv, {
      columns: columns.map(({ field }) => (field === 'id' ? null : (field ?? null))),
    })
    assert.ok(_id)
    // Only the products without a brand whose number brands have cannot be named without the id.
    const rows = (await listRows(shop, without._id)).filter(({ outcome }) => outcome !== 'same')
    assert.ok(
      rows.every(({ errors }) => errors[0]?.code === 'brand-needed'),
      `${kind}: ${JSON.stringify(rows)}`,
    )
  }
})
