import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkTable, finished, listRows, moveImport, readImport, uploadTable } from '#server/testing/import-table.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'

const shop = provideTestShop()

/** Uploads a file and maps it as the shop guesses, with more choices. */
async function map(rows: string, more: object = {}, kind: 'products' | 'stock' = 'products') {
  const { body } = await uploadTable(shop, kind, rows)
  const { _id } = body.import
  const { columns } = await readImport(shop, _id)
  const { status, body: answer } = await shop.call('PUT', `/imports/${_id}/mapping`, {
    token: shop.admin.token,
    body: { columns: columns.map(({ field }) => field ?? null), ...more },
  })
  return { id: _id, columns, status, code: answer.code, message: answer.message }
}

/** Each test has headers of its own: what is chosen is remembered for the same ones. */
const valuesOf = async (id: string, field: string) =>
  (await listRows(shop, id)).map(({ changes }) => changes.find((change) => change.field === field)?.after)

test('the decimals of a column are decided from all its values, whatever the language of the page is', async () => {
  const file = 'SKU;Name;Price;Weight\nA-1;One;5,86;5,916\nA-2;Two;91,20;0,845\nA-3;Three;1.234,5;2\n'
  const { id, columns, status } = await map(file)
  assert.equal(status, 200)
  assert.deepEqual(
    columns.map(({ numbers, decimals }) => [numbers, decimals]),
    [
      [undefined, undefined],
      [undefined, undefined],
      [{ comma: 3, point: 0, open: 0 }, 'comma'],
      [{ comma: 1, point: 0, open: 1 }, 'comma'],
    ],
  )
  await finished(shop, id)
  assert.deepEqual(await valuesOf(id, 'weight'), ['5.916 kg', '0.845 kg', '2 kg'])
  assert.deepEqual(await valuesOf(id, 'price'), ['5.86', '91.20', '1234.50'])
})

test('a column that proves nothing follows the others of the file, or what is chosen for it', async () => {
  const file = 'SKU;Item;Price;Weight\nB-1;One;1.234;5,86\n'
  const followed = await map(file)
  await finished(shop, followed.id)
  assert.deepEqual(await valuesOf(followed.id, 'price'), ['1234.00'])
  const other = file.replace('Weight', 'Gewicht')
  const said = await map(other, { decimals: [null, null, 'comma', null] })
  await finished(shop, said.id)
  assert.deepEqual(await valuesOf(said.id, 'price'), ['1234.00'])
})

test('weights that can be read both ways are asked about, whatever the other columns prove; the answer holds for that column', async () => {
  const file = 'SKU;Item;Price;Weight;Length\nL-1;One;5,86;5,916;2,500\nL-2;Two;5,86;1,234;1,200\n'
  const asked = await map(file)
  assert.deepEqual([asked.status, asked.code], [409, 'import-numbers-unclear'])
  assert.match(asked.message ?? '', /Weight.*Length/)
  assert.equal((await map(file, { decimals: [null, null, null, 'comma', null] })).code, 'import-numbers-unclear')
  const said = await map(file, { decimals: [null, null, null, 'comma', 'point'] })
  await finished(shop, said.id)
  assert.deepEqual(await valuesOf(said.id, 'weight'), ['5.916 kg', '1.234 kg'])
  assert.deepEqual(await valuesOf(said.id, 'length'), ['2500 mm', '1200 mm'])
})

test('what nothing proves is a question, and its answer is remembered for the same columns once it is applied', async () => {
  const file = 'SKU,Name,Price,Mass\nC-1,One,5,"5,916"\n'
  const asked = await map(file)
  assert.deepEqual([asked.status, asked.code], [409, 'import-numbers-unclear'])
  assert.match(asked.message ?? '', /Mass/)
  assert.equal((await readImport(shop, asked.id)).state, 'uploaded', 'nothing was compared')
  const answered = await map(file, { decimals: [null, null, null, 'comma'] })
  assert.equal(answered.status, 200)
  await finished(shop, answered.id)
  const next = file.replace('C-1', 'C-2')
  assert.equal((await map(next)).code, 'import-numbers-unclear', 'an answer that was not applied is none')
  await moveImport(shop, answered.id, 'apply')
  const again = await map(next)
  assert.deepEqual([again.status, again.columns[3]?.decimals], [200, 'comma'])
  assert.deepEqual(again.columns[3]?.remembered, ['decimals'])
  await finished(shop, again.id)
  assert.deepEqual(await valuesOf(again.id, 'weight'), ['5.916 kg'])
  const contradicted = await map(next.replace('5,916', '0.845'))
  assert.deepEqual([contradicted.code, contradicted.columns[3]?.decimals], ['import-numbers-unclear', undefined])
  const other = await map(next.replace(',5,', ',5.86,'))
  assert.equal(other.code, 'import-numbers-unclear', 'the other columns have another sign than then')
  await moveImport(shop, answered.id, 'undo')
  assert.equal((await map(next)).code, 'import-numbers-unclear', 'an answer that was taken back is none')
})

