import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { checkTable, finished, listRows, readImport, uploadTable } from '#server/testing/import-table.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'

let shop: TestShop
before(async () => {
  shop = await openTestShop()
})
after(() => shop[Symbol.asyncDispose]())

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

test('a column that proves nothing follows the others of the file, and a language that contradicts them is no answer', async () => {
  const file = 'SKU;Item;Price;Weight\nB-1;One;5,86;5,916\n'
  const followed = await map(file)
  await finished(shop, followed.id)
  assert.deepEqual(await valuesOf(followed.id, 'weight'), ['5.916 kg'])
  const other = file.replace('Weight', 'Gewicht')
  assert.deepEqual((await map(other, { language: 'en' })).code, 'import-numbers-unclear')
  const said = await map(other, { language: 'en', decimals: [null, null, null, 'comma'] })
  await finished(shop, said.id)
  assert.deepEqual(await valuesOf(said.id, 'weight'), ['5.916 kg'])
})

test('what nothing proves is a question, and its answer is remembered for the same columns', async () => {
  const file = 'SKU,Name,Price,Mass\nC-1,One,5,"5,916"\n'
  const asked = await map(file)
  assert.deepEqual([asked.status, asked.code], [409, 'import-numbers-unclear'])
  assert.match(asked.message ?? '', /Mass/)
  assert.equal((await readImport(shop, asked.id)).state, 'uploaded', 'nothing was compared')
  assert.equal((await map(file, { decimals: [null, null, null, 'comma'] })).status, 200)
  const again = await map(file.replace('C-1', 'C-2'))
  assert.deepEqual([again.status, again.columns[3]?.decimals], [200, 'comma'])
  await finished(shop, again.id)
  assert.deepEqual(await valuesOf(again.id, 'weight'), ['5.916 kg'])
  // A program that writes prices otherwise than a week ago writes weights otherwise, too.
  await map('SKU,Name,Price,Width\nC-3,One,"5,86","5,916"\n')
  const changed = await map('SKU,Name,Price,Width\nC-4,One,5.86,"5,916"\n')
  await finished(shop, changed.id)
  assert.deepEqual(await valuesOf(changed.id, 'width'), ['5916 mm'])
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
  const again = await map(file)
  assert.equal(again.columns[3]?.unit, 'g')
  assert.equal((await map(file, { units: [null, null, null, 'mm'] })).code, 'import-unit-unknown')
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
