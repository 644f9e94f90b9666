import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type SQL, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { type ReplicatedPostgres, startReplicatedPostgres } from '#embedded/postgres/testing/start-standby.ts'
import { createClient, createPool } from '#server/platform/database/connections.ts'
import { type Database, openDatabase } from '#server/platform/database/database.ts'
import { onPrimary, onReplica, ReadReplicas } from '#server/platform/database/read-replicas.ts'
import { createTcpProxy } from '#server/testing/tcp-proxy.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'
import { waitUntil } from '#server/testing/wait-until.ts'

const silent = pino({ level: 'silent' })

let servers: ReplicatedPostgres
before(async () => {
  servers = await startReplicatedPostgres()
})
after(() => servers[Symbol.asyncDispose]())

/** Is as long as no machine is busy: a check that takes longer leaves out a replica. */
const patient = { checkTimeoutMs: 60_000 }

/** Opens the database with the standby in use. */
async function openReplicated(): Promise<Database & AsyncDisposable> {
  const db = openDatabase(servers.primary.url, silent, 4, { replicaUrls: [servers.standby.url], timeoutMs: 150_000 })
  await waitUntil(() => db.readSource !== 'primary', 'the standby is in use')
  return Object.assign(db, { [Symbol.asyncDispose]: () => db.$client.end() })
}

/** Runs a statement at the standby as a superuser. */
async function runAtStandby(statement: string): Promise<void> {
  const client = createClient({ connectionString: servers.standbySuperuserUrl })
  await client.connect()
  await client.query(statement)
  await client.end()
}

async function withPausedReplay(work: () => Promise<void>): Promise<void> {
  await runAtStandby('SELECT pg_wal_replay_pause()')
  try {
    await work()
  } finally {
    await runAtStandby('SELECT pg_wal_replay_resume()')
  }
}

const isStandby = async (db: Database) => {
  const { rows } = await db.execute<{ standby: boolean }>(sql`SELECT pg_is_in_recovery() AS standby`)
  return rows[0]?.standby
}

test('only what may be a moment old is read from a standby', async () => {
  await using db = await openReplicated()
  assert.equal(await isStandby(db), false)
  assert.equal(await onReplica(() => isStandby(db)), true)
  assert.equal(await onPrimary(() => onReplica(() => isStandby(db))), false)
  const inTransaction = () =>
    db.transaction(
      async (tx) => (await tx.execute<{ standby: boolean }>(sql`SELECT pg_is_in_recovery() AS standby`)).rows,
    )
  assert.deepEqual(await onReplica(inTransaction), [{ standby: true }])
  assert.deepEqual(await inTransaction(), [{ standby: false }])
})

test('a write in a read goes to the primary, and a mistake in a statement is reported as it is', async () => {
  await using db = await openReplicated()
  await onReplica(() => db.execute(sql`CREATE TABLE written_in_a_read (id integer)`))
  await onReplica(() => db.transaction((tx) => tx.execute(sql`INSERT INTO written_in_a_read VALUES (1)`)))
  assert.equal((await db.execute(sql`SELECT FROM written_in_a_read`)).rowCount, 1)
  await assert.rejects(
    onReplica(() => db.execute(sql`SELECT 1 / 0`)),
    /Failed query/,
  )
  assert.notEqual(db.readSource, 'primary')
})

test('a reader waits until the standby has what was committed before, and otherwise reads from the primary', async (t) => {
  await using db = await openReplicated()
  // Each look at the clock takes 20 ms, so that the reader waits for a number of looks.
  let now = performance.now()
  t.mock.method(performance, 'now', () => (now += 20))
  const commit = (statement: SQL) =>
    db.transaction(async (tx) => {
      // Otherwise the server of tests acknowledges a commit before it is in the write-ahead log.
      await tx.execute(sql`SET LOCAL synchronous_commit = on`)
      await tx.execute(statement)
    })
  await commit(sql`CREATE TABLE committed_before AS SELECT 1 AS id`)
  const readBoth = async () => {
    const read = await db.openReader()
    const { rows } = await onPrimary(() =>
      read(() => db.execute(sql`SELECT pg_is_in_recovery() AS standby, id FROM committed_before`)),
    )
    return rows
  }
  assert.deepEqual(await readBoth(), [{ standby: true, id: 1 }])
  await withPausedReplay(async () => {
    await commit(sql`UPDATE committed_before SET id = 2`)
    assert.deepEqual(await readBoth(), [{ standby: false, id: 2 }])
  })
  await waitUntil(async () => (await readBoth())[0]?.['standby'] === true, 'the standby has caught up')
  assert.deepEqual(
    db.readReplicaLags().map(({ name }) => name),
    [new URL(servers.standby.url).host],
  )
})

