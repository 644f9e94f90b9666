import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { findFreePort } from '#embedded/postgres/free-port.ts'
import { startReplicatedPostgres } from '#embedded/postgres/testing/start-standby.ts'
import { createTestDatabase } from '#embedded/postgres/testing/test-database.ts'
import { createClient } from '#server/platform/database/connections.ts'
import { runShopProcess } from '#server/testing/run-shop-process.ts'
import { waitUntil } from '#server/testing/wait-until.ts'

const directory = () => mkdtemp(join(tmpdir(), 'boltyard-servers-'))
const secretKey = 'a secret key of more than 32 characters'

/** Starts a shop that must refuse to start; returns what it prints. */
async function refusalOf(folder: string, env: Record<string, string>): Promise<string> {
  const error = await runShopProcess(folder, { ...env, PORT: String(await findFreePort()) }).then(
    async (shop) => {
      await shop.stop('SIGTERM')
      throw new Error('The shop has started.')
    },
    (failure: Error) => failure,
  )
  return error.message
}

test('a second server needs the same secret key and the same pictures as the first', async () => {
  await using database = await createTestDatabase()
  const [first, second] = [await directory(), await directory()]
  const settings = { DATABASE_URL: database.url, SECRET_KEY: secretKey }
  const shop = await runShopProcess(first, { ...settings, PORT: String(await findFreePort()) })
  try {
    assert.match(
      await refusalOf(first, { ...settings, SECRET_KEY: `${secretKey}, another` }),
      /uses another secret key/,
    )
    assert.match(await refusalOf(second, settings), /keeps its pictures where this one does not see them/)
    const same = await runShopProcess(first, { ...settings, PORT: String(await findFreePort()) })
    assert.equal((await same.stop('SIGTERM')).code, 0)
  } finally {
    await shop.stop('SIGTERM')
  }
  // The first has taken its row back, but the shop knows its key.
  const another = { ...settings, SECRET_KEY: `${secretKey}, another` }
  const refusal = await refusalOf(second, another)
  assert.match(refusal, /started with another secret key before[^]*authenticator apps, recovery codes/)
  const forget = { FORGET_SECRET_KEY: /FORGET_SECRET_KEY=(\w+)/.exec(refusal)?.[1] ?? '' }
  assert.match(await refusalOf(second, { ...another, FORGET_SECRET_KEY: 'wrong' }), /started with another secret key/)
  const alone = await runShopProcess(second, { ...another, ...forget, PORT: String(await findFreePort()) })
  await alone.stop('SIGTERM')
  assert.match(alone.output(), /has a new secret key from now on/)
  assert.match(await refusalOf(second, { ...settings, ...forget }), /started with another secret key/)
  for (const folder of [first, second]) await rm(folder, { recursive: true, force: true })
})

test('servers with different public addresses say so', async () => {
  await using database = await createTestDatabase()
  const folder = await directory()
  const settings = { DATABASE_URL: database.url, SECRET_KEY: secretKey }
  const start = async () => runShopProcess(folder, { ...settings, PORT: String(await findFreePort()) })
  const first = await start()
  const second = await start()
  await second.stop('SIGTERM')
  await first.stop('SIGTERM')
  const [one, other] = [first, second].map(({ url }) => `http://localhost:${new URL(url).port}`)
  assert.ok(second.output().includes(`has the public address ${one}, this one ${other}: links in mails`))
  await rm(folder, { recursive: true, force: true })
})

