import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import type { ProblemBody } from '#contract/problem.ts'
import { writeTable, type WrittenCell } from '#server/imports/files/write-table.ts'
import type { AskedReading } from '#contract/table-reading.ts'
import { eraseImports } from '#server/imports/erase-imports.ts'
import { newId } from '#server/platform/ids.ts'
import { createTableFiles } from '#server/imports/uploaded-files.ts'
import { checkTable, finished, listRows, moveImport, readImport, uploadTable } from '#server/testing/import-table.ts'
import { workbook } from '#server/testing/workbook.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'

const shop = provideTestShop()

/** Uploads a file and returns what is known before it is compared. */
async function upload(file: string | Blob) {
  const { body } = await uploadTable(shop, 'products', file)
  const { columns, rows, state } = await readImport(shop, body.import._id)
  const { warnings } = body.import
  return { fields: columns.map(({ field }) => field), rows, state, warnings }
}

test('a row that is cut off is named with its line, and rows that end with their last value are not', async () => {
  const rows = (from: number, rest: string) =>
    Array.from({ length: 12 }, (_, index) => `CUT-${from + index},Cut ${from + index},5${rest}`).join('\n')
  const warned = async (text: string) =>
    (await checkTable(shop, 'products', text)).warnings.map(({ message }) => message)
  const header = 'SKU,Name,Price,Weight,Barcode\n'
  assert.deepEqual(await warned(`${header}${rows(1, ',,')}\nCUT-20,Cut off,5\n`), [
    'Rows with fewer cells than the others, of which the rest is read as empty: 1. Please check whether they were cut off. Lines: 14.',
  ])
  assert.deepEqual(await warned(header + rows(30, '')), [])
  const many = Array.from({ length: 6 }, (_, index) => `CUT-${index + 50},Cut ${index + 50},5`)
  const [first] = await warned(
    [header + Array.from({ length: 5 }, (_, index) => rows(100 + index * 12, ',,')).join('\n'), ...many].join('\n'),
  )
  assert.match(first ?? '', / Lines: 62, 63, 64, 65, 66 …$/)
})

