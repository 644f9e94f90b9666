import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { createTestDatabase } from '#embedded/postgres/testing/test-database.ts'
import { isDatabaseUnavailable, openDatabase, sqlState } from '#server/platform/database/database.ts'
import { stopTime } from '#server/testing/stop-time.ts'
import { createTcpProxy } from '#server/testing/tcp-proxy.ts'
import { waitUntil } from '#server/testing/wait-until.ts'

test('a connection that dies before its transaction has begun is replaced by another', async () => {
  await using postgres = await createTestDatabase()
  const db = openDatabase(postgres.url, pino({ level: 'silent' }), 1, { timeoutMs: 60_000 })
  const work = () => db.transaction((tx) => tx.execute<{ one: number }>(sql`SELECT 1 AS one`))
  try {
    for (let round = 0; round < 3; round += 1) {
      // The pool hands it out, and at that moment its line is cut.
      db.$client.once('acquire', (client) => void Reflect.get(Reflect.get(client, 'connection'), 'stream').destroy())
      assert.deepEqual((await work()).rows, [{ one: 1 }])
      assert.equal(db.$client.totalCount, 1)
    }
  } finally {
    await db.$client.end()
  }
})

test('a connection that falls silent within a savepoint is waited for once', async (t) => {
  await using postgres = await createTestDatabase()
  await using line = await createTcpProxy(postgres.url)
  const db = openDatabase(line.url, pino({ level: 'silent' }), 1)
  const time = stopTime(t)
  try {
    let outcome = 'under way'
    let isUnanswered = false
    const work = db.transaction((tx) =>
      tx.transaction(async (inner) => {
        line.swallow()
        await inner.execute(sql`SELECT 1`).finally(() => (isUnanswered = true))
      }),
    )
    const ended = work.then(
      () => (outcome = 'done'),
      (error: unknown) => (outcome = isDatabaseUnavailable(error) ? 'unavailable' : String(error)),
    )
    await waitUntil(() => line.countSwallowed() > 0, 'the statement is sent')
    time.pass(5000)
    await waitUntil(() => isUnanswered, 'the time limit of the statement passes')
    // Now no time passes.
    await waitUntil(() => outcome !== 'under way', 'the transaction ends')
    await ended
    assert.equal(outcome, 'unavailable')
  } finally {
    line.repair()
    t.mock.restoreAll()
    await db.$client.end()
  }
})

test('a long read may take longer than other statements, and not longer than it says', async () => {
  await using postgres = await createTestDatabase()
  const db = openDatabase(postgres.url, pino({ level: 'silent' }), 1, { timeoutMs: 60_000 })
  const limit = sql`SELECT current_setting('statement_timeout') AS limit`
  try {
    for (let turn = 0; turn < 2; turn++) {
      assert.deepEqual((await db.execute(limit)).rows, [{ limit: '1min' }])
      const { rows } = await db.readLong(300_000, (tx) => tx.execute(limit))
      assert.deepEqual(rows, [{ limit: '5min' }])
    }
    const refused = db.readLong(300_000, (tx) => tx.execute(sql`CREATE TABLE written ()`))
    assert.equal(await refused.then(() => 'written', sqlState), '25006')
  } finally {
    await db.$client.end()
  }
})

test('a line that breaks while a statement is written counts as a database that is away, and so does a name without an address', () => {
  for (const code of ['EPIPE', 'EAI_AGAIN']) {
    const broken = Object.assign(new Error(code), { code })
    assert.ok(isDatabaseUnavailable(new Error('Failed query', { cause: broken })), code)
  }
})