/** Sets the clock of a shop process. */
const withClock = (aheadMs: number) => {
  const shift = `const now = Date.now; Date.now = () => now() + ${aheadMs}`
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(shift)}` }
}

test('a server whose clock is wrong by a minute says so, and does not start in production from 5 minutes on', async () => {
  await using database = await createTestDatabase()
  const folder = await directory()
  const settings = { DATABASE_URL: database.url, SECRET_KEY: secretKey }
  const shop = await runShopProcess(folder, {
    ...settings,
    ...withClock(-400_000),
    PORT: String(await findFreePort()),
  })
  await shop.stop('SIGTERM')
  assert.match(shop.output(), /The clock of this server is (399|40\d) seconds behind that of the database/)
  const production = { NODE_ENV: 'production', RATE_LIMITS: 'on', PUBLIC_URL: 'https://shop.example.com' }
  assert.match(
    await refusalOf(folder, { ...settings, ...production, ...withClock(400_000) }),
    /The clock of this server is (399|40\d) seconds ahead of that of the database/,
  )
  await rm(folder, { recursive: true, force: true })
})

test('a server whose picture storage cannot be reached, or has no such bucket, starts and says so', async () => {
  const folder = await directory()
  const storage = createServer((_, response) => {
    response.writeHead(404, { 'content-type': 'application/xml' })
    response.end('<Error><Code>NoSuchBucket</Code></Error>')
  })
  storage.listen(0, '127.0.0.1')
  await once(storage, 'listening')
  const { port } = storage.address() as AddressInfo
  const outputWith = async (endpoint: string, expected: RegExp) => {
    await using database = await createTestDatabase()
    const shop = await runShopProcess(folder, {
      DATABASE_URL: database.url,
      SECRET_KEY: secretKey,
      S3_ENDPOINT: endpoint,
      S3_BUCKET: 'pictures',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
      PORT: String(await findFreePort()),
    })
    try {
      await waitUntil(() => expected.test(shop.output()), 'the log names the fault of the storage')
    } finally {
      await shop.stop('SIGTERM')
    }
  }
  try {
    await outputWith(`http://127.0.0.1:${port}`, /has no bucket “pictures”\. Create it, or check S3_BUCKET/)
  } finally {
    storage.close()
  }
  await outputWith(`http://127.0.0.1:${port}`, /cannot be reached: ECONNREFUSED\. Check S3_ENDPOINT/)
  await rm(folder, { recursive: true, force: true })
})

test('a server starts and serves on a schema that a newer version has expanded, but not after a contract', async () => {
  await using database = await createTestDatabase()
  const folder = await directory()
  const settings = { DATABASE_URL: database.url, SECRET_KEY: secretKey }
  const start = async () => runShopProcess(folder, { ...settings, PORT: String(await findFreePort()) })
  const shop = await start()
  const client = createClient({ connectionString: database.url })
  await client.connect()
  const apply = (name: string, needs: string | null) =>
    client.query(`INSERT INTO migrations (room, name, checksum, needs) VALUES ('shop', $1, '', $2)`, [name, needs])
  const readiness = async () => (await fetch(`${shop.url}/readyz`)).status
  try {
    await apply('9998-expand.sql', null)
    await apply('9999-contract.sql', '0023-setup.sql')
    await (await start()).stop('SIGTERM')
    assert.equal(await readiness(), 200)
    const { rows } = await client.query<{ migrations: string[] }>('SELECT migrations FROM servers')
    assert.ok(rows[0]?.migrations.includes('shop/0023-setup.sql'))
    await client.query(`UPDATE migrations SET needs = '9998-expand.sql' WHERE name = '9999-contract.sql'`)
    assert.equal(await readiness(), 503)
    assert.match(await refusalOf(folder, settings), /newer schema \(shop\/9999-contract\.sql\) than this version/)
  } finally {
    await client.end()
    await shop.stop('SIGTERM')
    await rm(folder, { recursive: true, force: true })
  }
})

test('a replica as DATABASE_URL and, in production, a database that can lose orders are refused', async () => {
  await using servers = await startReplicatedPostgres()
  const folder = await directory()
  assert.match(await refusalOf(folder, { DATABASE_URL: servers.standby.url }), /DATABASE_URL is a replica/)
  const production = {
    NODE_ENV: 'production',
    RATE_LIMITS: 'on',
    SECRET_KEY: secretKey,
    PUBLIC_URL: 'https://shop.example.com',
  }
  const refused = await refusalOf(folder, { ...production, DATABASE_URL: servers.primary.url })
  assert.match(refused, /commits asynchronously/)
  const superuser = createClient({ connectionString: servers.primarySuperuserUrl })
  await superuser.connect()
  await superuser.query(`ALTER ROLE boltyard SET synchronous_commit = remote_write`)
  await superuser.query(`ALTER SYSTEM SET synchronous_standby_names = '*'`)
  await superuser.query('SELECT pg_reload_conf()')
  await superuser.end()
  assert.match(
    await refusalOf(folder, { ...production, DATABASE_URL: servers.primary.url }),
    /before it has them on disk \(synchronous_commit = remote_write\)/,
  )
  const client = createClient({ connectionString: servers.primary.url })
  await client.connect()
  const { rows } = await client.query(`SELECT to_regclass('products') AS products`)
  await client.end()
  assert.deepEqual(rows, [{ products: null }], 'nothing was migrated')
  await rm(folder, { recursive: true, force: true })
})