test('title lines above a header are left out, and said', async () => {
  const table = 'SKU;Name;Price;Stock\nT-1;One;4,90;10\nT-2;Two;5,10;12\n'
  const titles = [
    'Price list 2026, ACME Ltd.',
    '\nPrice list;;;\nValid from 1.1.2026\n',
    'List, of, parts;\n;;as of 28.11.;',
  ]
  for (const title of titles) {
    const { fields, rows, warnings } = await upload(`${title}\n${table}`)
    assert.deepEqual([fields, rows], [['partNumber', 'name', 'price', 'counted'], 2], title)
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
  assert.deepEqual((await upload(new Blob(pieces))).fields, ['partNumber', 'name', 'price', 'counted', 'weight'])
})

test('a title line with as many cells as the header is not taken for it, and neither are its own names', async () => {
  const { fields, rows, warnings } = await upload(
    'Price list;ACME Ltd;Spring;2026\nName of firm;Phone;Mail;Price\nSKU;Name;Price;Stock\nT-8;One;4,90;10\nT-9;Two;5,10;12\n',
  )
  assert.deepEqual([fields, rows], [['partNumber', 'name', 'price', 'counted'], 2])
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
    'Two columns are for the field “Price”, which is no text that several have parts of. Choose one of them.',
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

/** Reads the file of an import in another way. */
const readAgain = (id: string, body: AskedReading) =>
  shop.call<ProblemBody>('PUT', `/imports/${id}/reading`, { token: shop.admin.token, body })

const bytesOf = (...parts: (string | number[])[]) =>
  new Blob(parts.map((part) => (typeof part === 'string' ? part : new Uint8Array(part))))

test('the encoding of a file is found out and shown with a sample, and another one reads it again', async () => {
  const { body } = await uploadTable(shop, 'products', bytesOf('SKU;Name;Price\nE-1;Bremsbel', [0x8a], 'ge;5,90\n'))
  const id = body.import._id
  const { reading, columns, canReadAgain } = await readImport(shop, id)
  assert.deepEqual(
    [reading?.encoding, reading?.delimiter, reading?.sample, canReadAgain],
    ['macintosh', ';', 'Bremsbeläge', true],
  )
  assert.deepEqual(columns[1]?.samples, ['Bremsbeläge'])
  assert.equal((await readAgain(id, { encoding: 'windows-1252' })).status, 200)
  assert.deepEqual((await readImport(shop, id)).columns[1]?.samples, ['BremsbelŠge'])
  assert.equal((await readAgain(id, { encoding: 'utf-8' })).status, 200)
  const broken = await readImport(shop, id)
  assert.deepEqual(
    broken.warnings.map(({ code, rows }) => [code, rows]),
    [['letters-unreadable', 1]],
  )
  assert.equal((await readAgain(id, {})).status, 200)
  assert.equal((await readImport(shop, id)).reading?.encoding, 'macintosh', 'found out again')
})

test('delimiter, header and sheet are found out, shown and changed; what is not there is refused by name', async () => {
  const { body } = await uploadTable(shop, 'products', 'Firm;Street\nA|B;Name\nSKU;Name;Price\nS-1;One;5\n')
  const id = body.import._id
  const found = await readImport(shop, id)
  assert.equal(found.reading?.headerLine, 3)
  assert.deepEqual(found.reading?.lines[1], { line: 2, text: 'A|B · Name' })
  assert.equal((await readAgain(id, { headerLine: 2, delimiter: '|' })).status, 200)
  const { columns, rows, reading } = await readImport(shop, id)
  assert.deepEqual([columns.map(({ header }) => header), rows, reading?.delimiter], [['A', 'B;Name'], 2, '|'])
  assert.equal((await readAgain(id, { headerLine: 40 })).body.code, 'table-header')
  assert.equal((await readImport(shop, id)).reading?.headerLine, 2, 'a refusal changes nothing')

  const cells = (...texts: string[]) => texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')
  const table = (...rows: string[]) => `<sheetData>${rows.map((row) => `<row>${row}</row>`).join('')}</sheetData>`
  const parts = table(cells('SKU', 'Name', 'Price'), cells('W-1', 'One', '5'))
  for (const cover of [table(cells('ACME'), cells('Spring 2026')), '<sheetData/>']) {
    const file = workbook({ sheet: parts, first: { name: 'Cover', sheet: cover } })
    const { body: uploaded } = await uploadTable(shop, 'products', new Blob([file]))
    const { reading: read } = await readImport(shop, uploaded.import._id)
    assert.deepEqual([read?.sheet, read?.sheets], ['Parts', ['Cover', 'Parts']])
    const refused = await readAgain(uploaded.import._id, { sheet: 'Old' })
    assert.equal(refused.body.message, 'The workbook has no sheet “Old”. Its sheets are: Cover, Parts.')
    const other = await readAgain(uploaded.import._id, { sheet: 'Cover' })
    assert.equal(other.body.code, cover === '<sheetData/>' ? 'table-empty' : undefined)
  }
})

test('a file is read again while nothing of it is applied: a comparison that has begun meanwhile is refused or refuses', async () => {
  const { _id: id } = await checkTable(shop, 'products', 'SKU;Name;Price\nR-1;One;5,90\nR-2;Two;6\n')
  assert.equal((await readAgain(id, { headerLine: 1 })).status, 200)
  const again = await readImport(shop, id)
  assert.deepEqual([again.state, again.counts, again.rows], ['uploaded', {}, 2])
  const body = { columns: ['partNumber', 'name', 'price'] }
  const compare = () => shop.call('PUT', `/imports/${id}/mapping`, { token: shop.admin.token, body })
  const both = await Promise.all([readAgain(id, {}), readAgain(id, { encoding: 'windows-1250' }), compare()])
  assert.ok(
    both.every(({ status, body: { code } }) => status === 200 || code === 'import-state'),
    JSON.stringify(both),
  )
  await finished(shop, id)
  if ((await readImport(shop, id)).state === 'uploaded') await compare()
  await finished(shop, id)
  assert.equal((await listRows(shop, id)).length, 2)
  await moveImport(shop, id, 'apply')
  assert.equal((await readAgain(id, {})).body.code, 'import-state')
  assert.equal((await readImport(shop, id)).canReadAgain, undefined)
  const { body: gone } = await uploadTable(shop, 'products', 'SKU;Name;Price\nR-3;One;5,90\n')
  await createTableFiles(shop.dataDirectory).remove(gone.import._id)
  assert.equal((await readAgain(gone.import._id, {})).body.code, 'import-file-gone')
  const people = await checkTable(shop, 'customers', 'E-mail;Name\nann@parts.test;Ann\n')
  assert.equal((await readImport(shop, people._id)).canReadAgain, true)
  await shop.db.transaction((tx) => eraseImports(tx, { id: newId(), email: 'ann@parts.test' }))
  assert.equal((await readAgain(people._id, {})).body.code, 'import-file-gone', 'erased from the file, too')
})
