import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { scratchPostgres } from '#embedded/postgres/scratch-database.ts'
import { openDatabase, transaction } from '#server/platform/database.ts'

test('a connection that dies before its transaction has begun is given back to the pool', async () => {
  await using postgres = await scratchPostgres()
  const db = openDatabase(postgres.url, pino({ level: 'silent' }), 1)
  try {
    for (let round = 0; round < 3; round += 1) {
      // The pool hands it out, and at that moment its line is cut.
      db.$client.once('acquire', (client) => void Reflect.get(Reflect.get(client, 'connection'), 'stream').destroy())
      await assert.rejects(transaction(db, (tx) => tx.execute(sql`SELECT 1`)))
    }
    const { rows } = await transaction(db, (tx) => tx.execute<{ one: number }>(sql`SELECT 1 AS one`))
    assert.deepEqual(rows, [{ one: 1 }])
    assert.equal(db.$client.totalCount, 1)
  } finally {
    await db.$client.end()
  }
})
