import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { gzipSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import fc from 'fast-check'
import sharp from 'sharp'
import { extract, pack } from 'tar-stream'
import { findFreePort } from '#embedded/postgres/free-port.ts'
import { createTestDatabase } from '#embedded/postgres/testing/test-database.ts'
import { BackupError, checksum, type BackupTrailer, type Manifest } from '#server/backup/backup-file.ts'
import { backupShop } from '#server/backup/backup-shop.ts'
import { restoreShop } from '#server/backup/restore-shop.ts'
import { migrationFolders } from '#server/composition/create-shop.ts'
import { createClient } from '#server/platform/database/connections.ts'
import { createTcpProxy } from '#server/testing/tcp-proxy.ts'
import { createFaultyProxy } from '#server/testing/faulty-postgres-proxy.ts'
import { openTestShop } from '#server/testing/open-test-shop.ts'
import { placeOrder } from '#server/testing/place-order.ts'
import { runShopCommand, startShopCommand } from '#server/testing/run-shop-command.ts'
import { runShopProcess, type ShopProcess } from '#server/testing/run-shop-process.ts'
import { comparable, takeShopSnapshot } from '#server/testing/shop-snapshot.ts'
import { waitUntil } from '#server/testing/wait-until.ts'
import { search } from '#server/testing/random-search.ts'

const replace = { migrationFolders, replace: true }

/** Backups of two different shops, made once and only read. */
let folder = ''
let backup = ''
let backupOfOther = ''

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'boltyard-restore-'))
  backup = join(folder, 'shop.backup')
  backupOfOther = join(folder, 'other.backup')
  await Promise.all([makeBackup(backup, 'teal'), makeBackup(backupOfOther, 'orange')])
})
after(() => rm(folder, { recursive: true, force: true }))

test('whatever is wrong with the file, a restore leaves the shop as it was and says so in a sentence', async () => {
  await using home = await closedShop()
  const whole = await readFile(backup)
  const files: Record<string, Buffer> = {
    empty: Buffer.alloc(0),
    text: Buffer.from('this is no backup'),
    gzip: gzipSync('this is no backup'),
    tar: await packed([['photo.jpg', Buffer.from('nice')]]),
    cut: whole.subarray(0, whole.length / 2),
    newer: await changed(backup, (manifest) => Object.assign(manifest, { format: 2 })),
    unknown: await changed(backup, ({ migrations }) =>
      migrations.push({ room: 'shop', name: '9999-later.sql', checksum: '' }),
    ),
    former: await changed(backup, ({ migrations }) => {
      const first = migrations.find(({ room }) => room === 'shop')
      assert.ok(first)
      first.name = '0001-shop.sql'
    }),
    strange: await changed(backup, ({ tables }) => tables[0]?.columns.push('password')),
    short: await changed(backup, () => undefined, { losesRows: true }),
  }
  const messages: Record<string, RegExp> = {
    missing: /there is no such file/,
    directory: /it is a folder/,
    empty: /is empty/,
    text: /is no backup of a shop/,
    gzip: /is no backup of a shop/,
    tar: /is no backup of a shop.* \(it begins with something else\)/,
    cut: /(?:not whole|not a whole one) \(unexpected end of file\)/,
    newer: /was made by a newer version of Boltyard/,
    unknown: /has a schema \(shop\/9999-later\.sql\) that this version of Boltyard does not know/,
    former: /was made by a version from before the tables of 0\.1\.0\..*export products, prices and customers/,
    strange: /columns of .* that its own schema does not know/,
    short: /rows of .* are missing/,
  }
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes)
  await mkdir(join(folder, 'directory'))
  const before = await takeShopSnapshot(home)
  for (const [name, messageText] of Object.entries(messages)) {
    await assert.rejects(restoreShop(home, join(folder, name), replace), (error: Error) => {
      assert.ok(error instanceof BackupError)
      assert.match(error.message, messageText)
      assert.match(error.message, / Nothing was changed\.$/)
      return true
    })
    assert.deepEqual(await takeShopSnapshot(home), before, name)
  }
  const mistyped = await runShopCommand(['restore', join(folder, 'missing'), '--replace'], home.env)
  assert.equal(mistyped.code, 1)
  assert.equal(
    mistyped.stderr,
    `${join(folder, 'missing')} cannot be read: there is no such file or folder. Nothing was changed.\n`,
  )
  assert.deepEqual(await takeShopSnapshot(home), before)
})

