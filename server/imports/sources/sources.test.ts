import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import { defaultSourceLimits, type ImportSource } from '#contract/import-sources.ts'
import type { Tool } from '#contract/catalog.ts'
import type { Import } from '#contract/imports.ts'
import { explainDownload } from '#server/imports/sources/load-file.ts'
import { sourcesJob } from '#server/imports/sources/run-sources.ts'
import { type Jobs, startJobs } from '#server/platform/jobs/jobs.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { finished, importTable, listRows, moveImport, toCsv, uploadTable } from '#server/testing/import-table.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { payFor } from '#server/testing/pay-with-card.ts'
import { placeOrder } from '#server/testing/place-order.ts'
import { createStaff } from '#server/testing/staff.ts'
import { waitUntil } from '#server/testing/wait-until.ts'

let folder: string
let shop: TestShop
let jobs: Jobs
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'boltyard-source-'))
  shop = await openTestShop({ env: { IMPORT_FOLDER: folder } })
  jobs = await startJobs(shop.databaseUrl, createLog('silent'), { byClock: false })
})
after(async () => {
  await jobs.stop()
  await shop[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

interface Answer {
  status?: number
  body?: string
  headers?: Record<string, string>
  held?: Promise<unknown>
}

/** Opens a server whose one file the test changes; it keeps the headers of the calls. */
async function openFileServer(first: Answer = {}) {
  const calls: IncomingHttpHeaders[] = []
  const file = { answer: first }
  const server = createServer((request, response) => {
    calls.push(request.headers)
    const { status = 200, body = '', headers = {}, held } = file.answer
    const isKnown = headers['etag'] !== undefined && request.headers['if-none-match'] === headers['etag']
    void Promise.resolve(held).then(() =>
      isKnown ? response.writeHead(304).end() : response.writeHead(status, headers).end(body),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/prices.csv`,
    calls,
    file,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const byAdmin = <Body>(method: string, path: string, body?: unknown, token = shop.admin.token) =>
  shop.call<Body & { code?: string }>(method, path, { token, ...(body !== undefined && { body }) })

let run = 0
/** Imports some products by hand, as a schedule needs it; returns their file with other values. */
async function importByHand(options: Parameters<typeof importTable>[3] = {}) {
  run += 1
  const numbers = Array.from({ length: 10 }, (_, index) => `S${run}-${index}`)
  const table = (price: string, stock = '5') => [
    ['Part number', 'Name', 'Price', 'Stock'],
    ...numbers.map((number) => [number, `Part ${number}`, price, stock]),
  ]
  const { _id: importId } = await importTable(shop, 'products', table('10.00'), options)
  const file = (price: string, stock?: string) => toCsv(table(price, stock))
  const prices = async () => {
    const { rows } = await shop.db.execute<{ price: number }>(
      sql`SELECT DISTINCT price_cents AS price FROM products WHERE sku LIKE ${`S${run}-%`}`,
    )
    return rows.map(({ price }) => price)
  }
  return { importId, file, table, prices, numbers }
}

async function addSource(importId: string, location: string, more: Record<string, unknown> = {}) {
  const { status, body } = await byAdmin<{ source: ImportSource }>('POST', '/import-sources', {
    importId,
    name: `Supplier ${run}`,
    origin: 'address',
    location,
    time: '02:30',
    limits: defaultSourceLimits,
    ...more,
  })
  assert.equal(status, 200, JSON.stringify(body))
  const id = body.source._id
  const read = async () => {
    const { body: all } = await byAdmin<{ sources: ImportSource[] }>('GET', '/import-sources')
    const found = all.sources.find(({ _id }) => _id === id)
    assert.ok(found)
    return found
  }
  return {
    id,
    read,
    history: async () => (await byAdmin<Import[]>('GET', `/imports?source=${id}`)).body,
    /** Runs it now, and waits until the shop has nothing more to do with its file. */
    async run() {
      const { status: ran, body: refused } = await byAdmin('POST', `/import-sources/${id}/run`)
      assert.equal(ran, 200, JSON.stringify(refused))
      await this.settled()
    },
    settled: () =>
      waitUntil(async () => {
        const { rows } = await shop.db.execute(sql`
          SELECT FROM import_sources WHERE id = ${id} AND (next_at <= now() OR taken_by IS NOT NULL OR EXISTS (
            SELECT FROM imports WHERE source_id = import_sources.id
              AND (state IN ('uploaded', 'mapped', 'applying') OR state = 'checked' AND exceeded IS NULL)))`)
        return rows.length === 0
      }, 'the file of the schedule is dealt with'),
  }
}

/** Makes a source due as the clock does, which keeps what is known of its file. */
async function makeDue({ id, settled }: { id: string; settled: () => Promise<void> }) {
  await shop.db.execute(sql`UPDATE import_sources SET next_at = now() WHERE id = ${id}`)
  await shop.db.transaction((tx) => jobs.enqueue(tx, sourcesJob, {}))
  await settled()
}

const mailsAbout = async (id: number) => {
  const { rows } = await shop.db.execute<{ kind: string; subject: string; text: string; recipient: string }>(sql`
    SELECT kind, subject, text_body AS text, recipient FROM outbox WHERE subject LIKE ${`%: Supplier ${id}`} ORDER BY outbox.id`)
  return rows
}

const tasks = async () => {
  const { body } = await byAdmin<{ kind: string; count: number; only?: string }[]>('GET', '/tasks')
  const countOf = (kind: string) => body.find((task) => task.kind === kind)?.count
  return {
    waiting: countOf('waitingImports'),
    failing: countOf('failingSources'),
    only: body.find(({ kind }) => kind === 'waitingImports')?.only,
  }
}

test('a file is fetched with its secret and applied within the limits, and not compared again while it stays the same', async () => {
  await using server = await openFileServer()
  const { importId, file, prices, numbers } = await importByHand()
  const credential = { kind: 'basic', name: 'supplier', secret: 'three keys: one' }
  const source = await addSource(importId, server.url, { credential })
  assert.deepEqual((await source.read()).credential, { kind: 'basic', name: 'supplier' })
  server.file.answer = { body: file('11.00'), headers: { etag: '"one"' } }
  await makeDue(source)
  assert.equal(server.calls[0]?.authorization, `Basic ${Buffer.from('supplier:three keys: one').toString('base64')}`)
  const [applied, ...more] = await source.history()
  assert.deepEqual([applied?.state, applied?.counts.applied, more.length], ['applied', 10, 0])
  assert.equal(applied?.source?.name, `Supplier ${run}`)
  assert.deepEqual(await prices(), [1100])
  await makeDue(source)
  assert.equal(server.calls[1]?.['if-none-match'], '"one"')
  // The same bytes under another tag.
  server.file.answer = { body: file('11.00'), headers: { etag: '"two"' } }
  await makeDue(source)
  assert.equal((await source.history()).length, 1)
  assert.ok((await source.read()).checkedAt)
  const { rows } = await shop.db.execute<{ secrets: number }>(sql`
    SELECT count(*)::integer AS secrets FROM import_sources WHERE position('three keys'::bytea in sealed_secret) > 0`)
  assert.equal(rows[0]?.secrets, 0)
  assert.deepEqual(await mailsAbout(run), [])
  const { rows: events } = await shop.db.execute<{ kind: string }>(
    sql`SELECT kind FROM audit_events WHERE subject_id IN (${source.id}, ${applied?._id}) ORDER BY id`,
  )
  assert.deepEqual(
    events.map(({ kind }) => kind),
    ['import-source-added', 'import-applied'],
  )
  assert.equal(numbers.length, 10)
})

test('an import that was undone says whether its schedule goes on, which brings the rows back once the file changes', async () => {
  await using server = await openFileServer()
  const { importId, file, prices } = await importByHand()
  const source = await addSource(importId, server.url)
  server.file.answer = { body: file('11.00') }
  await makeDue(source)
  const [applied] = await source.history()
  const undone = await moveImport(shop, applied?._id ?? '', 'undo')
  assert.deepEqual([undone.source?.paused, await prices()], [undefined, [1000]])
  await makeDue(source)
  assert.deepEqual(await prices(), [1000], 'the same file')
  server.file.answer = { body: file('11.50') }
  await makeDue(source)
  assert.deepEqual(await prices(), [1150])
  assert.equal((await byAdmin('PUT', `/import-sources/${source.id}`, { paused: true })).status, 200)
  const { body } = await byAdmin<Import>('GET', `/imports/${applied?._id}`)
  assert.equal(body.source?.paused, true)
})

test('a file beyond a limit waits on Today with one mail that says why; a newer one takes its place, and a person applies it', async () => {
  await using server = await openFileServer()
  const { importId, file, prices } = await importByHand()
  const source = await addSource(importId, server.url, { language: 'de' })
  const before = await tasks()
  server.file.answer = { body: file('13.00', '0') }
  await makeDue(source)
  const [waiting] = await source.history()
  assert.equal(waiting?.state, 'checked')
  assert.deepEqual(waiting.exceeded, [
    'A price changes by 30 %, more than 25 %.',
    '100 % of the rows take parts off sale or set their stock to 0, more than 20 %.',
  ])
  assert.deepEqual(await prices(), [1000])
  assert.deepEqual(await tasks(), { ...before, waiting: 1, only: waiting._id })
  const [mail, ...others] = await mailsAbout(run)
  assert.equal(others.length, 0)
  assert.equal(mail?.subject, `Ein Import wartet auf Sie: Supplier ${run}`)
  assert.equal(mail.recipient, shop.admin.email)
  assert.match(mail.text, /Ein Preis ändert sich um 30 %, mehr als 25 %\.\n100 % der Zeilen/)
  assert.match(mail.text, new RegExp(`/dashboard/imports/${waiting._id}`))
  server.file.answer = { body: file('14.00', '5') }
  await makeDue(source)
  const [newer, replaced] = await source.history()
  assert.deepEqual([newer?.state, replaced?.state], ['checked', 'cancelled'])
  assert.match(replaced?.exceeded?.at(-1) ?? '', /newer file/)
  assert.equal((await mailsAbout(run)).length, 1, 'it is about the same limit')
  assert.ok(newer)
  await moveImport(shop, newer._id, 'apply')
  assert.deepEqual(await prices(), [1400])
  assert.deepEqual(await tasks(), before)
  assert.equal((await source.read()).template, newer._id)
})

test('rows that take parts off sale count against the limit of stock', async () => {
  const { importId, numbers, table } = await importByHand()
  const states = (off: number) =>
    toCsv(table('10.00').map((row, index) => [...row, index === 0 ? 'State' : index <= off ? 'archived' : 'active']))
  const { _id: withStates } = await importTable(shop, 'products', [
    ['Part number', 'Name', 'Price', 'Stock', 'State'],
    ...numbers.map((number) => [number, `Part ${number}`, '10.00', '6', 'active']),
  ])
  assert.ok(importId)
  await using server = await openFileServer({ body: states(3) })
  const source = await addSource(withStates, server.url)
  await makeDue(source)
  const [waiting] = await source.history()
  assert.deepEqual(
    [waiting?.state, waiting?.exceeded],
    ['checked', ['30 % of the rows take parts off sale or set their stock to 0, more than 20 %.']],
  )
  server.file.answer = { body: states(2) }
  await makeDue(source)
  assert.equal((await source.history())[0]?.state, 'applied')
})

test('a file that repeats its stock although units were shipped since waits, and one that knows of them does not', async () => {
  const { importId, table, numbers } = await importByHand()
  const fileWith = (stock: string) =>
    toCsv(table('10.00').map((row) => (row[0] === numbers[0] ? [...row.slice(0, 3), stock] : row)))
  await using server = await openFileServer({ body: fileWith('6') })
  const source = await addSource(importId, server.url, { limits: { ...defaultSourceLimits, changed: 100 } })
  await makeDue(source)
  assert.equal((await source.history())[0]?.state, 'applied')
  const { rows } = await shop.db.execute<{ id: string }>(sql`SELECT id FROM products WHERE sku = ${numbers[0]}`)
  const { body: product } = await shop.call<Tool>('GET', `/all-tools/${rows[0]?.id}`, { token: shop.admin.token })
  const buyer = await createCustomer(shop, 'sources-buyer')
  const order = await placeOrder(shop, buyer, product, 2)
  await payFor(shop, buyer, order)
  assert.equal((await byAdmin('PATCH', `/ship-order/${order._id}`, {})).status, 200)
  const before = await tasks()
  server.file.answer = { body: `${fileWith('6')}\r\n` }
  await makeDue(source)
  const [waiting] = await source.history()
  assert.deepEqual(
    [waiting?.state, waiting?.exceeded],
    ['checked', ['Rows with the stock of the file before, although the shop has another one since: 1.']],
  )
  assert.equal((await tasks()).waiting, (before.waiting ?? 0) + 1)
  // What a person has answered holds for the next files, also where nothing is left to apply.
  assert.ok(waiting)
  const fixes = [{ fix: 'keep-stock' }]
  assert.equal((await byAdmin('PUT', `/imports/${waiting._id}/fixes`, { fixes })).status, 200)
  assert.deepEqual((await finished(shop, waiting._id)).counts, { same: 10 })
  assert.deepEqual(await tasks(), before)
  server.file.answer = { body: fileWith('6') }
  await makeDue(source)
  const [again] = await source.history()
  assert.deepEqual([again?.exceeded, again?.counts], [[], { same: 10 }])
  server.file.answer = { body: fileWith('4') }
  await makeDue(source)
  const [learnt] = await source.history()
  assert.deepEqual([learnt?.exceeded, learnt?.counts], [[], { same: 10 }])
  server.file.answer = { body: fileWith('9') }
  await makeDue(source)
  assert.equal((await source.history())[0]?.state, 'applied')
})

test('a file that the shop cannot apply any more waits with the reason, and no other schedule waits for it', async () => {
  await using server = await openFileServer()
  const { table } = await importByHand()
  const name = `Home ${run}`
  const rows = table('11.00').map((cells, index) => [...cells, index === 0 ? name : `Place ${index}`])
  const uploaded = await uploadTable(shop, 'products', rows)
  const template = uploaded.body.import._id
  const mapped = await byAdmin('PUT', `/imports/${template}/mapping`, {
    columns: ['partNumber', 'name', 'price', 'stock', 'new-attribute'],
    newAttributes: [null, null, null, null, { name, kind: 'text' }],
  })
  assert.equal(mapped.status, 200, JSON.stringify(mapped.body))
  await finished(shop, template)
  server.file.answer = { body: toCsv(rows).replaceAll('11.00', '11.50') }
  const source = await addSource(template, server.url, { limits: { ...defaultSourceLimits, changed: 0 } })
  await makeDue(source)
  assert.match((await source.history())[0]?.exceeded?.[0] ?? '', /100 % of the rows change something/)
  assert.equal((await byAdmin('POST', '/attributes', { names: { en: name }, kind: 'text' })).status, 200)
  // As if the attribute had been added between comparison and verdict.
  await shop.db.execute(sql`
    UPDATE import_sources SET limits = ${JSON.stringify(defaultSourceLimits)}::jsonb WHERE id = ${source.id}`)
  await shop.db.execute(sql`UPDATE imports SET exceeded = NULL WHERE source_id = ${source.id}`)
  const { importId, file, prices } = await importByHand()
  const other = await addSource(importId, server.url)
  server.file.answer = { body: file('12.00') }
  await makeDue(other)
  assert.deepEqual(await prices(), [1200])
  const [waiting] = await source.history()
  assert.deepEqual([waiting?.state, waiting?.exceeded?.length], ['checked', 1])
  assert.match(waiting?.exceeded?.[0] ?? '', /The shop has changed since the file was compared/)
  assert.equal((await mailsAbout(run - 1)).length, 2)
})

test('what is wrong with a file is told once, on Today and by mail, until something else is', async () => {
  await using server = await openFileServer({ status: 404 })
  const { importId, file, prices } = await importByHand()
  const source = await addSource(importId, server.url)
  const before = await tasks()
  const failWith = async (answer: Answer) => {
    server.file.answer = answer
    await makeDue(source)
    return (await source.read()).failure?.code
  }
  assert.equal(await failWith({ status: 404 }), 'status')
  assert.equal(await failWith({ status: 404 }), 'status')
  assert.equal((await tasks()).failing, (before.failing ?? 0) + 1)
  assert.equal(await failWith({ body: '' }), 'empty')
  assert.equal(await failWith({ body: '<html><body>Sign in</body></html>' }), 'unreadable')
  assert.equal(await failWith({ body: file('11.00').replace('"Price"', '"Net"') }), 'columns-missing')
  assert.match((await source.read()).failure?.message ?? '', /missing: Price\.$/)
  assert.equal(
    await failWith({ body: file('11,00').replaceAll('11,00', '11,5').replace('11,5', '11.5') }),
    'choices-differ',
  )
  assert.deepEqual(
    (await mailsAbout(run)).map(({ kind, text }) => `${kind}: ${/^(The (?:address|file) [^.]*)/m.exec(text)?.[1]}`),
    [
      'import-fails: The address answers with the status 404 instead of a file',
      'import-fails: The file has no rows',
      'import-fails: The file cannot be read as a table',
      'import-fails: The file has other columns than before',
      'import-fails: The file does not fit what was chosen for its columns, such as commas or points before decimals',
    ],
  )
  assert.equal(await failWith({ body: file('11.00') }), undefined)
  assert.deepEqual(await prices(), [1100])
  assert.deepEqual(await tasks(), before)
  assert.deepEqual(
    (await source.history()).map(({ state }) => state),
    ['applied'],
    'of the others nothing is left',
  )
})

test('a certificate that is not accepted is told as what it is, and not tried again for that', () => {
  for (const code of [
    'CERT_HAS_EXPIRED',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  ])
    assert.throws(() => explainDownload(Object.assign(new Error('refused'), { code })), {
      failure: { code: 'certificate', facts: { reason: code } },
      mayPass: false,
    })
  assert.throws(() => explainDownload(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })), {
    failure: { code: 'unreachable', facts: {} },
    mayPass: true,
  })
})

test('a server that is down is tried again twice before it is told', async () => {
  await using server = await openFileServer({ status: 503 })
  const { importId } = await importByHand()
  const cases = [
    { source: await addSource(importId, server.url), code: 'status' },
    // Nothing listens there.
    { source: await addSource(importId, 'http://127.0.0.1:9/prices.csv'), code: 'unreachable' },
  ]
  for (const { source, code } of cases)
    for (const expected of [undefined, undefined, code]) {
      await makeDue(source)
      assert.equal((await source.read()).failure?.code, expected)
    }
  assert.equal(server.calls.length, 3)
})

test('neither the address nor a redirect leads into the own network, and the secret stays with its host', async () => {
  const { importId, file } = await importByHand()
  const add = (location: string, more = {}) =>
    byAdmin('POST', '/import-sources', {
      importId,
      name: 'Refused',
      origin: 'address',
      location,
      time: null,
      limits: defaultSourceLimits,
      ...more,
    })
  for (const address of [
    'http://10.0.0.1/a.csv',
    'https://[fe80::1]/a.csv',
    'ftp://a.test/a.csv',
    'https://u:p@a.test/',
    'x',
  ])
    assert.equal((await add(address)).body.code, 'import-source-address', address)
  for (const name of ['../a.csv', 'a/b.csv', String.raw`a\b.csv`, '.env', 'C:a.csv'])
    assert.equal((await add(name, { origin: 'folder' })).body.code, 'import-source-pattern', name)
  await using other = await openFileServer({ body: file('11.00') })
  await using server = await openFileServer({ status: 302, headers: { location: other.url } })
  const credential = { kind: 'header', name: 'X-Key', secret: 'open sesame' }
  const source = await addSource(importId, server.url, { credential })
  await makeDue(source)
  assert.equal(server.calls[0]?.['x-key'], 'open sesame')
  assert.equal(other.calls[0]?.['x-key'], undefined)
  assert.equal((await source.history())[0]?.state, 'applied')
  server.file.answer = { status: 302, headers: { location: 'http://10.0.0.1/a.csv' } }
  await makeDue(source)
  assert.equal((await source.read()).failure?.code, 'address-refused')
  const moved = await byAdmin('PUT', `/import-sources/${source.id}`, { location: other.url })
  assert.equal(moved.body.code, 'import-source-secret')
  const put = await byAdmin('PUT', `/import-sources/${source.id}`, { location: other.url, credential: null })
  assert.equal(put.status, 200, JSON.stringify(put.body))
})

test('of two servers one fetches a file, and what a dead one has begun is done again', async () => {
  await using second = await openTestShop({ sharing: shop, env: { IMPORT_FOLDER: folder } })
  await using server = await openFileServer()
  const { importId, file, table, prices } = await importByHand()
  const source = await addSource(importId, server.url)
  const { resolve, promise } = Promise.withResolvers<void>()
  server.file.answer = { body: file('11.00'), held: promise }
  await shop.db.execute(sql`UPDATE import_sources SET next_at = now() WHERE id = ${source.id}`)
  const runs = async () => {
    const { rows } = await shop.db.execute<{ done: number }>(
      sql`SELECT count(*)::integer AS done FROM jobs.job WHERE name = ${sourcesJob} AND state = 'completed'`,
    )
    return rows[0]?.done ?? 0
  }
  const before = await runs()
  const enqueue = () => shop.db.transaction((tx) => jobs.enqueue(tx, sourcesJob, {}))
  await enqueue()
  await waitUntil(() => server.calls.length > 0, 'one has asked for the file')
  assert.equal((await source.read()).pending, 'now')
  await enqueue()
  await waitUntil(async () => (await runs()) > before, 'the other has found nothing to do')
  resolve()
  await source.settled()
  assert.equal(server.calls.length, 1)
  assert.deepEqual(await prices(), [1100])
  // A process has died while it staged the next file.
  const { body: left } = await uploadTable(second, 'products', table('12.00'))
  await shop.db.execute(sql`UPDATE imports SET source_id = ${source.id} WHERE id = ${left.import._id}`)
  await shop.db.execute(sql`
    UPDATE import_sources SET taken_by = gen_random_uuid(), taken_at = now() - interval '1 hour' WHERE id = ${source.id}`)
  server.file.answer = { body: file('12.00') }
  await makeDue(source)
  assert.deepEqual(await prices(), [1200])
  assert.deepEqual(
    (await source.history()).map(({ state }) => state),
    ['applied', 'applied'],
  )
})

test('of the folder of the server the newest file that fits is taken, once it is whole; links are not followed', async () => {
  const { importId, file, prices } = await importByHand()
  const own = (name: string) => join(folder, `s${run}-${name}`)
  const old = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  const put = async (name: string, text: string, minutes: number) => {
    await writeFile(own(name), text)
    await utimes(own(name), old(minutes), old(minutes))
  }
  const source = await addSource(importId, `s${run}-*.csv`, { origin: 'folder' })
  await writeFile(join(folder, 'outside.txt'), file('19.00'))
  await symlink(join(folder, 'outside.txt'), own('9.csv'))
  await makeDue(source)
  assert.equal((await source.read()).failure?.code, 'no-file')
  await put('1.csv', file('11.00'), 30)
  await put('2.csv', file('12.00'), 20)
  await put('3.txt', file('13.00'), 10)
  await makeDue(source)
  assert.deepEqual(await prices(), [1200])
  assert.equal((await source.history())[0]?.fileName, `s${run}-2.csv`)
  await put('4.csv', file('14.00').slice(0, 100), 0)
  await makeDue(source)
  assert.deepEqual([(await source.read()).failure, (await source.history()).length], [undefined, 1])
  // It was written just now, and is looked for again soon.
  assert.equal((await source.read()).pending, 'retry')
  await put('4.csv', file('14.00'), 5)
  await makeDue(source)
  assert.deepEqual(await prices(), [1400])
  assert.equal((await source.read()).pending, undefined)
})

test('a file of a schedule that names pictures without bringing them says so of products only that have none', async () => {
  await using server = await openFileServer()
  run += 1
  const table = (price: string) => [
    ['Part number', 'Name', 'Price', 'Picture'],
    ...['A', 'B'].map((part) => [`S${run}-${part}`, `Pictured ${run} ${part}`, price, `${part}.jpg`]),
  ]
  const { _id: importId } = await importTable(shop, 'products', table('10.00'))
  await shop.db.execute(sql`UPDATE products SET image_url = '/media/known/960.webp' WHERE sku = ${`S${run}-A`}`)
  const source = await addSource(importId, server.url)
  server.file.answer = { body: toCsv(table('10.10')) }
  await source.run()
  const [last] = await source.history()
  const rows = await listRows(shop, last?._id ?? '')
  assert.deepEqual(
    rows.map(({ name, warnings }) => [name.slice(-1), warnings.map(({ code }) => code)]),
    [
      ['A', []],
      ['B', ['picture-not-uploaded']],
    ],
  )
})

test('a schedule works in the name of whoever saved it, as long as that person may; it can be paused, taken over and deleted', async () => {
  await using server = await openFileServer()
  const { importId, file, prices } = await importByHand()
  server.file.answer = { body: file('11.00') }
  const source = await addSource(importId, server.url)
  const member = await createStaff(shop, `buyer-${run}`, ['catalog'])
  const path = `/import-sources/${source.id}`
  const saved = await byAdmin<{ source: ImportSource }>('PUT', path, { time: null }, member.token)
  assert.deepEqual([saved.status, saved.body.source.savedBy], [200, member.email])
  await shop.db.execute(sql`UPDATE users SET staff_role_id = NULL WHERE id = ${member.id}`)
  await makeDue(source)
  assert.equal((await source.read()).failure?.code, 'not-permitted')
  assert.deepEqual([await prices(), server.calls.length], [[1000], 0])
  const told = (await mailsAbout(run)).map(({ recipient }) => recipient)
  assert.deepEqual([told.includes(shop.admin.email), told.includes(member.email)], [true, false])
  const other = await createStaff(shop, `customers-${run}`, ['customers'])
  const { body: hidden } = await byAdmin<{ sources: ImportSource[] }>('GET', '/import-sources', undefined, other.token)
  assert.deepEqual(hidden.sources, [])
  assert.equal((await byAdmin('DELETE', path, undefined, other.token)).body.code, 'import-source-not-found')
  assert.equal((await byAdmin('PUT', path, { paused: true })).status, 200)
  assert.equal((await byAdmin('POST', `${path}/run`)).body.code, 'import-source-paused')
  await makeDue({ ...source, settled: async () => undefined })
  assert.equal((await byAdmin('PUT', path, { paused: false })).status, 200)
  await source.run()
  assert.deepEqual([await prices(), server.calls.length], [[1100], 1])
  const [applied] = await source.history()
  assert.equal((await byAdmin('DELETE', path)).status, 200)
  assert.equal((await byAdmin('DELETE', path)).body.code, 'import-source-not-found')
  const left = await finished(shop, applied?._id ?? '')
  assert.deepEqual([left.state, left.source], ['applied', undefined])
})

test('a schedule reads as the import by hand was read: its columns in any order, its encoding, and other columns left out', async () => {
  await using server = await openFileServer()
  run += 1
  const head = ['Name', 'Art', 'Preis']
  const rows = [
    [`Bürste ${run}`, `E${run}-1`, '5,50'],
    [`Öse ${run}`, `E${run}-2`, '1.234,50'],
  ]
  const { _id: importId } = await importTable(shop, 'products', [head, ...rows], {
    columns: ['name', 'partNumber', 'price'],
  })
  const source = await addSource(importId, server.url)
  const moved = [['Price', 'Preis', 'Art', 'Name'], ...rows.map(([name, number]) => ['99', '6,50', number, name])]
  server.file.answer = { body: toCsv(moved as string[][]) }
  await byAdmin('PUT', `/import-sources/${source.id}`, { limits: { ...defaultSourceLimits, price: 1000 } })
  await makeDue(source)
  assert.equal(
    (await source.history())[0]?.state,
    'applied',
    JSON.stringify([await source.read(), await source.history()]),
  )
  const { rows: stored } = await shop.db.execute<{ price: number }>(
    sql`SELECT price_cents AS price FROM products WHERE sku LIKE ${`E${run}-%`} ORDER BY sku`,
  )
  assert.deepEqual(
    stored.map(({ price }) => price),
    [650, 650],
  )
})
