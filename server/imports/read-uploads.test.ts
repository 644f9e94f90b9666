import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import { zipSync } from 'fflate'
import { openTable, type OpenTableOptions } from '#server/imports/files/open-table.ts'
import { stageFile } from '#server/imports/stage-file.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'
import { waitUntil } from '#server/testing/wait-until.ts'

let shop: TestShop
let folder = ''
before(async () => {
  // What waits for a lock here waits as long as the machine takes.
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

const send = (path: string, form: FormData) =>
  fetch(shop.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.admin.token}` },
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

test('of one account one file is read, sixteen wait, more are refused', async () => {
  const table = workbookWithNoise(1)
  const sent: Promise<number>[] = []
  const refused: number[] = []
  const upload = async () => {
    const { status } = await send('/imports?kind=products', tablesBody(table))
    if (status === 429) refused.push(status)
    return status
  }
  // The first waits for this lock, with its turn.
  await shop.db.transaction(async (tx) => {
    await tx.execute(sql`LOCK TABLE imports IN EXCLUSIVE MODE`)
    for (let index = 0; index < 18; index++) sent.push(upload())
    await waitUntil(() => refused.length === 1, 'one is refused')
  })
  assert.deepEqual(
    (await Promise.all(sent)).toSorted((one, other) => one - other),
    [...Array<number>(17).fill(200), 429],
  )
})

test('an archive of very many names is refused before they are read', async () => {
  const empty = new Uint8Array()
  const names = Array.from({ length: 50_001 }, (_, index) => [String(index), empty])
  const response = await send(
    '/imports/pictures',
    tablesBody(zipSync(Object.fromEntries(names), { level: 0 }), 'archive'),
  )
  assert.equal(response.status, 413)
  assert.equal(((await response.json()) as { code: string }).code, 'archive-too-long')
})