test('a backup that is cut or changed at any byte is restored whole or not at all', async () => {
  await using home = await closedShop()
  await using another = await closedShop()
  await restoreShop(another, backup, replace)
  const restored = await takeShopSnapshot(another)
  const sealed = await readFile(backup)
  // As an earlier version wrote it: without a checksum of the compression.
  const bare = zstdCompressSync(zstdDecompressSync(sealed))
  const broken = join(folder, 'broken')
  const fault = fc.record({
    version: fc.constantFrom('sealed', 'bare'),
    kind: fc.constantFrom('cut', 'flipped'),
    // Near the ends there is more to break than in the middle.
    place: fc.oneof(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.integer({ min: 1, max: 200 })),
    bit: fc.integer({ min: 0, max: 7 }),
  })
  let refused = 0
  const property = fc.asyncProperty(fault, async ({ version, kind, place, bit }) => {
    const bytes = version === 'sealed' ? sealed : bare
    const at = place < 1 ? Math.floor(place * bytes.length) : bytes.length - place
    const damaged = Buffer.from(kind === 'cut' ? bytes.subarray(0, at) : bytes)
    if (kind === 'flipped') damaged.writeUInt8(damaged.readUInt8(at) ^ (1 << bit), at)
    await writeFile(broken, damaged)
    const before = await takeShopSnapshot(home)
    const outcome = await restoreShop(home, broken, replace).catch((error: unknown) => error)
    const now = await takeShopSnapshot(home)
    if (outcome instanceof Error) {
      assert.ok(outcome instanceof BackupError, outcome.stack)
      assert.match(outcome.message, / Nothing was changed\.$/)
      assert.deepEqual(now, before)
      refused++
    } else {
      assert.deepEqual(comparable(now), { ...picturesIn(before.files), ...comparable(restored) })
      await restoreShop(home, backupOfOther, replace)
    }
  })
  await fc.assert(property, search(12))
  assert.ok(refused >= 4)
})

test('a restore that is killed, cut off or disturbed in the middle leaves the shop as it was', async () => {
  await using home = await closedShop()
  const before = await takeShopSnapshot(home)

  // A locked table keeps the restore waiting.
  {
    await using reader = await readerOf(home.databaseUrl)
    const { pid, ended } = startShopCommand(['restore', backup, '--replace'], home.env)
    await reader.restoreWaits()
    process.kill(pid, 'SIGKILL')
    await ended
  }
  assert.deepEqual(await takeShopSnapshot(home), before, 'killed')

  {
    await using line = await createTcpProxy(home.databaseUrl)
    await using reader = await readerOf(home.databaseUrl)
    const restoring = restoreShop({ ...home, databaseUrl: line.url }, backup, replace)
    await reader.restoreWaits()
    line.cut()
    await assert.rejects(restoring, {
      message: 'The restore could not be completed (Connection terminated unexpectedly). Nothing was changed.',
    })
  }
  assert.deepEqual(await takeShopSnapshot(home), before, 'cut off')

  // A shop of an earlier version waits for no restore.
  {
    await using reader = await readerOf(home.databaseUrl)
    const restoring = restoreShop(home, backup, replace)
    await reader.restoreWaits()
    const shop = createClient({ connectionString: home.databaseUrl, application_name: 'boltyard' })
    await shop.connect()
    await reader.end()
    await assert.rejects(restoring, /A shop is running on this database\. Stop it first\. Nothing was changed\./)
    await shop.end()
  }
  assert.deepEqual(await takeShopSnapshot(home), before, 'a shop came')

  await rm(join(home.dataDirectory, 'media'), { recursive: true })
  await writeFile(join(home.dataDirectory, 'media'), 'no folder, so nothing can be written below it')
  const withoutPictures = await takeShopSnapshot(home)
  await assert.rejects(
    restoreShop(home, backup, replace),
    /cannot take what the backup holds: .* Nothing was changed\.$/,
  )
  assert.deepEqual(await takeShopSnapshot(home), withoutPictures, 'no room for pictures')
})