test('a standby that is behind or away is left out, and used again when it has caught up', async () => {
  const primary = createPool({ connectionString: servers.primary.url, max: 2 })
  const replicas = new ReadReplicas([servers.standby.url], {}, primary, silent, { maxLagMs: 200, checkEveryMs: 50 })
  const uses = (source: string) => waitUntil(() => replicas.source === source, `reads go to ${source}`)
  const { host } = new URL(servers.standby.url)
  try {
    await uses(host)
    await withPausedReplay(async () => {
      await primary.query('CREATE TABLE not_replayed ()')
      await uses('primary')
    })
    await uses(host)
    await runAtStandby(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'boltyard'`)
    await uses(host)
  } finally {
    await replicas.end()
    await primary.end()
  }
})

test('a replica that never answers is in the log with the reason, once', async () => {
  await using away = await createTcpProxy(servers.standby.url)
  away.cut()
  const primary = createPool({ connectionString: servers.primary.url, max: 1 })
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const replicas = new ReadReplicas([away.url], {}, primary, log, { maxLagMs: 5000, checkEveryMs: 50 })
  try {
    await replicas.check()
    await replicas.check()
    assert.equal(lines.length, 1)
    assert.match(lines[0] ?? '', /"reason":".+","msg":"the replica 127\.0\.0\.1:\d+ is left out"/)
  } finally {
    await replicas.end()
    await primary.end()
  }
})

test('a read from a replica that goes away is answered by another one, not by the primary', async () => {
  await using first = await createTcpProxy(servers.standby.url)
  await using second = await createTcpProxy(servers.standby.url)
  second.cut()
  const primary = createPool({ connectionString: servers.primary.url, max: 2 })
  const replicas = new ReadReplicas([first.url, second.url], {}, primary, silent, {
    ...patient,
    maxLagMs: 60_000,
    checkEveryMs: 500,
  })
  const read = () =>
    onReplica(() =>
      replicas.read(
        (pool) => pool.query('SELECT pg_is_in_recovery() AS standby'),
        () => Promise.reject(new Error('the primary was asked')),
      ),
    )
  try {
    await waitUntil(() => replicas.source === new URL(first.url).host, 'reads go to the first one')
    second.repair()
    await waitUntil(() => replicas.readLags().every(({ lagMs }) => lagMs !== undefined), 'the second one is in use')
    first.cut()
    assert.deepEqual((await read()).rows, [{ standby: true }])
    second.cut()
    await assert.rejects(read, /the primary was asked/)
  } finally {
    await replicas.end()
    await primary.end()
  }
})

test('a standby that misses the last changes of a primary that is away stays in use', async (t) => {
  const clock = { now: 0 }
  t.mock.method(performance, 'now', () => clock.now)
  await using wire = await createTcpProxy(servers.primary.url)
  const primary = createPool({ connectionString: wire.url, max: 2 })
  const limits = { ...patient, maxLagMs: 300, checkEveryMs: 30 }
  const replicas = new ReadReplicas([servers.standby.url], {}, primary, silent, limits)
  const { host } = new URL(servers.standby.url)
  try {
    await waitUntil(() => replicas.source === host, 'the standby is in use')
    await withPausedReplay(async () => {
      await primary.query('SET synchronous_commit = on; CREATE TABLE missing_in_the_standby ()')
      await replicas.check()
      wire.cut()
      clock.now += 2 * limits.maxLagMs
      await replicas.check()
      assert.equal(replicas.source, host)
      wire.repair()
      const isLeftOut = () => {
        clock.now += limits.checkEveryMs
        return replicas.source === 'primary'
      }
      await waitUntil(isLeftOut, 'it is left out, behind a primary that is there')
    })
  } finally {
    await replicas.end()
    await primary.end()
  }
})

test('a server that is no replica, or none at all, leaves reads at the primary', async () => {
  const db = openDatabase(servers.primary.url, silent, 2, { replicaUrls: ['postgres://a:b@127.0.0.1:9/shop'] })
  try {
    assert.equal(await onReplica(() => isStandby(db)), false)
  } finally {
    await db.$client.end()
  }
})

test('a buyer sees her own changes while the standby is behind, and others see them when it has caught up', async (t) => {
  await using shop = await openTestShop({
    databaseUrl: servers.primary.url,
    env: { DATABASE_URL: servers.primary.url, DATABASE_READ_URL: servers.standby.url },
  })
  await waitUntil(() => shop.db.readSource !== 'primary', 'the standby is in use')
  const tool = await shop.addProduct({ name: 'Seen at once', available: 10 })
  const availableTo = async (headers: Record<string, string>) => {
    const { body } = await shop.call<{ _id: string; available: number }[]>('GET', '/tools?limit=50', { headers })
    return body.find(({ _id }) => _id === tool._id)?.available
  }
  await waitUntil(async () => (await availableTo({})) === 10, 'the standby has the product')
  // Five seconds behind, the standby would be left out.
  const stoppedAt = performance.now()
  const time = t.mock.method(performance, 'now', () => stoppedAt)
  await withPausedReplay(async () => {
    const { headers } = await changeStock(shop, tool._id)
    const cookie = headers.getSetCookie().find((line) => line.startsWith('recent_write='))
    assert.ok(cookie, 'the response to a change has the cookie')
    assert.match(cookie, /Max-Age=10; HttpOnly; SameSite=Lax$/)
    assert.equal(await availableTo({ cookie: 'recent_write=1' }), 15)
    assert.equal(await availableTo({ authorization: `Bearer ${shop.admin.token}` }), 15)
    assert.equal(await availableTo({}), 10)
    // The whole list is cached for others, for the state of the standby.
    const whole = await shop.call<{ _id: string; available: number }[]>('GET', '/tools', {
      headers: { cookie: 'recent_write=1' },
    })
    assert.equal(whole.body.find(({ _id }) => _id === tool._id)?.available, 15)
  })
  time.mock.restore()
  await waitUntil(async () => (await availableTo({})) === 15, 'others see the change')
})

const changeStock = (shop: TestShop, id: string) =>
  shop.call('POST', `/tools/${id}/stock-movements`, { token: shop.admin.token, body: { change: 5, reason: 'Counted' } })
