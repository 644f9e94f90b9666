import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import { zipSync } from 'fflate'
import sharp from 'sharp'
import type { EditedTool } from '#contract/catalog.ts'
import type { Import } from '#contract/imports.ts'
import { checkTable, finished, listRows, moveImport, uploadTable } from '#server/testing/import-table.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'

let shop: TestShop
/** The address of a server with pictures, without a slash at the end. */
let elsewhere = ''
const server = createServer((request, response) => {
  void answer(request.url ?? '').then(({ status = 200, location, body }) => {
    response.writeHead(status, location === undefined ? {} : { location }).end(body)
  })
})
const png = (background: string) =>
  sharp({ create: { width: 20, height: 10, channels: 3, background } })
    .png()
    .toBuffer()

/** Lists the addresses that were asked for. */
const asked: string[] = []
/** Holds back the answers of some addresses. */
const held = new Map<string, PromiseWithResolvers<void>>()

async function answer(path: string): Promise<{ status?: number; location?: string; body?: Buffer | string }> {
  asked.push(path)
  await held.get(path)?.promise
  if (path === '/moved.png') return { status: 302, location: '/red.png' }
  if (path === '/inside.png') return { status: 302, location: 'http://10.0.0.8/red.png' }
  if (path === '/moved.pdf') return { status: 302, location: '/sheet.pdf' }
  if (path === '/inside.pdf') return { status: 302, location: 'http://10.0.0.8/sheet.pdf' }
  if (path === '/sheet.pdf' || path === '/manual.pdf') return { body: `%PDF-1.7 ${path}` }
  if (path === '/page.pdf') return { body: '<html>' }
  if (path === '/large.pdf') return { body: Buffer.alloc(21 * 1024 * 1024) }
  if (path === '/page.png') return { body: '<html>' }
  if (path === '/large.png') return { body: Buffer.alloc(21 * 1024 * 1024) }
  return /^\/\w+\.png$/.test(path) && path !== '/gone.png' ? { body: await png(path.slice(1, -4)) } : { status: 404 }
}

before(async () => {
  shop = await openTestShop()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  elsewhere = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  server.closeAllConnections()
  server.close()
})

const edited = async ({ _id }: { _id: string }) =>
  (await shop.call<EditedTool>('GET', `/all-tools/${_id}`, { token: shop.admin.token })).body
const picturesOf = async (product: { _id: string }) => {
  const { img, images } = await edited(product)
  return [img, ...images.map(({ url }) => url)]
}
const errorsOf = async (id: string) =>
  (await listRows(shop, id, 'error')).map(({ line, errors }) => [line, errors[0]?.field, errors[0]?.code])

