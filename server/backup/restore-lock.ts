import type pg from 'pg'
import { beginWithoutTimeouts, BackupError } from '#server/backup/backup-file.ts'
import { createClient } from '#server/platform/database/connections.ts'

// An advisory lock of the database: starting shops and commands share it, a restore has it for itself. Each holds it in a
// transaction, so that it ends with its process and works through a connection pooler.
const lockKey = 7_267_483_001

export interface RestoreBlock {
  release(): Promise<void>
}

/**
 * Waits while a backup is restored into this database, and keeps any restore off until the hold is released. A shop releases it
 * once its own connections are open, because these keep a restore off, too.
 */
export async function blockRestores(databaseUrl: string, onWait: () => void): Promise<RestoreBlock> {
  const client = createClient({
    connectionString: databaseUrl,
    application_name: 'boltyard starting',
    connectionTimeoutMillis: 10_000,
  })
  await client.connect()
  try {
    await client.query(beginWithoutTimeouts)
    // Without parameters: after a query with some, an idle transaction keeps its snapshot, for whose end CREATE INDEX CONCURRENTLY waits.
    const { rows } = await client.query<{ held: boolean }>(
      `SELECT pg_try_advisory_xact_lock_shared(${lockKey}) AS held`,
    )
    if (!rows[0]?.held) {
      onWait()
      await client.query(`SELECT pg_advisory_xact_lock_shared(${lockKey})`)
    }
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
  return { release: () => client.end().catch(() => undefined) }
}

/** Locks the database for a restore until the end of the transaction; throws a BackupError if it is in use. */
export async function lockForRestore(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>(`SELECT pg_try_advisory_xact_lock($1) AS taken`, [lockKey])
  if (!rows[0]?.taken) {
    throw new BackupError(
      'Another restore, a command or a starting shop is at work on this database: wait for its end, or stop it.',
    )
  }
  await assertShopStopped(client)
}

/** Throws a BackupError when a shop has connections to this database, whether it uses them now or not. */
export async function assertShopStopped(client: pg.ClientBase): Promise<void> {
  // PostgreSQL caches the list of sessions for the length of a transaction.
  await client.query('SELECT pg_stat_clear_snapshot()')
  const { rowCount } = await client.query(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
     AND application_name LIKE 'boltyard%' AND application_name NOT IN ('boltyard starting', 'boltyard restore') LIMIT 1`,
  )
  if (rowCount) throw new BackupError('A shop is running on this database. Stop it first.')
}

/** Waits until a restore whose connection was lost has ended in the database, at most for some seconds. */
export async function waitForRestore(client: pg.ClientBase): Promise<void> {
  await client.query(`BEGIN; SET LOCAL lock_timeout = '10s'`)
  await client.query(`SELECT pg_advisory_xact_lock_shared($1)`, [lockKey])
}