test('of two restores at once one says that it must wait, and the shop is that of the other', async () => {
  await using home = await closedShop()
  await using reader = await readerOf(home.databaseUrl)
  const first = restoreShop(home, backup, replace)
  await reader.restoreWaits()
  await assert.rejects(
    restoreShop(home, backupOfOther, replace),
    /Another restore, a command or a starting shop is at work on this database.* Nothing was changed\./,
  )
  const backingUp = startShopCommand(['backup', join(folder, 'meanwhile.backup')], home.env)
  await reader.waits('boltyard starting')
  await reader.end()
  await first
  const { code, stdout, stderr } = await backingUp.ended
  assert.equal(code, 0, stderr)
  assert.match(stdout, /A backup is being restored into this database/)
  await using another = await closedShop()
  await restoreShop(another, join(folder, 'meanwhile.backup'), replace)
  const { database } = await takeShopSnapshot(another)
  assert.deepEqual(database['public.products'], (await takeShopSnapshot(home)).database['public.products'])
})

test('a shop that starts while a backup is restored waits, and then is the restored one', async () => {
  await using home = await closedShop()
  let starting: Promise<ShopProcess> | undefined
  // Whatever fails in between, the shop does not outlive the test, which would wait for it.
  await using _ended = { [Symbol.asyncDispose]: async () => void (await (await starting)?.stop('SIGTERM')) }
  await using reader = await readerOf(home.databaseUrl)
  const restoring = restoreShop(home, backup, replace)
  await reader.restoreWaits()
  starting = runShopProcess(home.dataDirectory, {
    DATABASE_URL: home.databaseUrl,
    PORT: String(await findFreePort()),
    ...adminSettings,
  })
  await reader.waits('boltyard starting')
  await reader.end()
  await restoring
  const shop = await starting
  assert.match(shop.output(), /A backup is being restored into this database; the shop opens after that\./)
  const products = (await (await fetch(`${shop.url}/tools`)).json()) as { name: string; img: string }[]
  assert.deepEqual(
    products.map(({ name }) => name),
    ['A teal disc'],
  )
  assert.equal((await fetch(new URL(products[0]?.img ?? '', shop.url))).status, 200)
  // Encrypted columns are readable with the restored key.
  const signIn = await fetch(`${shop.url}/v1/accounts:signInWithPassword?key=boltyard`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: adminSettings.ADMIN_EMAIL, password: adminSettings.ADMIN_PASSWORD }),
  })
  assert.equal(signIn.status, 200)
})

test('a restore whose last answer is lost finds out that it was done', async () => {
  await using home = await closedShop()
  await using line = await createFaultyProxy(home.databaseUrl)
  line.faults.lostAnswers = 1
  await restoreShop({ ...home, databaseUrl: line.url }, backup, replace)
  assert.equal(line.happened.lostAnswers, 1)
  assert.equal(await readKey(home), await keyOf(backup))
  assert.deepEqual(await leftovers(home), [])
})

test('files of a restore that ended right after its commit are put in place by the next start', async () => {
  await using home = await closedShop()
  const oldKey = await readKey(home)
  // A picture cannot be put where a file of its name lies, so the restore gets no further than its rows.
  const [picture = ''] = [...(await entriesOf(backup)).keys()].filter((name) => name.startsWith('media/'))
  const inTheWay = join(home.dataDirectory, dirname(picture))
  await writeFile(inTheWay, 'no folder')
  await assert.rejects(
    restoreShop(home, backup, replace),
    /The rows are restored, but pictures or the secret key could not be put in place .* by itself\.$/,
  )
  assert.equal(await readKey(home), oldKey)
  await rm(inTheWay)
  const { code, stderr } = await runShopCommand(['audit'], home.env)
  assert.equal(code, 0, stderr)
  assert.equal(await readKey(home), await keyOf(backup))
  assert.ok((await takeShopSnapshot(home)).files[picture])
  assert.deepEqual(await leftovers(home), [])
})

