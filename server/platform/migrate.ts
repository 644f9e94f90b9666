import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'

/** A folder of `NNNN-name.sql` files, applied in the order of their names, each once. */
export interface MigrationFolder {
  room: string
  directory: string
}

export class MigrationError extends Error {
  override name = 'MigrationError'
}

export interface AppliedMigration {
  room: string
  name: string
  /** SHA-256 of its text. */
  checksum: string
}

/**
 * Brings the database to the schema of this code, or only so far as `wanted` names migrations (`room/file`), and answers what is
 * applied. Safe to run by several processes at once; throws a MigrationError with a sentence.
 */
export async function migrate(
  pool: pg.Pool,
  folders: readonly MigrationFolder[],
  wanted?: ReadonlySet<string>,
): Promise<AppliedMigration[]> {
  const client = await pool.connect()
  try {
    await createLedger(client)
    // The row stays locked until the end, or until this connection dies: the others wait here.
    await client.query('BEGIN')
    await client.query(`SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0`)
    await client.query(`SELECT 1 FROM migration_lock FOR UPDATE`)
    for (const folder of folders) await applyFolder(client, folder, wanted)
    const applied = await listAppliedMigrations(client)
    await client.query('COMMIT')
    return applied
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

/** The migrations that this code brings, as `room/file`. */
export async function listMigrations(folders: readonly MigrationFolder[]): Promise<string[]> {
  const lists = await Promise.all(
    folders.map(async ({ room, directory }) => (await sqlFiles(directory)).map((name) => `${room}/${name}`)),
  )
  return lists.flat()
}

/** The migrations that a database has. */
export async function listAppliedMigrations(client: pg.ClientBase): Promise<AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>(
    'SELECT room, name, checksum FROM migrations ORDER BY room, name',
  )
  return rows
}

/** What `migrate` would apply, as `room/file`; nothing is written. */
export async function listPendingMigrations(pool: pg.Pool, folders: readonly MigrationFolder[]): Promise<string[]> {
  const { rows } = await pool.query<{ ledger: string | null }>(`SELECT to_regclass('migrations') AS ledger`)
  const client = await pool.connect()
  try {
    const applied = rows[0]?.ledger ? await listAppliedMigrations(client) : []
    const names = new Set(applied.map(({ room, name }) => `${room}/${name}`))
    return (await listMigrations(folders)).filter((name) => !names.has(name))
  } finally {
    client.release()
  }
}

/** Whether all of these migrations have been applied. */
export async function areMigrated(pool: pg.Pool, names: readonly string[]): Promise<boolean> {
  const { rows } = await pool.query<{ room: string; name: string }>('SELECT room, name FROM migrations')
  const applied = new Set(rows.map((row) => `${row.room}/${row.name}`))
  return names.every((name) => applied.has(name))
}

async function createLedger(client: pg.PoolClient): Promise<void> {
  // IF NOT EXISTS alone fails when two processes create at the same moment, so the loser tries again.
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(`
        CREATE TABLE IF NOT EXISTS migrations (
          room text NOT NULL, name text NOT NULL, checksum text NOT NULL,
          applied_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (room, name));
        CREATE TABLE IF NOT EXISTS migration_lock (id integer PRIMARY KEY);
        INSERT INTO migration_lock VALUES (1) ON CONFLICT DO NOTHING`)
      return
    } catch (error) {
      const code = (error as { code?: string }).code
      if (attempt === 5 || !['23505', '42P07', '42710'].includes(code ?? '')) throw error
    }
  }
}

async function applyFolder(
  client: pg.PoolClient,
  { room, directory }: MigrationFolder,
  wanted: ReadonlySet<string> | undefined,
): Promise<void> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM migrations WHERE room = $1',
    [room],
  )
  const applied = new Map(rows.map((row) => [row.name, row.checksum]))
  const files = await sqlFiles(directory)
  const unknown = [...applied.keys()].filter((name) => !files.includes(name)).toSorted()
  if (unknown.length > 0) {
    throw new MigrationError(
      `The database has a newer schema (${room}: ${unknown.join(', ')}) than this version of Boltyard knows. Start the newer version, or restore an older backup.`,
    )
  }
  for (const name of files) {
    if (wanted && !wanted.has(`${room}/${name}`)) continue
    const sql = await readFile(join(directory, name), 'utf8')
    const checksum = createHash('sha256').update(sql).digest('hex')
    const before = applied.get(name)
    if (before === checksum) continue
    if (before !== undefined) {
      throw new MigrationError(
        `The migration ${room}/${name} was changed after it had been applied. Put its old text back and write a new one.`,
      )
    }
    await client.query(sql)
    await client.query('INSERT INTO migrations (room, name, checksum) VALUES ($1, $2, $3)', [room, name, checksum])
  }
}

const sqlFiles = async (directory: string) =>
  (await readdir(directory)).filter((name) => /^\d{4}-.*\.sql$/.test(name)).toSorted()