test('what the shop concluded from one file is no answer for the next', async () => {
  const columns: [string, string, string, string][] = [
    [
      'Artikelnummer;Name;Preis;Gewicht kg',
      'J-1;One;5;0,845\nJ-2;Two;5;5,916',
      'J-1;One;5;1.845\nJ-2;Two;5;5.916',
      'Gewicht kg',
    ],
    ['Part number;Name;Price', 'J-3;One;12,50', 'J-4;Two;1.234\nJ-5;Three;2.500', 'Price'],
  ]
  for (const [header, proved, open, column] of columns) {
    const first = await map(`${header}\n${proved}\n`)
    await finished(shop, first.id)
    // As the page does, which sends what it shows.
    const { columns: shown } = await readImport(shop, first.id)
    const body = {
      columns: shown.map(({ field }) => field ?? null),
      decimals: shown.map(({ decimals }) => decimals ?? null),
    }
    const compared = await shop.call('PUT', `/imports/${first.id}/mapping`, { token: shop.admin.token, body })
    assert.equal(compared.status, 200)
    await finished(shop, first.id)
    await moveImport(shop, first.id, 'apply')
    const next = await map(`${header}\n${open}\n`)
    assert.deepEqual([next.status, next.code], [409, 'import-numbers-unclear'], header)
    assert.match(next.message ?? '', new RegExp(column))
    assert.deepEqual(
      next.columns.map(({ decimals, remembered }) => decimals ?? remembered),
      next.columns.map(() => undefined),
    )
  }
})

test('a column that a person left out stays out, and what the shop guessed is guessed again', async () => {
  const file = 'SKU,Name,Price,Height,Id\nK-1,One,5,2 mm,77\n'
  const guessed = await map(file)
  assert.equal(guessed.columns[4]?.field, undefined, 'ids of another shop')
  const chosen = { columns: ['partNumber', 'name', 'price', null, null] }
  const { id } = await map(file, chosen)
  await finished(shop, id)
  await moveImport(shop, id, 'apply')
  const again = await map(file.replace('K-1', 'K-2'))
  assert.deepEqual(
    again.columns.map(({ field, remembered }) => [field, remembered]),
    [
      ['partNumber', undefined],
      ['name', undefined],
      ['price', undefined],
      [undefined, ['field']],
      [undefined, undefined],
    ],
  )
  const own = await map(file.replace('77', crypto.randomUUID()), { ...chosen })
  assert.equal(own.columns[4]?.field, 'id', 'ids of this shop')
})

test('a column that contradicts itself, or a choice, is refused by name with the rows', async () => {
  const file = 'SKU;Title;Price;Weight\nD-1;One;5,86;1,5\nD-2;Two;5,86;1.5\n'
  const { code, message } = await map(file)
  assert.equal(code, 'import-numbers-mixed')
  assert.match(message ?? '', /“Weight”.*lines 2\).*lines 3\)/)
  const chosen = await map(file.replace('1.5', '2,5'), { decimals: [null, null, null, 'point'] })
  assert.equal(chosen.code, 'import-numbers-mixed')
  const { id } = await map(file)
  const body = { columns: ['partNumber', 'name', 'price', null] }
  assert.equal((await shop.call('PUT', `/imports/${id}/mapping`, { token: shop.admin.token, body })).status, 200)
})

test('quantities are asked about, too: 1.500 pieces are 1500 or none', async () => {
  await shop.addProduct({ name: 'Counted', sku: 'E-1' })
  const file = 'SKU;Stock\nE-1;1.500\n'
  assert.equal((await map(file, {}, 'stock')).code, 'import-numbers-unclear')
  const { id } = await map(file, { decimals: [null, 'comma'] }, 'stock')
  await finished(shop, id)
  assert.deepEqual(await valuesOf(id, 'stock'), ['1500'])
})

test('the unit of bare numbers is chosen beside the column, and remembered', async () => {
  const file = 'SKU,Name,Price,Gewicht\nF-1,One,5.00,520\nF-2,Two,5.00,2 kg\n'
  const { fields } = await checkTable(shop, 'products', file)
  assert.deepEqual(
    fields.flatMap(({ code, unit, dimension }) => (code === 'weight' ? [unit, dimension] : [])),
    ['kg', 'mass'],
  )
  const { id } = await map(file, { units: [null, null, null, 'g'] })
  await finished(shop, id)
  assert.deepEqual(await valuesOf(id, 'weight'), ['520 g', '2 kg'])
  await moveImport(shop, id, 'apply')
  const again = await map(file)
  assert.deepEqual([again.columns[3]?.unit, again.columns[3]?.remembered], ['g', ['unit']])
  assert.equal((await map(file, { units: [null, null, null, 'mm'] })).code, 'import-unit-unknown')
})