test('rows that a secret key has sealed are not restored where another key would be used', async () => {
  await using testDatabase = await createTestDatabase()
  const file = join(folder, 'with-own-key.backup')
  const secretKey = 'a secret key of the settings of the shop'
  {
    await using shop = await openTestShop({ env: { SECRET_KEY: secretKey } })
    await backupShop({ ...shop, secretKey }, file, migrationFolders)
  }
  const home = { databaseUrl: testDatabase.url, dataDirectory: join(folder, 'with-own-key') }
  await assert.rejects(restoreShop(home, file, replace), /had a SECRET_KEY in its settings.* Set the same SECRET_KEY/)
  await assert.rejects(restoreShop({ ...home, secretKey: 'x'.repeat(32) }, file, replace), /Set the same SECRET_KEY/)
  await assert.rejects(
    restoreShop({ ...home, secretKey }, backup, replace),
    /SECRET_KEY is not the secret key of the shop in .* Leave it out/,
  )
  assert.deepEqual((await takeShopSnapshot(home)).database, {})
  await restoreShop({ ...home, secretKey }, file, replace)
})

test('tables of something else are neither dropped by a restore nor a part of a backup', async () => {
  await using testDatabase = await createTestDatabase()
  const home = { databaseUrl: testDatabase.url, dataDirectory: join(folder, 'shared') }
  const client = createClient({ connectionString: testDatabase.url })
  await client.connect()
  try {
    await client.query(`CREATE TABLE users (name text); INSERT INTO users VALUES ('of another program')`)
    const before = await takeShopSnapshot(home)
    await assert.rejects(restoreShop(home, backup, replace), /tables of something else where [^(]*\(public\.users\)/)
    assert.deepEqual(await takeShopSnapshot(home), before)

    await client.query('DROP TABLE users')
    await restoreShop(home, backup, replace)
    await client.query(`CREATE TABLE bookkeeping (sum integer); INSERT INTO bookkeeping VALUES (7)`)
    await client.query('CREATE VIEW names AS SELECT display_name FROM users')
    await assert.rejects(restoreShop(home, backupOfOther, replace), /would be lost \(public\.names\)/)
    await client.query('DROP VIEW names')
    await client.query('CREATE INDEX folded ON bookkeeping (fold_text(sum::text))')
    await assert.rejects(restoreShop(home, backupOfOther, replace), /would be lost \(index folded\)/)
    await client.query('DROP INDEX folded')
    await client.query(
      'CREATE FUNCTION count_users() RETURNS bigint LANGUAGE sql BEGIN ATOMIC SELECT count(*) FROM users; END',
    )
    await assert.rejects(restoreShop(home, backupOfOther, replace), /would be lost \(function count_users\(\)\)/)
    await client.query('DROP FUNCTION count_users()')
    await restoreShop(home, backupOfOther, replace)
    await restoreShop(home, backup, replace)
    assert.equal((await client.query('SELECT sum FROM bookkeeping')).rowCount, 1)

    await client.query(`INSERT INTO servers (id, host, version, secret_key_id, pictures)
      VALUES (gen_random_uuid(), 'shop1', '1', 'key', 'folder 1')`)
    const file = join(folder, 'shared.backup')
    assert.deepEqual((await backupShop(home, file, migrationFolders)).skippedTables, ['public.bookkeeping'])
    await restoreShop(home, file, replace)
    assert.equal((await client.query('SELECT sum FROM bookkeeping')).rowCount, 1)
    // The list of running servers is no part of a backup.
    assert.equal((await client.query('SELECT FROM servers')).rowCount, 0)
  } finally {
    await client.end()
  }
})

test('a restore over a newer shop drops nothing that it does not know, and says what that is', async () => {
  await using testDatabase = await createTestDatabase()
  const home = { databaseUrl: testDatabase.url, dataDirectory: join(folder, 'newer-shop') }
  await restoreShop(home, backup, replace)
  const client = createClient({ connectionString: testDatabase.url })
  await client.connect()
  try {
    await client.query(`INSERT INTO migrations (room, name, checksum) VALUES ('shop', '9999-later.sql', 'sum')`)
    await client.query('CREATE TABLE crm_customers (id integer); CREATE TABLE invoices (id integer)')
    await client.query('CREATE FUNCTION later() RETURNS integer LANGUAGE sql RETURN 1')
    const before = await takeShopSnapshot(home)
    await assert.rejects(
      restoreShop(home, backupOfOther, replace),
      /newer than this version [^:]*: public\.crm_customers, public\.invoices, public\.later\. Restore with the newer version, or into another database\. Nothing was changed\.$/,
    )
    assert.deepEqual(await takeShopSnapshot(home), before)
    await client.query('DROP TABLE crm_customers, invoices; DROP FUNCTION later()')
    // A view of others on a view of the shop would be lost as well.
    await client.query('CREATE VIEW facets AS SELECT * FROM projected_facets')
    await assert.rejects(restoreShop(home, backupOfOther, replace), /: public\.facets\. Restore with/)
    await client.query(`DELETE FROM migrations WHERE name = '9999-later.sql'`)
    await assert.rejects(restoreShop(home, backupOfOther, replace), /would be lost \(public\.facets\)/)
    await client.query('DROP VIEW facets')
    await client.query(`INSERT INTO migrations (room, name, checksum) VALUES ('shop', '9999-later.sql', 'sum')`)
    await restoreShop(home, backupOfOther, replace)
    assert.equal((await client.query(`SELECT FROM migrations WHERE name = '9999-later.sql'`)).rowCount, 0)
  } finally {
    await client.end()
  }
})

test('jobs that waited come back once, when the restored shop starts', async () => {
  await using home = await closedShop()
  const file = join(folder, 'jobs.backup')
  await writeFile(
    file,
    await changed(backup, () => undefined, {
      jobs: [
        { name: 'release-payment', data: { orderId: 'none' } },
        { name: 'a job of an older version', data: {} },
      ],
    }),
  )
  await restoreShop(home, file, replace)
  const count = async (query: string) => Number((await shop.db.$client.query<{ count: string }>(query)).rows[0]?.count)
  await using shop = await openTestShop({ databaseUrl: home.databaseUrl, env: { DATA_DIR: home.dataDirectory } })
  assert.equal(await count(`SELECT count(*) FROM jobs.job WHERE name = 'release-payment'`), 1)
  assert.equal(await count(`SELECT count(*) FROM restored_jobs`), 1, 'what this shop does not know waits on')
})

test('a backup can be verified without any shop', async () => {
  const env = { DATA_DIR: join(folder, 'none') }
  const { code, stdout } = await runShopCommand(['verify', backup], env)
  assert.equal(code, 0)
  assert.match(stdout, /is complete, and this version can restore it\.\n.* rows, 1 pictures and the secret key\.\n$/)
  await writeFile(join(folder, 'half'), (await readFile(backup)).subarray(0, 5000))
  const broken = await runShopCommand(['verify', join(folder, 'half')], env)
  assert.equal(broken.code, 1)
  assert.match(
    broken.stderr,
    /^[^\n]+ is (damaged or not whole|no backup of a shop, or not a whole one) \([^\n]+\)\.\n$/,
  )
  await assert.rejects(readdir(env.DATA_DIR), { code: 'ENOENT' })
})

const picturesIn = (files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).filter(([file]) => file.startsWith('media/')))

