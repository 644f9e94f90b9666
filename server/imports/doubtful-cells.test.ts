import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkTable, importTable, listRows } from '#server/testing/import-table.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'

const shop = provideTestShop()

const rowsOf = async (file: string) => listRows(shop, (await checkTable(shop, 'products', file))._id)

test('a new number that a spreadsheet program may have made a date of is asked about; one that the shop has is that product', async () => {
  await shop.addProduct({ sku: 'MAR-15', name: 'Real March' })
  const dates = ['Mar-15', '15. Mrz', '3-Jan', '01.03.2015', 'Sept 7']
  const numbers = ['MAR15X', 'M12.5.30', 'DEC-ABS', '15.03.20156', 'MAY']
  const rows = await rowsOf(`SKU;Name;Price\n${[...dates, ...numbers].map((number) => `${number};Part;5\n`).join('')}`)
  assert.deepEqual(
    rows.map(({ outcome }) => outcome),
    // The first one is the product that the shop has.
    ['changed', 'error', 'error', 'error', 'error', 'new', 'new', 'new', 'new', 'new'],
  )
  assert.match(JSON.stringify(rows[1]?.errors), /looks like a date/)
})

test('the near number of a question is the one that looks the same, not the first that differs by a dot', async () => {
  await shop.addProduct({ sku: 'Q20x1.50' })
  await shop.addProduct({ sku: 'Q20×150' })
  const [row] = await rowsOf('SKU;Name;Price\nQ20x150;Part;5\n')
  assert.equal(row?.outcome, 'error')
  assert.match(JSON.stringify(row?.errors), /Q20×150/)
})

test('a minimum or multiple of 0 is none, and said', async () => {
  const file =
    'SKU;Name;Price;Minimum quantity;Order multiple\nZERO-1;Part;5;0;0\nZERO-2;Part;5;4;0\nZERO-3;Part;5;;2\n'
  const { _id, warnings } = await checkTable(shop, 'products', file)
  const rows = await listRows(shop, _id)
  const ofField = (field: string) => rows.map(({ changes }) => changes.find((change) => change.field === field)?.after)
  assert.deepEqual(ofField('minimum'), [undefined, '4', '2'])
  assert.deepEqual(ofField('multiple'), [undefined, undefined, '2'])
  assert.deepEqual(
    warnings.map(({ message }) => message),
    ['Rows with a minimum or an order multiple of 0, which was left out: 2. Lines: 2, 3.'],
  )
})

test('brands and categories of files are names without HTML', async () => {
  const file = 'SKU;Name;Price;Brand;Category\nTAG-1;Part;5;"<b>Bosch</b>&nbsp;GmbH";"<p>Brakes</p> &gt; Discs"\n'
  const { _id } = await importTable(shop, 'products', file, { addsBrands: true, addsCategories: true })
  const [row] = await listRows(shop, _id)
  assert.doesNotMatch(JSON.stringify(row), /<b>|&nbsp;|<p>|&gt;/)
  const { body } = await shop.call<{ brand: string; category: string }[]>('GET', '/tools?q=TAG-1')
  assert.equal(body[0]?.brand, 'Bosch GmbH')
})

test('a row that is taken for a product with another spelling of its number names the number of the shop', async () => {
  await shop.addProduct({ sku: 'SPELL-123', name: 'Spelled', price: 5 })
  await shop.addProduct({ sku: 'SPELL-124', name: 'Alike', price: 5 })
  const file = 'SKU;Price\nspell 123;6\nSPELL124;5\nSPELL-124X;5\n'
  const { _id, warnings } = await checkTable(shop, 'products', file)
  const rows = await listRows(shop, _id)
  assert.deepEqual(
    rows.map((row) => [row.outcome, row.warnings.map(({ field, message }) => `${field}: ${message}`)]),
    [
      ['changed', ['partNumber: The shop spells this number SPELL-123: the row is taken for that product.']],
      ['same', ['partNumber: The shop spells this number SPELL-124: the row is taken for that product.']],
      ['error', []],
    ],
  )
  assert.deepEqual(
    warnings.map(({ code, rows: count }) => [code, count]),
    [['other-spelling', 2]],
  )
  const stock = await checkTable(shop, 'stock', 'SKU;Stock\nspell 123;6\n')
  assert.match(JSON.stringify(await listRows(shop, stock._id)), /SPELL-123/)
})
