import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'

/** Describes a folder of `NNNN-name.sql` files, applied once each in the order of their names. */
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
  /** The SHA-256 of its text. */
  checksum: string
}

/**
 * Brings the database to the schema of this code, or only so far as `wanted` names migrations (`room/file`). Safe to run by
 * several processes at once; throws a MigrationError with a sentence.
 */
export async function migrate(
  pool: pg.Pool,
  folders: readonly MigrationFolder[],
  wanted?: ReadonlySet<string>,
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0')
    // Other processes wait here until the end, or until this connection dies.
    await client.query(`SELECT pg_advisory_xact_lock(hashtext('boltyard.migrations'))`)
    await migrateWithin(client, folders, wanted)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

/** Runs `migrate` in the caller's transaction, with exclusive access. */
export async function migrateWithin(
  client: pg.ClientBase,
  folders: readonly MigrationFolder[],
  wanted?: ReadonlySet<string>,
): Promise<void> {
  await client.query(`
    CREATE TABLE IF NOT EXISTS migrations (
      room text NOT NULL, name text NOT NULL, checksum text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (room, name))`)
  for (const folder of folders) await applyFolder(client, folder, wanted)
}

const pathOf = ({ room, name }: { room: string; name: string }) => `${room}/${name}`

/** Lists the migrations of this version as `room/file`. */
export const listMigrations = async (folders: readonly MigrationFolder[]): Promise<string[]> =>
  (await listMigrationFiles(folders)).map(pathOf)

/** Lists the migrations of this version with their checksums. */
export async function listMigrationFiles(folders: readonly MigrationFolder[]): Promise<AppliedMigration[]> {
  const lists = folders.map(async ({ room, directory }) =>
    Promise.all(
      (await sqlFiles(directory)).map(async (name) => ({
        room,
        name,
        checksum: (await readSql(directory, name)).checksum,
      })),
    ),
  )
  return (await Promise.all(lists)).flat()
}

/** Lists the applied migrations of a database. */
export async function listAppliedMigrations(client: Pick<pg.ClientBase, 'query'>): Promise<AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>(
    'SELECT room, name, checksum FROM migrations ORDER BY room, name',
  )
  return rows
}

/** Lists what `migrate` would apply, as `room/file`; writes nothing. */
export async function listPendingMigrations(pool: pg.Pool, folders: readonly MigrationFolder[]): Promise<string[]> {
  const { rows } = await pool.query<{ ledger: string | null }>(`SELECT to_regclass('migrations') AS ledger`)
  const applied = new Set(rows[0]?.ledger ? (await listAppliedMigrations(pool)).map(pathOf) : [])
  return (await listMigrations(folders)).filter((path) => !applied.has(path))
}

/** Whether all of these migrations have been applied. */
export async function areMigrated(pool: pg.Pool, paths: readonly string[]): Promise<boolean> {
  const applied = new Set((await listAppliedMigrations(pool)).map(pathOf))
  return paths.every((path) => applied.has(path))
}

async function applyFolder(
  client: pg.ClientBase,
  { room, directory }: MigrationFolder,
  wanted: ReadonlySet<string> | undefined,
): Promise<void> {
  const rows = (await listAppliedMigrations(client)).filter((row) => row.room === room)
  const applied = new Map(rows.map((row) => [row.name, row.checksum]))
  const files = await sqlFiles(directory)
  const unknown = [...applied.keys()].filter((name) => !files.includes(name)).toSorted()
  if (unknown.length > 0) {
    throw new MigrationError(
      `The database has a newer schema (${room}: ${unknown.join(', ')}) than this version of Boltyard knows. Start the newer version, or restore an older backup.`,
    )
  }
  for (const name of files) {
    if (wanted && !wanted.has(pathOf({ room, name }))) continue
    const { sql, checksum } = await readSql(directory, name)
    const before = applied.get(name)
    if (before === checksum) continue
    if (before !== undefined) {
      throw new MigrationError(
        `The migration ${room}/${name} was changed after it had been applied. Put its old text back and write a new one.`,
      )
    }
    await client.query(asLogged(sql))
    await client.query('INSERT INTO migrations (room, name, checksum) VALUES ($1, $2, $3)', [room, name, checksum])
  }
}

async function readSql(directory: string, name: string) {
  const sql = await readFile(join(directory, name), 'utf8')
  return { sql, checksum: createHash('sha256').update(sql).digest('hex') }
}

/**
 * Creates tables logged. PostgreSQL cannot start after a crash that follows the ROLLBACK of an unlogged one closely ("could not create
 * file … File exists"), and a restore that fails rolls all tables back.
 */
const asLogged = (sql: string) => sql.replaceAll('CREATE UNLOGGED TABLE', 'CREATE TABLE')

const sqlFiles = async (directory: string) =>
  (await readdir(directory)).filter((name) => /^\d{4}-.*\.sql$/.test(name)).toSorted()
