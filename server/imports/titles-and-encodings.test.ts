import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import type { ProblemBody } from '#contract/problem.ts'
import { writeTable, type WrittenCell } from '#server/imports/files/write-table.ts'
import { checkTable, listRows, readImport, uploadTable } from '#server/testing/import-table.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'

let shop: TestShop
before(async () => {
  shop = await openTestShop()
})
after(() => shop[Symbol.asyncDispose]())

/** Uploads a file and returns what is known before it is compared. */
async function upload(file: string | Blob) {
  const { body } = await uploadTable(shop, 'products', file)
  const { columns, rows, state } = await readImport(shop, body.import._id)
  const { warnings } = body.import
  return { fields: columns.map(({ field }) => field), rows, state, warnings }
}

test('title lines above a header are left out, and said', async () => {
  const table = 'SKU;Name;Price;Stock\nT-1;One;4,90;10\nT-2;Two;5,10;12\n'
  const titles = [
    'Price list 2026, ACME Ltd.',
    '\nPrice list;;;\nValid from 1.1.2026\n',
    'List, of, parts;\n;;as of 28.11.;',
  ]
  for (const title of titles) {
    const { fields, rows, warnings } = await upload(`${title}\n${table}`)
    assert.deepEqual([fields, rows], [['partNumber', 'name', 'price', 'stock'], 2], title)
    assert.deepEqual(
      warnings.map(({ code }) => code),
      ['title-lines'],
    )
  }
  const { _id, warnings } = await checkTable(shop, 'products', `Parts\n\n${table}`)
  assert.equal(
    warnings[0]?.message,
    'The names of the columns are taken from line 3. Title lines left out above it: 1.',
  )
  assert.deepEqual(
    (await listRows(shop, _id)).map(({ line }) => line),
    [4, 5],
  )
  const rows: WrittenCell[][] = [
    ['ACME'],
    ['Prices', null, 2026],
    ['SKU', 'Name', 'Price', 'Stock', 'Weight'],
    ['T-3', 'Three', 5.5, 1, 2],
  ]
  const pieces: Uint8Array[] = []
  for await (const piece of writeTable('xlsx', Readable.from(rows))) pieces.push(piece)
  assert.deepEqual((await upload(new Blob(pieces))).fields, ['partNumber', 'name', 'price', 'stock', 'weight'])
})

test('a title line with as many cells as the header is not taken for it, and neither are its own names', async () => {
  const { fields, rows, warnings } = await upload(
    'Price list;ACME Ltd;Spring;2026\nName of firm;Phone;Mail;Price\nSKU;Name;Price;Stock\nT-8;One;4,90;10\nT-9;Two;5,10;12\n',
  )
  assert.deepEqual([fields, rows], [['partNumber', 'name', 'price', 'stock'], 2])
  assert.equal(
    warnings[0]?.message,
    'The names of the columns are taken from line 3. Title lines left out above it: 2.',
  )
})

test('refusals name columns as the screen does', async () => {
  const { body } = await uploadTable(shop, 'products', 'Lager;Preis\n1;2\n')
  const check = (columns: (string | null)[]) =>
    shop.call<ProblemBody>('PUT', `/imports/${body.import._id}/mapping`, {
      token: shop.admin.token,
      body: { columns },
    })
  assert.equal(
    (await check(['price', 'price'])).body.message,
    'Two columns are for the field “Price”. Choose one of them.',
  )
  assert.match((await check([null, 'price'])).body.message, /Part number/)
})

test('a first row that is the header stays it', async () => {
  for (const file of [
    'SKU\nA-1\nA-2\n',
    'SKU;Name;;;\nA-1;One;1;2;3\nA-2;Two;1;2;3\n',
    'SKU,Name,OE numbers\nA-1,One,"A;B;C"\nA-2,Two,"A;B;C"\n',
    'SKU,Name\nA-1,"One, large"\n',
  ]) {
    const { fields, warnings } = await upload(file)
    assert.deepEqual([fields[0], warnings], ['partNumber', []], file)
  }
})

test('a file in another encoding is warned of before it is compared', async () => {
  const bytes = Buffer.concat([
    Buffer.from('SKU;Name;Price\nB-1;Bremsbel'),
    Buffer.from([0x8a]),
    Buffer.from('ge;5,90\n'),
  ])
  const { state, warnings } = await upload(new Blob([bytes]))
  assert.equal(state, 'uploaded')
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['encoding-suspected'],
  )
  assert.match(warnings[0]?.message ?? '', /“BremsbelŠge”.*Mac Roman.*Save it as UTF-8/)
})
