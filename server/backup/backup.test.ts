import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import type { Tool } from '#contract/catalog.ts'
import type { Order } from '#contract/orders.ts'
import { createTestDatabase } from '#embedded/postgres/testing/test-database.ts'
import { BackupError } from '#server/backup/backup-file.ts'
import { backupShop } from '#server/backup/backup-shop.ts'
import { verifyBackup } from '#server/backup/read-backup.ts'
import { restoreShop } from '#server/backup/restore-shop.ts'
import { checkStock } from '#server/stock/check-stock.ts'
import { migrationFolders } from '#server/composition/create-shop.ts'
import { readServerMessages } from '#server/testing/postgres-wire.ts'
import { createTcpProxy } from '#server/testing/tcp-proxy.ts'
import { openTestShop } from '#server/testing/open-test-shop.ts'
import { placeOrder } from '#server/testing/place-order.ts'
import { payFor } from '#server/testing/pay-with-card.ts'
import { waitUntil } from '#server/testing/wait-until.ts'

const options = { migrationFolders, replace: false }

test('a shop that is backed up while it sells comes back with everything that was acknowledged before', async () => {
  await using folder = await newFolder()
  await using shop = await openTestShop()
  const buyer = await shop.signUp('buyer')
  const product = await shop.addProduct({ available: 100_000 })
  const png = await sharp({ create: { width: 20, height: 20, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.set('image', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'disc.png')
  const upload = await shop.call<{ data: { url: string } }>('POST', '/1/upload', { token: buyer.token, body: form })
  const paid = await placeOrder(shop, buyer, product, 3)
  await payFor(shop, buyer, paid)
  await shop.call('PATCH', `/ship-order/${paid._id}`, { token: shop.admin.token })
  const acknowledged: string[] = [paid._id]

  let selling = true
  const sellers = Array.from({ length: 4 }, async () => {
    while (selling) acknowledged.push((await placeOrder(shop, buyer, product, 1))._id)
  })
  while (acknowledged.length < 20) await new Promise(setImmediate)
  const before = [...acknowledged]
  const file = join(folder.path, 'shop.backup')
  await backupShop(shop, file, migrationFolders).finally(() => (selling = false))
  await Promise.all(sellers)
  assert.equal((await stat(file)).mode & 0o777, 0o600)
  await assert.rejects(backupShop(shop, file, migrationFolders), /it is there already/)
  const mistyped = { ...shop, dataDirectory: join(folder.path, 'mistyped') }
  await assert.rejects(backupShop(mistyped, join(folder.path, 'other'), migrationFolders), {
    message: /none of the pictures of the shop \(1\) is in .*mistyped.media: correct DATA_DIR\.$/,
  })

  await using testDatabase = await createTestDatabase()
  const home = { databaseUrl: testDatabase.url, dataDirectory: join(folder.path, 'data') }
  await restoreShop(home, file, options)
  await using restored = await openTestShop({ sharing: { ...shop, ...home } })
  const { body: all } = await restored.call<Order[]>('GET', '/all-orders', { token: restored.admin.token })
  const ids = new Set(all.map(({ _id }) => _id))
  assert.deepEqual(
    before.filter((id) => !ids.has(id)),
    [],
    'orders that were acknowledged before are there',
  )
  assert.equal(all.find(({ _id }) => _id === paid._id)?.shipped, true)
  assert.deepEqual(await checkStock(restored.db), [])
  assert.equal((await fetch(`${restored.url}${new URL(upload.body.data.url, shop.url).pathname}`)).status, 200)
  // The passwords, the keys of the identity service and the numbers that the database gives go on.
  const again = await restored.signIn(buyer)
  const next = await placeOrder(restored, again, product, 1)
  await payFor(restored, again, next)
  assert.equal(
    all.some(({ number }) => number === next.number),
    false,
  )

  await assert.rejects(
    restoreShop(home, file, options),
    (error) => error instanceof BackupError && /is running/.test(error.message),
  )
})

/** Opens a way to the database on which the count of a copied table arrives by itself, after its rows. */
async function withLateCounts(databaseUrl: string): Promise<{ url: string } & AsyncDisposable> {
  const url = new URL(databaseUrl)
  const [host, port] = [url.hostname, Number(url.port)]
  const server = createServer((near) => {
    const far = connect(port, host)
    for (const socket of [near, far]) socket.setNoDelay(true)
    near.pipe(far)
    let sent = Promise.resolve()
    let waiting: Buffer[] = []
    const send = () => {
      const bytes = Buffer.concat(waiting)
      waiting = []
      if (bytes.length > 0) sent = sent.then(() => void near.write(bytes))
    }
    const read = readServerMessages((message) => {
      if (message.toString('latin1', 5, 10) === 'COPY ') {
        send()
        // The network takes a moment: what is written at once would arrive at once.
        sent = sent.then(() => delay(3))
      }
      waiting.push(message)
    })
    far.on('data', (bytes) => {
      read(bytes)
      send()
    })
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const)
      one.on('error', () => other.destroy()).on('close', () => other.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return { url: url.href, [Symbol.asyncDispose]: async () => void server.close() }
}

test('a backup is whole, also where the count of a table arrives after its rows', async () => {
  await using folder = await newFolder()
  await using shop = await openTestShop()
  await shop.addProduct()
  await using late = await withLateCounts(shop.databaseUrl)
  const file = join(folder.path, 'shop.backup')
  await backupShop({ ...shop, databaseUrl: late.url }, file, migrationFolders)
  await verifyBackup(file, migrationFolders)
})

test('a backup that is damaged or cut off leaves nothing behind, and a shop is not overwritten unasked', async () => {
  await using folder = await newFolder()
  const file = join(folder.path, 'shop.backup')
  {
    await using shop = await openTestShop()
    await shop.addProduct()
    await backupShop(shop, file, migrationFolders)
  }
  await using testDatabase = await createTestDatabase()
  const home = { databaseUrl: testDatabase.url, dataDirectory: join(folder.path, 'data') }
  const whole = await readFile(file)
  const middle = Math.floor(whole.length / 2)
  const flipped = Buffer.from(whole)
  flipped.writeUInt8(flipped.readUInt8(middle) ^ 0xff, middle)
  for (const [name, bytes] of [
    ['cut', whole.subarray(0, middle)],
    ['flipped', flipped],
    ['strange', Buffer.from('no backup')],
  ] as const) {
    const broken = join(folder.path, name)
    await writeFile(broken, bytes)
    await assert.rejects(restoreShop(home, broken, options), BackupError, name)
  }
  await restoreShop(home, file, options)
  await assert.rejects(restoreShop(home, file, options), /There is a shop in this database already/)
  await restoreShop(home, file, { ...options, replace: true })
  await using shop = await openTestShop({ databaseUrl: home.databaseUrl, env: { DATA_DIR: home.dataDirectory } })
  const { rows } = await shop.db.execute(sql`SELECT (SELECT count(*)::int FROM products) AS products`)
  assert.deepEqual(rows, [{ products: 1 }])
  const [product] = (await shop.call<Tool[]>('GET', '/tools')).body
  assert.ok(product)
  const first = await placeOrder(shop, await shop.signUp('first'), product, 1)
  assert.equal(first.number, 'BY-1001', 'numbers of a shop without orders begin where they do')
})

test('an incomplete backup fails and leaves no file, also next to a complete one', async () => {
  await using folder = await newFolder()
  await using shop = await openTestShop()
  await shop.addProduct()
  const file = join(folder.path, 'shop.backup')
  await assert.rejects(backupShop(shop, join(folder.path, 'none', 'shop.backup'), migrationFolders), {
    message: `The backup could not be made, and ${join(folder.path, 'none', 'shop.backup')} was not written: there is no such file or folder.`,
  })

  // A locked table keeps the backup waiting.
  await using line = await createTcpProxy(shop.databaseUrl)
  const locking = await shop.db.$client.connect()
  await locking.query('BEGIN; LOCK TABLE products')
  const cut = backupShop({ ...shop, databaseUrl: line.url }, file, migrationFolders)
  await waitUntil(async () => {
    const { rowCount } = await shop.db.$client.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'boltyard backup'
       AND wait_event_type = 'Lock'`,
    )
    return rowCount !== 0
  }, 'the backup waits')
  line.cut()
  await assert.rejects(cut, {
    message: `The backup could not be made, and ${file} was not written: Connection terminated unexpectedly.`,
  })
  await locking.query('ROLLBACK')
  locking.release()
  assert.deepEqual(await readdir(folder.path), [])

  const both = await Promise.allSettled([1, 2].map(() => backupShop(shop, file, migrationFolders)))
  const refused = both.filter((one) => one.status === 'rejected').map(({ reason }) => String(reason))
  assert.equal(refused.length, 1)
  assert.match(refused[0] ?? '', /it is there already/)
  assert.deepEqual(await readdir(folder.path), ['shop.backup'])
  const { manifest } = await verifyBackup(file, migrationFolders)
  assert.equal(
    manifest.tables.some(({ name }) => name === 'public.products'),
    true,
  )
})

async function newFolder() {
  const path = await mkdtemp(join(tmpdir(), 'boltyard-backup-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}
