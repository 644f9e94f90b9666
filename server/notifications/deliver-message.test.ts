import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { eq } from 'drizzle-orm'
import { createTestDatabase } from '#embedded/postgres/testing/test-database.ts'
import { deliverMessage, maxAttempts, PermanentDeliveryError } from '#server/notifications/deliver-message.ts'
import { outbox } from '#server/notifications/notifications.tables.ts'
import { migrationFolders } from '#server/composition/create-shop.ts'
import { createPool } from '#server/platform/database/connections.ts'
import { type Database, openDatabase } from '#server/platform/database/database.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { migrate } from '#server/platform/database/migrate.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
let db: Database
before(async () => {
  testDatabase = await createTestDatabase()
  const pool = createPool({ connectionString: testDatabase.url, max: 1 })
  await migrate(pool, migrationFolders)
  await pool.end()
  db = openDatabase(testDatabase.url, createLog('silent'), 4, { withoutTimeout: true })
})
after(async () => {
  await db.$client.end()
  await testDatabase[Symbol.asyncDispose]()
})

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

async function write(parts: Partial<typeof outbox.$inferInsert> = {}): Promise<number> {
  const message = {
    channel: 'mail' as const,
    recipient: 'a@b.test',
    kind: 'test',
    subject: 'S',
    textBody: 'T',
    htmlBody: 'H',
    queuedAt: new Date(),
  }
  const [row] = await db
    .insert(outbox)
    .values({ ...message, ...parts })
    .returning({ id: outbox.id })
  return row?.id ?? 0
}
const read = async (id: number) => (await db.select().from(outbox).where(eq(outbox.id, id)))[0]
const deliver = (id: number, send: () => Promise<void>) => deliverMessage(db, id, { send, clearsCredentials: false })
const sends = () => {
  let count = 0
  return Object.assign(async () => void count++, { count: () => count })
}

test('a message that another process is sending is left alone, until that process must be dead', async () => {
  const send = sends()
  const busy = await write({ sendingSince: minutesAgo(1) })
  await assert.rejects(deliver(busy, send), /another process is sending this message/)
  assert.equal(send.count(), 0)
  const orphaned = await write({ sendingSince: minutesAgo(6) })
  await deliver(orphaned, send)
  assert.equal(send.count(), 1)
  assert.ok((await read(orphaned))?.sentAt)
})

test('a mail that is kept again has nothing to deliver, even if its job comes back', async () => {
  const send = sends()
  await deliver(await write({ queuedAt: null }), send)
  assert.equal(send.count(), 0)
})

test('eight deliveries of one message at once send it once', async () => {
  const send = sends()
  const id = await write()
  await Promise.allSettled(Array.from({ length: 8 }, () => deliver(id, send)))
  assert.equal(send.count(), 1)
})

test('the last of many failures ends it, and so does a refusal for good; both say why', async () => {
  const away = () => Promise.reject(new Error('The server is away'))
  const early = await write({ attempts: maxAttempts - 2 })
  await assert.rejects(deliver(early, away), /The server is away/)
  assert.equal((await read(early))?.givenUpAt, null)
  await deliver(early, away)
  assert.ok((await read(early))?.givenUpAt)
  assert.equal((await read(early))?.lastError, 'The server is away')
  const send = sends()
  await deliver(early, send)
  assert.equal(send.count(), 0)

  const refused = await write()
  await deliver(refused, () => Promise.reject(new PermanentDeliveryError('550 No such mailbox')))
  assert.partialDeepStrictEqual(await read(refused), {
    attempts: 1,
    lastError: '550 No such mailbox',
    sendingSince: null,
  })
  assert.ok((await read(refused))?.givenUpAt)
})

test('a deleted message is not a failure', async () => {
  const send = sends()
  await deliver(999_999, send)
  assert.equal(send.count(), 0)
})