const leftovers = async (home: { databaseUrl: string; dataDirectory: string }) =>
  Object.keys((await takeShopSnapshot(home)).files).filter((file) => file.includes('.restore-'))

const readKey = ({ dataDirectory }: { dataDirectory: string }) => readFile(join(dataDirectory, 'secret-key'), 'utf8')
const keyOf = async (file: string) => (await entriesOf(file)).get('secret-key')?.toString()

async function entriesOf(file: string): Promise<Map<string, Buffer>> {
  const archive = extract()
  archive.end(zstdDecompressSync(await readFile(file)))
  const entries = new Map<string, Buffer>()
  for await (const entry of archive) entries.set(entry.header.name, await buffer(entry))
  return entries
}

async function packed(entries: Iterable<readonly [string, Buffer]>): Promise<Buffer> {
  const archive = pack()
  for (const [name, bytes] of entries) archive.entry({ name }, bytes)
  archive.finalize()
  return zstdCompressSync(await buffer(archive))
}

/** Modifies a backup and gives it a correct checksum. */
async function changed(
  file: string,
  change: (manifest: Manifest) => unknown,
  { losesRows = false, jobs }: { losesRows?: boolean; jobs?: { name: string; data: object }[] } = {},
): Promise<Buffer> {
  const entries = await entriesOf(file)
  const manifest = JSON.parse(String(entries.get('shop.json'))) as Manifest
  change(manifest)
  entries.set('shop.json', Buffer.from(JSON.stringify(manifest)))
  if (jobs) entries.set('jobs.json', Buffer.from(JSON.stringify(jobs)))
  const rows = [...entries.keys()].find((name) => name.startsWith('tables/')) ?? ''
  if (losesRows) entries.set(rows, Buffer.alloc(0))
  const sum = checksum()
  for (const [name, bytes] of entries) if (name !== 'end.json') sum.add(name, bytes)
  const end = { ...(JSON.parse(String(entries.get('end.json'))) as BackupTrailer), sha256: sum.digest() }
  entries.set('end.json', Buffer.from(JSON.stringify(end)))
  return packed(entries)
}

