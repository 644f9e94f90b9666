import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Describes a folder of `NNNN-name.sql` files, applied once each in the order of their names. */
export interface MigrationFolder {
  room: string
  directory: string
}

/** Describes how a migration runs: the first line of its file says `-- migrate: …`, unless it is one ordinary transaction. */
export type MigrationMode =
  | { kind: 'transaction' }
  /** One transaction, on whose result only code that has the migration `after` can work. */
  | { kind: 'contract'; after: string }
  /** One statement with `BETWEEN $1 AND $2`, repeated for the rows of a table by their key, each time in a short transaction. */
  | { kind: 'batches'; table: string; key: string }
  /** One statement that PostgreSQL runs outside of transactions, beside reads and writes. */
  | { kind: 'concurrently' }

export interface Migration {
  room: string
  name: string
  sql: string
  /** The SHA-256 of its text. */
  checksum: string
  mode: MigrationMode
}

export class MigrationError extends Error {
  override name = 'MigrationError'
}

/** Reads the migrations of these folders in the order in which they are applied. */
export async function readMigrations(folders: readonly MigrationFolder[]): Promise<Migration[]> {
  const lists = folders.map(async ({ room, directory }) => {
    const names = (await readdir(directory)).filter((name) => /^\d{4}-.*\.sql$/.test(name)).toSorted()
    return Promise.all(
      names.map(async (name) => {
        const sql = await readFile(join(directory, name), 'utf8')
        const checksum = createHash('sha256').update(sql).digest('hex')
        return { room, name, sql, checksum, mode: readMode(name, sql) }
      }),
    )
  })
  return (await Promise.all(lists)).flat()
}

/** Returns the mode that the first line of a migration names. Throws a MigrationError for an unknown one. */
export function readMode(name: string, sql: string): MigrationMode {
  const [, text] = /^-- migrate: *(.*)/.exec(sql) ?? []
  if (text === undefined) return { kind: 'transaction' }
  const [, after] = /^contract after (\d{4}-\S+\.sql)$/.exec(text) ?? []
  if (after !== undefined) return { kind: 'contract', after }
  const [, table, key] = /^in batches by (\w+(?:\.\w+)?)\.(\w+)$/.exec(text) ?? []
  if (table !== undefined && key !== undefined) return { kind: 'batches', table, key }
  if (text === 'concurrently') return { kind: 'concurrently' }
  throw new MigrationError(
    `The first line of ${name} is none of "-- migrate: contract after NNNN-name.sql", "-- migrate: in batches by TABLE.KEY" and "-- migrate: concurrently".`,
  )
}
