import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { type Migration, MigrationError } from '#server/platform/database/read-migrations.ts'

/** Gives a lock request up before the requests of others have queued behind it for long, and before the deadlock check ends theirs. */
export const lockTimeoutMs = 250
/** How long a migration tries again before it says that it cannot get its locks. */
const patienceMs = 10 * 60_000

/** A batch holds the locks of its rows for so long, and never longer than the limit. */
const batchMs = 100
const batchLimitMs = 900
const maxBatchRows = 10_000

type Batches = Migration & { mode: { kind: 'batches' } }

/** Whether a statement was ended so that others need not wait for it. */
export const isYield = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && ['55P03', '40P01', '40001', '57014'].includes(error.code ?? '')

/**
 * Runs the statement of a migration for the next rows by key, until there are none. Each batch commits with its progress, so that a
 * killed process repeats nothing. `assertTurn` throws if this process is no longer the one that migrates.
 */
export async function runInBatches(
  pool: pg.Pool,
  migration: Batches,
  assertTurn: () => Promise<unknown>,
): Promise<void> {
  const client = await pool.connect()
  try {
    let rows = 100
    let progressAt = performance.now()
    for (;;) {
      await assertTurn()
      const begun = performance.now()
      try {
        if (!(await runBatch(client, migration, rows))) return
        progressAt = performance.now()
        const factor = Math.min(2, Math.max(0.5, batchMs / (progressAt - begun)))
        rows = Math.min(maxBatchRows, Math.max(1, Math.round(rows * factor)))
      } catch (error) {
        if (!isYield(error)) throw error
        assertPatience(`The migration ${migration.room}/${migration.name}`, progressAt, error)
        rows = Math.max(1, Math.floor(rows / 2))
      }
      // Half of the time is left to the shop.
      await delay(performance.now() - begun)
    }
  } finally {
    client.release()
  }
}

/** Runs one batch in its transaction; returns whether there was a row left. */
async function runBatch(client: pg.ClientBase, migration: Batches, rows: number): Promise<boolean> {
  const { room, name, sql } = migration
  try {
    await client.query(
      `BEGIN; SET LOCAL lock_timeout = ${lockTimeoutMs}; SET LOCAL statement_timeout = ${batchLimitMs}`,
    )
    const progress = await client.query<{ done_to: string }>(
      'SELECT done_to FROM migration_progress WHERE room = $1 AND name = $2',
      [room, name],
    )
    const range = await findRange(client, migration, progress.rows[0]?.done_to, rows)
    if (range) {
      await client.query(sql, [range.first, range.last])
      await client.query(
        `INSERT INTO migration_progress (room, name, done_to) VALUES ($1, $2, $3)
         ON CONFLICT (room, name) DO UPDATE SET done_to = excluded.done_to`,
        [room, name, range.last],
      )
    }
    await client.query('COMMIT')
    return range !== undefined
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

/** Runs all batches in the caller's transaction, which has the database for itself. */
export async function runBatchesWithin(client: pg.ClientBase, migration: Batches): Promise<void> {
  let range: KeyRange | undefined
  while ((range = await findRange(client, migration, range?.last, maxBatchRows)))
    await client.query(migration.sql, [range.first, range.last])
}

interface KeyRange {
  first: string
  last: string
}

/** Returns the keys of the next rows; undefined if there are none. */
async function findRange(
  client: pg.ClientBase,
  { mode: { table, key } }: Batches,
  after: string | undefined,
  rows: number,
): Promise<KeyRange | undefined> {
  const condition = after === undefined ? '' : `WHERE ${key} > $1`
  // Not min and max, which some types of keys have not.
  const { rows: ranges } = await client.query<{ first: string | null; last: string | null }>(
    `SELECT (array_agg(key ORDER BY key))[1]::text AS first, (array_agg(key ORDER BY key DESC))[1]::text AS last
     FROM (SELECT ${key} AS key FROM ${table} ${condition} ORDER BY ${key} LIMIT ${rows}) page`,
    after === undefined ? [] : [after],
  )
  const { first = null, last = null } = ranges[0] ?? {}
  return first === null || last === null ? undefined : { first, last }
}

/** Runs a statement outside of transactions; an index that a killed process has left half made is made again. */
export async function runConcurrently(pool: pg.Pool, { sql }: Migration): Promise<void> {
  const client = await pool.connect()
  try {
    // It waits for transactions to end: nothing queues behind it.
    await client.query('SET statement_timeout = 0; SET lock_timeout = 0')
    // The server gives up soon after this process was killed. Not every system can tell.
    await client.query(`SET client_connection_check_interval = '1s'`).catch(() => undefined)
    const [, index] = /\bCREATE (?:UNIQUE )?INDEX CONCURRENTLY (?:IF NOT EXISTS )?([\w.]+)/i.exec(sql) ?? []
    if (index !== undefined) {
      const { rows } = await client.query<{ indisvalid: boolean }>(
        'SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass($1)',
        [index],
      )
      if (rows[0]?.indisvalid) return
      if (rows[0]) await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${index}`)
    }
    await client.query(sql)
  } finally {
    // With its settings.
    client.release(true)
  }
}

/** Throws a MigrationError if `what` has been tried for too long. */
export function assertPatience(what: string, begun: number, cause: unknown): void {
  if (performance.now() - begun < patienceMs) return
  throw new MigrationError(
    `${what} could not lock what it changes within ${patienceMs / 60_000} minutes. A long transaction has it, such as a backup: start again when that has ended.`,
    { cause },
  )
}