const adminSettings = { ADMIN_EMAIL: 'admin@boltyard.test', ADMIN_PASSWORD: 'nine steel bolts' }

async function makeBackup(file: string, background: string): Promise<void> {
  await using shop = await openTestShop()
  const buyer = await shop.signUp(background)
  const png = await sharp({ create: { width: 20, height: 20, channels: 3, background } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.set('image', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'disc.png')
  const upload = await shop.call<{ data: { url: string } }>('POST', '/1/upload', { token: buyer.token, body: form })
  const { pathname } = new URL(upload.body.data.url, shop.url)
  const product = await shop.addProduct({ name: `A ${background} disc`, img: pathname })
  await placeOrder(shop, buyer, product, 3)
  await backupShop(shop, file, migrationFolders)
}

/** Creates a stopped shop. */
async function closedShop() {
  const testDatabase = await createTestDatabase()
  const dataDirectory = await mkdtemp(join(tmpdir(), 'boltyard-home-'))
  const home = { databaseUrl: testDatabase.url, dataDirectory }
  await restoreShop(home, backupOfOther, replace)
  return {
    ...home,
    env: { DATABASE_URL: testDatabase.url, DATA_DIR: dataDirectory },
    async [Symbol.asyncDispose]() {
      await testDatabase[Symbol.asyncDispose]()
      await rm(dataDirectory, { recursive: true, force: true })
    },
  }
}

/** Locks a table by reading it. */
async function readerOf(databaseUrl: string) {
  const client = createClient({ connectionString: databaseUrl, application_name: 'a reader' })
  await client.connect()
  await client.query('BEGIN; SELECT 1 FROM products')
  const watcher = createClient({ connectionString: databaseUrl, application_name: 'a watcher' })
  await watcher.connect()
  const waits = (name: string) =>
    waitUntil(async () => {
      const { rowCount } = await watcher.query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1 AND wait_event_type = 'Lock'`,
        [name],
      )
      return rowCount !== 0
    }, `${name} waits`)
  const end = async () => {
    await client.end()
    await watcher.end()
  }
  return { waits, restoreWaits: () => waits('boltyard restore'), end, [Symbol.asyncDispose]: end }
}