test('a column of units beside a measure is read row by row; an unknown unit refuses its row', async () => {
  const headers: [weight: string, unit: string][] = [
    ['Weight', 'Weight unit'],
    ['Gewicht', 'Gewichtseinheit'],
    ['Weight (g)', 'Weight_Unit'],
  ]
  for (const [index, [weight, unit]] of headers.entries()) {
    const sku = (row: number) => `UNIT-${index}-${row}`
    const { id, status } = await map(
      `SKU;Name;Price;${weight};${unit}\n${sku(1)};One;5;500;g\n${sku(2)};Two;5;0,5;KG\n${sku(3)};Three;5;2;\n${sku(4)};Four;5;3;stone\n${sku(5)};Five;5;3 lb;g\n`,
    )
    assert.equal(status, 200)
    const { import: compared, rows } = await finished(shop, id).then(async (details) => ({
      import: details,
      rows: await listRows(shop, id),
    }))
    const bare = weight.includes('(g)') ? '2 g' : '2 kg'
    assert.deepEqual(await valuesOf(id, 'weight'), ['500 g', '0.5 kg', bare, undefined, '3 lb'])
    assert.equal(rows[3]?.outcome, 'error')
    assert.match(JSON.stringify(rows[3]?.errors), /stone/)
    assert.match(
      JSON.stringify(compared),
      new RegExp(`The unit of “${weight.replace(/[()]/g, '.')}” is read from the column “${unit}”, row by row`),
    )
  }
})

test('an amount in another currency is never read as that of the store: of a column, of a row, of a cell', async () => {
  const own = await map('SKU;Name;Price (USD);Stock\nM-1;One;12.50;3\n')
  assert.deepEqual([own.status, own.columns[2]?.field], [200, 'price'])
  const file = 'SKU;Name;Price EUR;Stock\nM-2;One;12.50;3\n'
  const other = await map(file)
  assert.equal(other.columns[2]?.field, undefined)
  assert.match(
    JSON.stringify((await readImport(shop, other.id)).warnings),
    /another currency than this shop, which has USD: Price EUR/,
  )
  const chosen = await map(file, { columns: ['partNumber', 'name', 'price', null] })
  assert.equal(
    chosen.message,
    'The column “Price EUR” is in EUR, and the amounts of this shop are in USD. Convert them in the file, or leave the column out.',
  )
  const rows = 'M-3;One;12.50;USD\nM-4;Two;12.50;EUR\nM-5;Three;12.50;\nM-6;Four;€ 12.50;usd\nM-7;Five;12.50;Dublonen'
  const { id } = await map(`SKU;Name;Price;Currency\n${rows}\n`)
  await finished(shop, id)
  assert.deepEqual(
    (await listRows(shop, id)).map(({ errors }) => errors[0]?.code),
    [undefined, 'other-currency', undefined, 'other-currency', 'not-a-number'],
  )
})

test('a comparison counts the rows that it changes by field', async () => {
  await shop.addProduct({ name: 'Changed', sku: 'G-1', price: 5, weight: '2 kg' })
  await shop.addProduct({ name: 'Heavier', sku: 'G-2', price: 5, weight: '2 kg' })
  const { changedFields } = await checkTable(shop, 'products', [
    ['SKU', 'Product', 'Price', 'Weight'],
    ['G-1', 'Changed', '6.00', '2.5 kg'],
    ['G-2', 'Heavier', '5.00', '3 kg'],
    ['G-3', 'New', '5.00', '3 kg'],
  ])
  assert.deepEqual(changedFields, [
    { field: 'weight', count: 2 },
    { field: 'price', count: 1 },
  ])
})

test('an EAN with a wrong check digit goes in with a warning, and other barcodes without one', async () => {
  const { id } = await map(
    'Part number,Product name,Price,EAN\nEAN-1,One,5.50,4006381333930\nEAN-2,Two,5.50,4006381333931 | 12345',
  )
  const found = await finished(shop, id)
  assert.deepEqual(found.counts, { new: 2 })
  assert.deepEqual(
    found.warnings.map(({ code, rows }) => [code, rows]),
    [['check-digits-wrong', 1]],
  )
  const rows = await listRows(shop, id)
  assert.deepEqual(
    rows.map(({ warnings }) => warnings.map(({ message }) => message)),
    [['4006381333930 is no valid EAN: its last digit does not fit the others. It goes in as it is.'], []],
  )
})
