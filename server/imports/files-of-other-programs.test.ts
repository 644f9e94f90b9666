import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EditedTool } from '#contract/catalog.ts'
import type { DecimalSign } from '#contract/units.ts'
import { checkTable, listRows, moveImport, readImport, uploadTable } from '#server/testing/import-table.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'

const shop = provideTestShop()

/** Compares a file, and returns of each row what it would change and why it is refused. */
async function compare(...given: Parameters<typeof checkTable> extends [unknown, ...infer Rest] ? Rest : never) {
  const { _id } = await checkTable(shop, ...given)
  return (await listRows(shop, _id)).map(({ changes, errors }) => ({
    ...Object.fromEntries(changes.map(({ field, after: text }) => [field, text])),
    ...(errors.length > 0 && { errors: errors.map(({ code }) => code) }),
  }))
}

test('an apostrophe that keeps the zeros of a number comes off, and stays in texts', async () => {
  await shop.addProduct({ name: 'With an apostrophe', sku: "'00777" })
  assert.deepEqual(
    await compare('products', [
      ['SKU', 'Name', 'Price', 'Weight (g)', 'Barcode'],
      ["'00123", "'98 Mirror", "'12.50", "'520", "'4006381333931"],
      ["''00777", 'With an apostrophe', '', '', ''],
    ]),
    [
      { partNumber: '00123', name: "'98 Mirror", price: '12.50', weight: '520 g', 'numbers:barcode': '4006381333931' },
      {},
    ],
  )
})

test('a number that the shop does not have is said to be unknown in a file of prices only', async () => {
  assert.deepEqual(
    await compare('products', [
      ['SKU', 'Price', 'Price from 10'],
      ['ERP-00006', '5.00', '4.50'],
    ]),
    [{ errors: ['unknown'] }],
  )
})

test('a measure has the unit of its cell, else of its header, else of the store; 0 is none', async () => {
  const rows = async (header: string, cells: readonly string[], openDecimals: DecimalSign = 'point') => {
    const found = await compare(
      'products',
      [
        ['SKU', 'Name', 'Price', header],
        ...cells.map((cell, index) => [`U-${header}-${index}`, `${header} ${index}`, '1', cell]),
      ],
      { openDecimals },
    )
    return found.map((row) => ('errors' in row ? row.errors : ((row as Record<string, string>)['weight'] ?? 'none')))
  }
  assert.deepEqual(await rows('Variant Grams', ['520', '0', '0.0', '1.2 kg']), ['520 g', 'none', 'none', '1.2 kg'])
  assert.deepEqual(await rows('Weight (lbs)', ['9.5', '']), ['9.5 lb', 'none'])
  assert.deepEqual(await rows('Gewicht kg', ['0,845', '0,000']), ['0.845 kg', 'none'])
  for (const [header, unit] of [
    ['Gewicht in Gramm', 'g'],
    ['Gewicht in g', 'g'],
    ['Gewicht/Pfund', 'lb'],
    ['Weight [lb]', 'lb'],
    ['Weight per piece (g)', 'g'],
    ['Stückgewicht [kg]', 'kg'],
  ] as const)
    assert.deepEqual(await rows(header, ['7']), [`7 ${unit}`], header)
  assert.deepEqual(await rows('Weight', ['8.8', 'heavy']), ['8.8 kg', ['not-a-measure']])
})

test('a pack size without a minimum brings the next multiple as the minimum', async () => {
  await shop.addProduct({ name: 'Pack', sku: 'VE-1', minQuantity: 1 })
  await shop.addProduct({ name: 'Fitting pack', sku: 'VE-2', minQuantity: 24 })
  assert.deepEqual(
    await compare('products', [
      ['SKU', 'Name', 'VK-Preis netto', 'VPE'],
      ['VE-1', 'Pack', '', '12'],
      ['VE-2', 'Fitting pack', '', '12'],
      ['VE-3', 'New pack', '4.90', '10'],
    ]),
    [
      { multiple: '12', minimum: '12' },
      { multiple: '12' },
      { partNumber: 'VE-3', name: 'New pack', price: '4.90', multiple: '10', minimum: '10' },
    ],
  )
  const [given] = await compare('products', [
    ['SKU', 'Pack size', 'Minimum'],
    ['VE-1', '12', '6'],
  ])
  assert.deepEqual(given, { errors: ['quantities-do-not-fit'] })
})

