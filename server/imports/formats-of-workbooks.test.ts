import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { ImportKindName } from '#contract/imports.ts'
import { checkTable, listRows } from '#server/testing/import-table.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'
import { stylesOf, workbook } from '#server/testing/workbook.ts'

let shop: TestShop
before(async () => void (shop = await openTestShop()))
after(() => shop[Symbol.asyncDispose]())

/** A number with its format, or a text. */
type Cell = string | readonly [value: number, format: string]

/** Packs rows, the first of which has the headers. */
function pack(rows: readonly (readonly Cell[])[]): Blob {
  const formats = [...new Set(rows.flat().flatMap((cell) => (typeof cell === 'string' ? [] : [cell[1]])))]
  const cellOf = (cell: Cell) =>
    typeof cell === 'string'
      ? `<c t="${cell.startsWith('#') ? 'e' : 'str'}"><v>${cell}</v></c>`
      : `<c s="${formats.indexOf(cell[1])}"><v>${cell[0]}</v></c>`
  const sheet = rows.map((row) => `<row>${row.map(cellOf).join('')}</row>`).join('')
  return new Blob([new Uint8Array(workbook({ sheet, styles: stylesOf(formats) }))])
}

/** Compares a workbook of one row each, and returns what becomes of a field, or why the row is refused. */
async function compare(field: string, rows: readonly (readonly Cell[])[], kind: ImportKindName = 'products') {
  const { _id } = await checkTable(shop, kind, pack(rows))
  return (await listRows(shop, _id)).map(
    ({ changes, errors: [error] }) => error?.message ?? changes.find((change) => change.field === field)?.after,
  )
}

test('a weight is in the unit that its format shows, and keeps its decimals', async () => {
  const head = ['SKU', 'Name', 'Price', 'Weight']
  const row = (index: number, weight: Cell) => [`W-${index}`, `Weight ${index}`, '1', weight]
  const weights: Cell[] = [[500, '0 "g"'], [500, '0" g"'], [1.125, '0.0'], [1.125, '0.0 "kg"'], [2, '0'], '1,5 kg']
  assert.deepEqual(await compare('weight', [head, ...weights.map((weight, index) => row(index, weight))]), [
    '500 g',
    '500 g',
    '1.125 kg',
    '1.1250 kg',
    '2 kg',
    '1.5 kg',
  ])
})

test('a price in the currency of its format is one in the currency of the shop, or refused', async () => {
  const prices: Cell[] = [
    [1234.56, '#,##0.00 [$€-407]'],
    [1234.56, '#,##0.00 "€"'],
    [1234.56, '[$£-809]#,##0.00'],
    [1234.56, '"CHF" 0.00'],
    [1234.56, '"CHF"0.00'],
    [1234.56, '$#,##0.00'],
    [1234.56, '[$$-409]#,##0.00'],
    [1234.56, '[$USD] 0'],
    [1234.56, '_($* #,##0.00_);_($* (#,##0.00);_($* "-"??_);_(@_)'],
    [1234.56, '#,##0.00'],
  ]
  const rows = prices.map((price, index) => [`P-${index}`, `Price ${index}`, price])
  const other = (text: string) =>
    `“${text}” is in another currency. The amounts of this shop are in USD. Until its first order, another one can be chosen under Store.`
  assert.deepEqual(await compare('price', [['SKU', 'Name', 'Price'], ...rows]), [
    ...['1234.56 €', '1234.56 €', '£1234.56', 'CHF 1234.56', 'CHF1234.56'].map(other),
    ...Array.from({ length: 5 }, () => '1234.56'),
  ])
})

test('a shop in euros takes prices with its sign, and refuses those in dollars', async () => {
  await using euros = await openTestShop()
  const { status } = await euros.call('PUT', '/store', { token: euros.admin.token, body: { currency: 'EUR' } })
  assert.equal(status, 200)
  const { _id } = await checkTable(
    euros,
    'products',
    pack([
      ['SKU', 'Name', 'Price'],
      ['E-1', 'One', [9.5, '#,##0.00 "€"']],
      ['E-2', 'Two', [9.5, '[$€-407] 0.00']],
      ['E-3', 'Three', [9.5, '[$$-409]0.00']],
    ]),
  )
  assert.deepEqual(
    (await listRows(euros, _id)).map(
      ({ changes, errors: [error] }) => error?.code ?? changes.find(({ field }) => field === 'price')?.after,
    ),
    ['9.50', '9.50', 'other-currency'],
  )
})

test('a part number has the zeros and the letters that its format shows', async () => {
  const numbers: Cell[] = [
    [771, '"ART-"0000'],
    [771, '0000"-DE"'],
    [771, '"A"00000'],
  ]
  const rows = numbers.map((sku, index) => [sku, `Number ${index}`, '1'])
  assert.deepEqual(await compare('partNumber', [['SKU', 'Name', 'Price'], ...rows]), ['ART-0771', '0771-DE', 'A00771'])
})

test('a part number that a program has made a date or an error of is refused, in every column of them', async () => {
  const product = await shop.addProduct({ name: 'Lost', sku: 'LOST-1' })
  const dates: Cell[] = [
    [42064, 'dd.mm.yyyy'],
    [42064, 'mmm yy'],
    [42064.5, 'yyyy-mm-dd hh:mm'],
  ]
  const errors = ['#REF!', '#N/A', '#NAME?', '#DIV/0!']
  const asked = [...dates, ...errors, '#2 REF'].map((sku, index) => [sku, `Lost ${index}`, '1'])
  const [day, ...more] = await compare('partNumber', [['SKU', 'Name', 'Price'], ...asked])
  assert.equal(
    day,
    '“2015-03-01” is a date: a spreadsheet program has made it of the number. Format the column as text there, and enter the number again.',
  )
  assert.match(more[1] ?? '', /^“2015-03-01 12:00:00” is a date/)
  for (const [index, text] of errors.entries())
    assert.equal(
      more[index + 2],
      `“${text}” is not a number: a formula of a spreadsheet program has failed. Mend it there, or enter the number.`,
    )
  assert.equal(more.at(-1), '#2 REF')
  const codes = async (kind: ImportKindName, rows: readonly (readonly Cell[])[]) =>
    (await listRows(shop, (await checkTable(shop, kind, pack(rows)))._id)).map(({ errors: all }) => all[0]?.code)
  for (const [kind, head] of [
    ['stock', ['SKU', 'Stock']],
    ['products', ['SKU', 'Price']],
  ] as const)
    assert.deepEqual(await codes(kind, [head, [dates[0] ?? '', '5'], ['#NV', '5']]), ['date-number', 'formula-error'])
  const others = [
    ['SKU', 'Other number'],
    ['LOST-1', dates[1] ?? ''],
  ]
  assert.deepEqual(await codes('products', others), ['date-number'])
  // As a text of a CSV file, it may be a number of a maker.
  const csv = await checkTable(shop, 'products', 'SKU,Other number\nLOST-1,2015-03-01\nLOST-1,Mar-15\n')
  assert.deepEqual([csv.counts, product.sku], [{ changed: 2 }, 'LOST-1'])
})
