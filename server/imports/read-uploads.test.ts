import assert from 'node:assert/strict'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import { zipSync } from 'fflate'
import { openTable, type OpenTableOptions } from '#server/imports/files/open-table.ts'
import { stageFile } from '#server/imports/stage-file.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'
import { createStaff } from '#server/testing/staff.ts'
import { waitUntil } from '#server/testing/wait-until.ts'

let shop: TestShop
let folder = ''
before(async () => {
  // A statement that waits for a lock here waits as long as the machine takes.
  shop = await openTestShop({ env: { DATABASE_TIMEOUT_MS: '60000' } })
  folder = await mkdtemp(join(tmpdir(), 'uploads-'))
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

/** Makes a workbook of few bytes that takes long to read: `tags` that mean nothing stand before its only row. */
function workbookWithNoise(tags: number): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder()
  const relation = (type: string, target: string) =>
    text.encode(`<Relationships><Relationship Id="r" Type="http://x/${type}" Target="${target}"/></Relationships>`)
  const row = '<row><c t="str"><v>sku</v></c></row><row><c t="str"><v>A-1</v></c></row>'
  return zipSync({
    '_rels/.rels': relation('officeDocument', 'book.xml'),
    'book.xml': text.encode('<workbook><sheets><sheet r:id="r" xmlns:r="r"/></sheets></workbook>'),
    '_rels/book.xml.rels': relation('worksheet', 'sheet.xml'),
    'sheet.xml': text.encode(`<worksheet>${'<x/>'.repeat(tags)}<sheetData>${row}</sheetData></worksheet>`),
  })
}

async function save(content: Uint8Array | string): Promise<string> {
  const path = join(folder, crypto.randomUUID())
  await writeFile(path, content)
  return path
}

async function read(path: string, options?: OpenTableOptions): Promise<number> {
  let rows = 0
  const table = await openTable(path, options)
  for await (const _ of table.rows) rows += 1
  return rows
}

const tablesBody = (content: Uint8Array<ArrayBuffer>, field = 'table') => {
  const form = new FormData()
  form.append(field, new Blob([content]), field === 'table' ? 'parts.xlsx' : 'pictures.zip')
  return form
}

const send = (path: string, form: FormData, token = shop.admin.token) =>
  fetch(shop.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })

test('a workbook that takes too long is refused, and its reader ends with it or with its request', async () => {
  const path = await save(workbookWithNoise(3_000_000))
  await assert.rejects(read(path, { limits: { maxSeconds: 0.001 } }), { code: 'table-slow' })
  const gone = new AbortController()
  const reading = read(path, { signal: gone.signal })
  gone.abort(new Error('The client has gone.'))
  await assert.rejects(reading, { message: 'The client has gone.' })
  assert.equal(await read(await save(workbookWithNoise(3))), 2)
})

test('a file is read before the transaction that stores its rows', async () => {
  const rows = Array.from({ length: 2500 }, (_, index) => `READ-${index},"Öl ${index}\u2028"\n`)
  const path = await save(`sku,name\n${rows.join('')}`)
  const spool = `${path}.rows`
  let sizeBefore = 0
  const db = new Proxy(shop.db, {
    get(target, name) {
      if (name === 'transaction') sizeBefore = statSync(spool).size
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const file = { kind: 'products', path, spool, fileName: 'a.csv', sha256: '', language: 'en' } as const
  const staged = await stageFile(db, file, undefined)
  assert.equal(sizeBefore, statSync(spool).size)
  assert.equal(staged.rowCount, 2500)
  const { rows: stored } = await shop.db.execute<{ row_no: number; line: number; cells: string[] }>(
    sql`SELECT row_no, line, cells FROM import_rows WHERE import_id = ${staged.id} AND row_no IN (1, 1001, 2500) ORDER BY row_no`,
  )
  assert.deepEqual(
    stored.map(({ row_no, line, cells }) => [row_no, line, ...cells]),
    [1, 1001, 2500].map((row) => [row, row + 1, `READ-${row - 1}`, `Öl ${row - 1}\u2028`]),
  )
})

/** Starts an upload whose body does not end. */
async function hold(path: string, field: string, token: string) {
  const socket = connect({ port: Number(new URL(shop.url).port), host: '127.0.0.1' })
  let answer = ''
  socket.on('data', (bytes) => (answer += bytes.toString()))
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n` +
      'content-type: multipart/form-data; boundary=b\r\ncontent-length: 9000000\r\n\r\n' +
      `--b\r\ncontent-disposition: form-data; name="${field}"; filename="x.zip"\r\n\r\n`,
  )
  socket.write(Buffer.alloc(100_000, 7))
  return { socket, answer: () => answer }
}

// security 33
test('of one account two files come at once, tables or archives; more are refused before their body is read', async () => {
  const colleague = await createStaff(shop, 'colleague', ['catalog'])
  const filesNow = async () => {
    const names = await Promise.all(
      ['import-files', 'import-archives'].map((name) =>
        readdir(join(shop.dataDirectory, name), { recursive: true, withFileTypes: true }).catch(() => []),
      ),
    )
    return names.flat().filter((entry) => entry.isFile())
  }
  const before = (await filesNow()).length
  const held = [
    await hold('/imports?kind=products', 'table', shop.admin.token),
    await hold('/imports', 'pictures', shop.admin.token),
  ]
  await waitUntil(async () => (await filesNow()).length === before + 2, 'both are being written')
  const third = await hold('/imports', 'pictures', shop.admin.token)
  await waitUntil(() => third.answer() !== '', 'the third is answered though its body has not ended')
  assert.match(third.answer(), /^HTTP\/1\.1 429[^]*retry-after: 1/i)
  const table = workbookWithNoise(1)
  assert.equal((await send('/imports?kind=products', tablesBody(table), colleague.token)).status, 200)
  for (const { socket } of [...held, third]) socket.destroy()
  await waitUntil(
    async () => (await send('/imports?kind=products', tablesBody(table))).status === 200,
    'what broke off has given its place back',
  )
  await waitUntil(async () => (await filesNow()).length === before, 'what was begun is gone')
})

test('of one account one file is read while another one waits', async () => {
  const table = workbookWithNoise(1)
  const sent: Promise<Response>[] = []
  const refused: number[] = []
  const upload = async () => {
    const response = await send('/imports?kind=products', tablesBody(table))
    if (response.status === 429) refused.push(response.status)
    return response
  }
  // The first waits for this lock, with its turn.
  await shop.db.transaction(async (tx) => {
    await tx.execute(sql`LOCK TABLE imports IN EXCLUSIVE MODE`)
    for (let index = 0; index < 3; index++) sent.push(upload())
    await waitUntil(() => refused.length === 1, 'one is refused')
  })
  assert.deepEqual(
    (await Promise.all(sent)).map(({ status }) => status).toSorted((one, other) => one - other),
    [200, 200, 429],
  )
})

test('an archive of very many names is refused before they are read', async () => {
  const empty = new Uint8Array()
  const names = Array.from({ length: 50_001 }, (_, index) => [String(index), empty])
  const response = await send('/imports', tablesBody(zipSync(Object.fromEntries(names), { level: 0 }), 'pictures'))
  assert.equal(response.status, 413)
  assert.equal(((await response.json()) as { code: string }).code, 'archive-too-long')
})