test('pictures are stored from their addresses before the dry run, which says of each why it has none', async () => {
  const product = await shop.addProduct({ name: 'By address', sku: 'PIC-1' })
  const old = await picturesOf(product)
  const names = ['gone', 'page', 'large', 'inside']
  for (const name of names) await shop.addProduct({ name, sku: `PIC-${name}` })
  const checked = await checkTable(shop, 'products', [
    ['Part number', 'Picture', 'Further pictures'],
    ['PIC-1', `${elsewhere}/moved.png`, `${elsewhere}/blue.png | ${elsewhere}/red.png`],
    ...names.map((name) => [`PIC-${name}`, `${elsewhere}/${name}.png`, '']),
    ['PIC-none', 'http://169.254.169.254/x.png', ''],
  ])
  assert.deepEqual(checked.pictures, { total: 8, done: 8, failed: 5 })
  const rows = await listRows(shop, checked._id)
  assert.deepEqual(
    rows.flatMap(({ line, outcome, warnings }) => warnings.map(({ field, code }) => [line, outcome, field, code])),
    [
      [3, 'same', 'picture', 'picture-status'],
      [4, 'same', 'picture', 'picture-unreadable'],
      [5, 'same', 'picture', 'picture-too-large'],
      [6, 'same', 'picture', 'picture-address-refused'],
      [7, 'error', 'picture', 'picture-address-refused'],
    ],
  )
  assert.match(rows[1]?.warnings[0]?.message ?? '', /gone\.png: nothing is there; the server answered 404/)
  assert.deepEqual(await errorsOf(checked._id), [[7, 'partNumber', 'unknown']])
  assert.deepEqual(
    checked.warnings.map(({ code, rows: count }) => [code, count]),
    [['pictures-missing', 5]],
  )
  assert.deepEqual(await picturesOf(product), old, 'a dry run changed a product')
  const { counts } = await moveImport(shop, checked._id, 'apply')
  assert.equal(counts.applied, 1)
  const [main, second, third] = await picturesOf(product)
  assert.match(main ?? '', /^\/media\//)
  assert.deepEqual([third, second === main], [main, false])
  await moveImport(shop, checked._id, 'undo')
  assert.deepEqual(await picturesOf(product), old)
})

test('a cell may have a list of pictures, of which the first is the main one, and a row goes on without those that are gone', async () => {
  const at = (name: string) => `${elsewhere}/${name}.png`
  const cells = [
    `${at('red')}, ${at('blue')}`,
    `${at('red')};${at('blue')}`,
    `${at('red')}\n${at('blue')} | ${at('gone')}`,
    at('gone'),
  ]
  const file = [
    ['SKU', 'Name', 'Price', 'Images'],
    ...cells.map((cell, index) => [`LIST-${index}`, `List ${index}`, '5', cell]),
  ]
  const checked = await checkTable(shop, 'products', file)
  assert.deepEqual([checked.counts, checked.pictures], [{ new: 4 }, { total: 3, done: 3, failed: 1 }])
  await moveImport(shop, checked._id, 'apply')
  const { rows } = await shop.db.execute<{ id: string }>(
    sql`SELECT id FROM products WHERE sku LIKE 'LIST-%' ORDER BY sku`,
  )
  const pictures = await Promise.all(rows.map(({ id }) => picturesOf({ _id: id })))
  assert.deepEqual(
    pictures.map((some) => some.length),
    [2, 2, 2, 1],
  )
  assert.deepEqual([pictures[1], pictures[2]], [pictures[0], pictures[0]])
  const again = await checkTable(shop, 'products', file)
  assert.deepEqual(again.counts, { same: 4 }, 'the main picture of a list is not added once more')
  // A server that is away for a while takes nothing from a product that has its pictures.
  const less = await checkTable(shop, 'products', [
    ['SKU', 'Images'],
    ['LIST-0', `${at('red')}, ${at('gone')}`],
    ['LIST-1', `${at('red')}, ${at('green')}`],
  ])
  assert.deepEqual(less.counts, { same: 1, changed: 1 })
})

test('imports take turns with their pictures: one with many keeps no other waiting', async () => {
  const paths = ['coral', 'teal', 'navy', 'olive', 'plum', 'tan', 'gold', 'pink'].map((name) => `/${name}.png`)
  for (const path of paths) held.set(path, Promise.withResolvers())
  const start = async (sku: string, pictures: string) => {
    const file = [['SKU', 'Name', 'Price', 'Images'].join(), [sku, sku, '5', pictures].join()].join('\n')
    const { _id } = (await uploadTable(shop, 'products', file)).body.import
    const { status } = await shop.call('PUT', `/imports/${_id}/mapping`, { token: shop.admin.token, body: {} })
    assert.equal(status, 200)
    return _id
  }
  const many = await start('TURN-1', paths.map((path) => elsewhere + path).join(' | '))
  const few = await start('TURN-2', `${elsewhere}/maroon.png`)
  for (const one of held.values()) one.resolve()
  await finished(shop, few)
  await finished(shop, many)
  const ofMany = asked.filter((path) => paths.includes(path))
  assert.equal(ofMany.length, paths.length)
  assert.ok(asked.indexOf('/maroon.png') < asked.indexOf(ofMany.at(-1) ?? ''), asked.join(' '))
})

test('an archive gives products the pictures that are named by their part numbers', async () => {
  const product = await shop.addProduct({ name: 'From an archive', sku: 'PAD-1551-LM' })
  const underscored = await shop.addProduct({ name: 'With a number behind', sku: 'X_2' })
  const spaced = await shop.addProduct({ name: 'With blanks between digits', sku: '0 986 478 853' })
  const form = new FormData()
  const pictures = {
    'photos/pad-1551-lm.PNG': await png('green'),
    'photos/PAD-1551-LM_3.png': await png('black'),
    'PAD-1551-LM_2.png': await png('white'),
    'X_2.png': await png('gray'),
    '0_986_478_853.png': await png('blue'),
    'UNKNOWN-7.png': await png('pink'),
    'PAD-1551-LM_4.jpg': Buffer.from('no picture'),
    '__MACOSX/._PAD-1551-LM.png': Buffer.from('x'),
    'readme.txt': Buffer.from('x'),
  }
  form.append('pictures', new Blob([new Uint8Array(zipSync(pictures))]), 'pictures.zip')
  const { status, body } = await shop.call<{ import: Import }>('POST', '/imports', {
    token: shop.admin.token,
    body: form,
  })
  assert.equal(status, 200, JSON.stringify(body))
  const checked = await finished(shop, body.import._id)
  assert.deepEqual(checked.pictures, { total: 7, done: 7, failed: 1 })
  assert.deepEqual(
    (await listRows(shop, checked._id)).map(({ name, outcome, errors }) => [name, outcome, errors[0]?.code]),
    [
      ['pad-1551-lm', 'error', 'picture-unreadable'],
      ['X_2', 'changed', undefined],
      ['0 986 478 853', 'changed', undefined],
      ['UNKNOWN-7', 'error', 'unknown'],
    ],
  )
  await moveImport(shop, checked._id, 'apply')
  for (const named of [underscored, spaced]) assert.match((await edited(named)).img, /^\/media\//)
  const { rows } = await shop.db.execute(sql`SELECT FROM image_uploads`)
  assert.ok(rows.length >= 5)
  assert.equal((await picturesOf(product)).length, 1)

  const good = new FormData()
  const { 'PAD-1551-LM_4.jpg': _, ...rest } = pictures
  good.append('pictures', new Blob([new Uint8Array(zipSync(rest))]), 'pictures.zip')
  const again = await shop.call<{ import: Import }>('POST', '/imports', {
    token: shop.admin.token,
    body: good,
  })
  const { _id } = await finished(shop, again.body.import._id)
  await moveImport(shop, _id, 'apply')
  assert.equal(new Set(await picturesOf(product)).size, 3)
})

test('documents are stored from their addresses, go with the undo, and are left as they are by the same file', async () => {
  const product = await shop.addProduct({ name: 'With documents', sku: 'DOC-1' })
  const documentsOf = async () =>
    (await edited(product)).documents.map(({ kind, title, bytes }) => [kind, title, bytes])
  const wrong = ['gone', 'page', 'large', 'inside']
  const file = [
    ['SKU', 'Name', 'Price', 'Datasheet URL', 'Manual (PDF)'],
    [
      'DOC-1',
      'With documents',
      '5',
      `${elsewhere}/moved.pdf`,
      `How to = ${elsewhere}/manual.pdf, ${elsewhere}/gone.pdf`,
    ],
    ...wrong.map((name) => [`DOC-${name}`, `Doc ${name}`, '5', `${elsewhere}/${name}.pdf`, '']),
    ['DOC-text', 'Doc text', '5', 'on request', ''],
  ]
  const checked = await checkTable(shop, 'products', file)
  assert.deepEqual(checked.pictures, { total: 6, done: 6, failed: 4 })
  const rows = await listRows(shop, checked._id)
  assert.deepEqual(
    rows.map(({ outcome, errors, warnings }) => [outcome, ...[...errors, ...warnings].map(({ code }) => code)]),
    [
      ['changed', 'picture-status'],
      ['new', 'picture-status'],
      ['new', 'document-unreadable'],
      ['new', 'picture-too-large'],
      ['new', 'picture-address-refused'],
      ['error', 'not-a-document'],
    ],
  )
  assert.match(rows[1]?.warnings[0]?.message ?? '', new RegExp(`^${elsewhere}/gone.pdf: `))
  await moveImport(shop, checked._id, 'apply')
  const stored = [
    ['data-sheet', 'Data sheet', 19],
    ['manual', 'How to', 20],
  ]
  assert.deepEqual(await documentsOf(), stored)
  assert.deepEqual((await checkTable(shop, 'products', file.slice(0, 2))).counts, { same: 1 })
  // A column of one kind leaves the others.
  const [sheet] = (await edited(product)).documents
  const renamed = await checkTable(shop, 'products', [
    ['SKU', 'Data sheet (PDF)', 'Certificate (PDF)'],
    ['DOC-1', `Sizes = ${sheet?.url}`, sheet?.url ?? ''],
    ['DOC-page', '/media/unknown/document.pdf', ''],
  ])
  assert.deepEqual(renamed.counts, { changed: 1, error: 1 })
  await moveImport(shop, renamed._id, 'apply')
  assert.deepEqual(await documentsOf(), [
    ['data-sheet', 'Sizes', 19],
    ['manual', 'How to', 20],
    ['certificate', 'Data sheet', 19],
  ])
  await moveImport(shop, renamed._id, 'undo')
  assert.deepEqual(await documentsOf(), stored)
  await moveImport(shop, checked._id, 'undo')
  assert.deepEqual(await documentsOf(), [])
})

test('documents are the PDF files that a cell names, of which no other is read, and a product has at most 20', async () => {
  const pdf = (text: string) => Buffer.from(`%PDF-1.7 ${text}`)
  const files = {
    'docs/Fitting.PDF': pdf('fitting'),
    'sheet.pdf': pdf('sheet'),
    'page.pdf': Buffer.from('<html>'),
    'unused.pdf': Buffer.from('<html>'),
    'ZIP-1.png': await png('red'),
  }
  const table = [
    'SKU,Name,Price,Data sheet (PDF),Manual (PDF)',
    'ZIP-1,First,5,sheet.pdf,"How to, step by step = docs/fitting.pdf; sheet.pdf"',
    'ZIP-2,Second,5,page.pdf,',
    'ZIP-3,Third,5,missing.pdf,',
    `ZIP-4,Fourth,5,sheet.pdf,${Array.from({ length: 20 }, (_, index) => `Page ${index} = sheet.pdf`).join(' | ')}`,
  ].join('\n')
  const upload = async (form: FormData) => {
    const sent = await shop.call<{ import: Import }>('POST', '/imports', { token: shop.admin.token, body: form })
    assert.equal(sent.status, 200, JSON.stringify(sent.body))
    const { _id } = sent.body.import
    await shop.call('PUT', `/imports/${_id}/mapping`, { token: shop.admin.token, body: {} })
    return finished(shop, _id)
  }
  const form = new FormData()
  form.append('table', new Blob([table]), 'parts.csv')
  form.append('pictures', new Blob([new Uint8Array(zipSync(files))]), 'files.zip')
  const checked = await upload(form)
  assert.deepEqual(checked.pictures, { total: 4, done: 4, failed: 1 })
  assert.deepEqual(
    (await listRows(shop, checked._id)).map(({ name, outcome, errors, warnings }) => [
      name,
      outcome,
      ...[...errors, ...warnings].map(({ code, message }) => [code, message]),
    ]),
    [
      ['ZIP-1', 'new'],
      ['ZIP-2', 'new', ['document-unreadable', 'page.pdf: this is no PDF file.']],
      [
        'ZIP-3',
        'new',
        [
          'document-not-uploaded',
          'missing.pdf: no PDF file of this name came with the table. Drop the PDF files together with the table.',
        ],
      ],
      ['ZIP-4', 'error', ['too-many-documents', 'The product would have 21 documents. It can have 20.']],
    ],
  )
  await moveImport(shop, checked._id, 'apply')
  const { rows } = await shop.db.execute<{ id: string }>(sql`SELECT id FROM products WHERE sku = 'ZIP-1'`)
  const { documents, img } = await edited({ _id: rows[0]?.id ?? '' })
  assert.match(img, /^\/media\//)
  assert.deepEqual(
    documents.map(({ kind, title, bytes }) => [kind, title, bytes]),
    [
      ['data-sheet', 'Data sheet', 14],
      ['manual', 'How to, step by step', 16],
      ['manual', 'Manual 2', 14],
    ],
  )
  const single = new FormData()
  single.append('table', new Blob([table.split('\n').slice(0, 2).join('\n')]), 'parts.csv')
  for (const name of ['docs/Fitting.PDF', 'sheet.pdf'] as const)
    single.append('pictures', new Blob([files[name]]), name)
  assert.deepEqual((await upload(single)).counts, { same: 1 }, 'the same files, dropped one by one')
})

test('what is no archive of pictures is refused', async () => {
  const send = async (content: Uint8Array | string) => {
    const form = new FormData()
    form.append('pictures', new Blob([content as never]), 'x.zip')
    return (await shop.call('POST', '/imports', { token: shop.admin.token, body: form })).body
  }
  const upload = async (content: Uint8Array | string) => (await send(content)).code
  const unreadable = await send('nothing')
  assert.deepEqual([unreadable.code, unreadable.facts], ['archive-unreadable', { name: 'x.zip' }])
  // The rows behind the header are gone.
  const damaged = zipSync({ 'stock/rows.csv': Buffer.from('Part number,Stock\n'.repeat(500)) })
  damaged.fill(0xff, 50, 60)
  const entry = await send(damaged)
  assert.deepEqual([entry.code, entry.facts], ['archive-entry-unreadable', { name: 'stock/rows.csv' }])
  assert.equal(await upload(zipSync({ 'a.txt': Buffer.from('x') })), 'archive-empty')
  assert.equal(await upload(zipSync({ 'a.pdf': Buffer.from('%PDF-1.7') })), 'archive-empty')
  const alone = new FormData()
  alone.append('table', new Blob(['%PDF-1.7']), 'prices.pdf')
  const unread = await shop.call('POST', '/imports', { token: shop.admin.token, body: alone })
  assert.equal(unread.body.code, 'table-other-format')
  const none = await shop.call('POST', '/imports', { token: shop.admin.token, body: {} })
  assert.equal(none.body.code, 'table-required')
})