test('a column of discounts that is chosen as a change in percent warns of the rows that it raises', async () => {
  await shop.addProduct({ name: 'Discounted', sku: 'DSC-1', price: 100 })
  for (const header of ['Discount', 'Rabatt %', 'Remise']) {
    const file = [
      ['Part number', 'Ab Menge', header],
      ['DSC-1', '10', '15'],
      ['DSC-1', '20', '-15'],
    ]
    const { warnings } = await checkTable(shop, 'products', file, { columns: ['partNumber', 'from', 'percent'] })
    assert.deepEqual(warnings, [
      {
        code: 'discount-raises',
        message:
          'Rows in which the column of discounts raises the price, since only a number with a minus takes off: 1. Lines: 2.',
        rows: 1,
      },
    ])
  }
})

test('percentages and price breaks that are above the price of the product are told', async () => {
  await shop.addProduct({ name: 'Raised', sku: 'RSD-1', price: 5 })
  const warned = async (file: string[][]) =>
    (await checkTable(shop, 'products', file)).warnings.map(({ code, rows }) => [code, rows])
  for (const header of ['Percent', 'Change in percent (-15 takes off)'])
    assert.deepEqual(
      await warned([
        ['Part number', 'From quantity', header],
        ['RSD-1', '10', '85%'],
        ['RSD-1', '20', '-15%'],
      ]),
      [['percent-raises', 1]],
      header,
    )
  const breaks = [
    ['Part number', 'From quantity', 'Price'],
    ['RSD-1', '10', '7.00'],
    ['RSD-1', '20', '5.00'],
  ]
  assert.deepEqual(await warned(breaks), [['above-own-price', 1]])
})

test('the ids of another shop are no ids of this one, and a column of discounts is no change in percent', async () => {
  const product = await shop.addProduct({ name: 'Disc', sku: 'ID-1' })
  const guess = async (kind: 'products', rows: string[][]) => {
    const { body } = await uploadTable(shop, kind, rows)
    return (await readImport(shop, body.import._id)).columns.map(({ field }) => field)
  }
  assert.deepEqual(
    await guess('products', [
      ['ID', 'SKU', 'Name'],
      ['46', 'ID-1', 'Disc'],
    ]),
    [undefined, 'partNumber', 'name'],
  )
  assert.deepEqual(
    await guess('products', [
      ['ID', 'SKU', 'Name'],
      [product._id.toUpperCase(), 'ID-1', 'Disc'],
    ]),
    ['id', 'partNumber', 'name'],
  )
  for (const header of ['Discount', 'Rabatt'])
    assert.deepEqual(
      await guess('products', [
        ['Part number', 'From quantity', header],
        ['ID-1', '10', '15'],
      ]),
      ['partNumber', 'from', undefined],
    )
})

test('EANs and OE numbers are columns of products: a cell adds several, keeps what is there, and undo takes them away', async () => {
  const product = await shop.addProduct({
    name: 'Numbered',
    sku: 'NUM-1',
    partNumbers: [{ kind: 'oem', maker: 'Mercedes-Benz', number: 'A906 100 003' }],
  })
  const numbers = async () =>
    (await shop.call<EditedTool>('GET', `/all-tools/${product._id}`, { token: shop.admin.token })).body.partNumbers
  const before = await numbers()
  const checked = await checkTable(shop, 'products', [
    ['SKU', 'Name', 'Price', 'EAN13', 'OEM'],
    ['NUM-1', '', '', '4006381333931', 'A906100003 | 2E0200003, 2E0 200 004'],
    ['NUM-2', 'Lost', '5', '4,00638E+12', ''],
  ])
  const [row, lost] = await listRows(shop, checked._id)
  assert.deepEqual(Object.fromEntries(row?.changes.map(({ field, after: text }) => [field, text]) ?? []), {
    'numbers:barcode': '4006381333931',
    'numbers:oem': 'Mercedes-Benz: A906 100 003 | 2E0200003 | 2E0 200 004',
  })
  assert.deepEqual(
    lost?.errors.map(({ code }) => code),
    ['shortened-number'],
  )
  await moveImport(shop, checked._id, 'apply')
  assert.deepEqual(await numbers(), [
    ...(before ?? []),
    { kind: 'barcode', number: '4006381333931' },
    { kind: 'oem', number: '2E0200003' },
    { kind: 'oem', number: '2E0 200 004' },
  ])
  await moveImport(shop, checked._id, 'undo')
  assert.deepEqual(await numbers(), before)
})
