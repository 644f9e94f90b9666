import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import {
  BackupError,
  beginWithoutTimeouts,
  type Manifest,
  fileErrorReason,
  type ShopLocation,
  type BackupTable,
  type WaitingJob,
} from '#server/backup/backup-file.ts'
import { completeRestores, connectForRestore, readRestoreId, writeRestoreId } from '#server/backup/complete-restore.ts'
import { readBackup, type VerifiedBackup, verifyBackup } from '#server/backup/read-backup.ts'
import { assertShopStopped, waitForRestore, lockForRestore } from '#server/backup/restore-lock.ts'
import { moveStaged, removeStaged, stageFiles } from '#server/backup/staged-files.ts'
import {
  dropShopTables,
  listShopTables,
  listTablesInTheWay,
  listUnknown,
  unsavedTables,
} from '#server/backup/shop-tables.ts'
import {
  listAppliedMigrations,
  listMigrations,
  migrateWithin,
  type MigrationFolder,
} from '#server/platform/database/migrate.ts'
import { secretKeyId } from '#server/platform/secrets.ts'
import type { Report } from '#server/platform/show-progress.ts'

interface RestoreOptions {
  migrationFolders: readonly MigrationFolder[]
  /** Replaces the existing shop. */
  replace: boolean
  report?: Report
}

export interface Restored {
  rows: number
  pictures: number
  /** Tables in the backup that do not belong to a shop. */
  skippedTables: string[]
}

/**
 * Restores a backup into an empty database and data folder, or in place of a stopped shop, and migrates it to this version. On
 * failure the shop is either the old or the restored one, complete; the BackupError says which, and what to do.
 */
export async function restoreShop(target: ShopLocation, file: string, options: RestoreOptions): Promise<Restored> {
  const { databaseUrl, dataDirectory } = target
  const id = randomUUID()
  const client = connectForRestore(databaseUrl)
  let restored: Restored
  try {
    const backup = await verifyBackup(file, options.migrationFolders, options.report)
    await assertSecretKeyMatches(target, file, backup, options.replace)
    await client.connect()
    restored = await replaceShop(client, { target, file, id, backup, options })
  } catch (error) {
    // A database rolls back what its client leaves undone.
    await client.end().catch(() => undefined)
    await removeStaged(dataDirectory, id).catch(() => undefined)
    throw new BackupError(`${messageOf(error)} Nothing was changed.`, { cause: error })
  }

  if (!(await commit(client, databaseUrl, id))) {
    await removeStaged(dataDirectory, id).catch(() => undefined)
    throw new BackupError('The database gave the restore up at its last step. Nothing was changed.')
  }
  try {
    await moveStaged(dataDirectory, id)
  } catch (error) {
    throw new BackupError(
      `The rows are restored, but pictures or the secret key could not be put in place below ${dataDirectory} (${fileErrorReason(error)}). Mend that and start the shop: it puts them in place by itself.`,
      { cause: error },
    )
  }
  return restored
}

/** Throws unless the encrypted columns can be read with the key of the settings, the backup or the data folder. */
async function assertSecretKeyMatches(
  { dataDirectory, secretKey }: ShopLocation,
  file: string,
  { manifest, secretKey: inBackup }: VerifiedBackup,
  replace: boolean,
): Promise<void> {
  const inFolder = await readFile(join(dataDirectory, 'secret-key')).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (inBackup && inFolder && !inFolder.equals(inBackup) && !replace) {
    throw new BackupError(
      `${join(dataDirectory, 'secret-key')} is not the secret key of the backup. Restore into an empty data folder, or say --replace.`,
    )
  }
  if (manifest.secretKeyId === undefined) return
  const key = secretKey ?? (inBackup ?? inFolder)?.toString().trim()
  if (key !== undefined && secretKeyId(key) === manifest.secretKeyId) return
  throw new BackupError(
    inBackup
      ? `SECRET_KEY is not the secret key of the shop in ${file}, so no account could sign in. Leave it out: the backup brings its own.`
      : `The shop in ${file} had a SECRET_KEY in its settings, which is no part of a backup. Set the same SECRET_KEY: without it no account can sign in.`,
  )
}

/** Drops the shop that is in the database, as far as it may be thrown away; tables of others stay. */
async function dropExistingShop(client: pg.Client, { migrationFolders, replace }: RestoreOptions): Promise<void> {
  const { rows } = await client.query<{ shop: string | null }>(`SELECT to_regclass('public.stock_movements') AS shop`)
  const isShop = rows[0]?.shop !== null
  const isNewer = isShop && (await hasNewerSchema(client, migrationFolders))
  if (isShop && !replace && (isNewer || (await hasRows(client)))) {
    throw new BackupError(
      'There is a shop in this database already. Restore into an empty one, or throw this one away with --replace.',
    )
  }
  const inTheWay = isShop ? [] : await listTablesInTheWay(client, migrationFolders)
  if (inTheWay.length > 0) {
    throw new BackupError(
      `The database holds tables of something else where the shop would put its own (${inTheWay.slice(0, 5).join(', ')}). Restore into another database.`,
    )
  }
  const unknown = isNewer ? await listUnknown(client, migrationFolders) : []
  if (unknown.length > 0) {
    throw new BackupError(
      `The shop in this database is newer than this version of Boltyard, which cannot tell whether these are a part of it: ${unknown.join(', ')}. Restore with the newer version, or into another database.`,
    )
  }
  const dependents = await dropShopTables(client, migrationFolders)
  if (dependents.length > 0) {
    throw new BackupError(
      `Something that is no part of the shop needs its tables and would be lost (${dependents.slice(0, 5).join(', ')}). Drop it first, and make it again afterwards.`,
    )
  }
}

async function hasNewerSchema(client: pg.Client, folders: readonly MigrationFolder[]): Promise<boolean> {
  const known = new Set(await listMigrations(folders))
  return (await listAppliedMigrations(client)).some(({ room, name }) => !known.has(`${room}/${name}`))
}

/** Whether the shop has any rows. */
async function hasRows(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ users: string | null }>(`SELECT to_regclass('public.users') AS users`)
  if (!rows[0]?.users) return false
  const held = await client.query(
    'SELECT 1 FROM users UNION ALL SELECT 1 FROM orders UNION ALL SELECT 1 FROM products LIMIT 1',
  )
  return held.rowCount !== 0
}

interface Replacing {
  target: ShopLocation
  file: string
  id: string
  backup: VerifiedBackup
  options: RestoreOptions
}

/** Restores everything in one transaction, up to the commit. */
async function replaceShop(client: pg.Client, replacing: Replacing): Promise<Restored> {
  try {
    await client.query(beginWithoutTimeouts)
    await lockForRestore(client)
    await completeRestores(client, replacing.target.dataDirectory, { removesOthers: true })
    await dropExistingShop(client, replacing.options)
    const restored = await restoreContents(client, replacing)
    await writeRestoreId(client, replacing.id)
    await assertShopStopped(client)
    return restored
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

async function restoreContents(client: pg.Client, { target, file, id, backup, options }: Replacing): Promise<Restored> {
  const { manifest, pictures } = backup
  const folders = options.migrationFolders
  await migrateWithin(client, folders, new Set(manifest.migrations.map(({ room, name }) => `${room}/${name}`)))
  const tables = await listOwnTables(client, manifest, folders)
  await truncateTables(client, tables)
  await switchTriggers(client, tables, 'DISABLE')
  const files = stageFiles(target.dataDirectory, id)
  const staging = (work: Promise<void>) =>
    work.catch((error: unknown) => {
      throw new BackupError(`${target.dataDirectory} cannot take what the backup holds: ${fileErrorReason(error)}.`)
    })
  const rows = writeRows(client)
  let jobs: WaitingJob[] = []
  let count = 0
  try {
    const { report } = options
    const reported = report && ((part: string) => report(`Restoring: ${part}`))
    for await (const entry of readBackup(file, folders, reported)) {
      if (entry.kind === 'rows' && tables.some(({ name }) => name === entry.table.name)) {
        await rows.write(entry.table, entry.bytes)
      } else {
        await rows.end()
      }
      if (entry.kind === 'jobs') jobs = entry.jobs
      if (entry.kind === 'picture') await staging(files.addPicture(entry.folder, entry.file, entry.bytes))
      if (entry.kind === 'secret-key') await staging(files.addSecretKey(entry.bytes))
      if (entry.kind !== 'end') continue
      if (entry.sha256 !== backup.sha256) throw new BackupError(`${file} has changed while it was read.`)
      count = entry.rows
    }
  } finally {
    await rows.drop()
  }
  await restoreSequences(client, tables)
  await client.query('SET CONSTRAINTS ALL IMMEDIATE')
  await switchTriggers(client, tables, 'ENABLE')
  await migrateWithin(client, folders)
  await client.query(
    `INSERT INTO restored_jobs (name, data) SELECT name, data FROM jsonb_to_recordset($1::jsonb) AS job(name text, data jsonb)`,
    [JSON.stringify(jobs)],
  )
  await staging(files.flush())
  const skippedTables = manifest.tables
    .map(({ name }) => name)
    .filter((name) => !tables.some((table) => table.name === name) && !unsavedTables.includes(name))
  return { rows: count, pictures, skippedTables }
}

/** Returns the tables of the schema at that version: names from a file are never used in SQL otherwise. */
async function listOwnTables(
  client: pg.Client,
  manifest: Manifest,
  folders: readonly MigrationFolder[],
): Promise<BackupTable[]> {
  const known = new Map((await listShopTables(client, folders)).map(({ name, columns }) => [name, new Set(columns)]))
  const tables = manifest.tables.filter(({ name }) => known.has(name))
  const strange = tables.find(({ name, columns }) => !columns.every((column) => known.get(name)?.has(column)))
  if (strange) throw new BackupError(`The backup holds columns of ${strange.name} that its own schema does not know.`)
  return tables
}

/** Truncates the tables: some migrations insert rows that the backup contains as well. */
async function truncateTables(client: pg.Client, tables: readonly BackupTable[]): Promise<void> {
  for (const { name } of tables.toReversed()) {
    const { rowCount } = await client.query(`SELECT 1 FROM ${name} LIMIT 1`)
    if (rowCount) await client.query(`DELETE FROM ${name}`)
  }
}

/** Switches the shop's own triggers: what they write of a row is in the backup, too. */
async function switchTriggers(
  client: pg.Client,
  tables: readonly BackupTable[],
  how: 'DISABLE' | 'ENABLE',
): Promise<void> {
  for (const { name } of tables) await client.query(`ALTER TABLE ${name} ${how} TRIGGER USER`)
}

/** Hands each table's parts to one COPY after the other. */
function writeRows(client: pg.Client) {
  let current: { name: string; stream: Writable; done: Promise<void> } | undefined

  async function end(): Promise<void> {
    const ending = current
    current = undefined
    ending?.stream.end()
    await ending?.done
  }

  return {
    end,
    async write({ name, columns }: BackupTable, bytes: Buffer): Promise<void> {
      if (current?.name !== name) {
        await end()
        const stream = client.query(copyFrom(`COPY ${name} (${columns.join(', ')}) FROM STDIN`))
        const done = new Promise<void>((resolve, reject) => {
          stream.once('finish', resolve)
          // More than once: a line that is lost fails the stream, and so does ending it afterwards.
          stream.on('error', reject)
        })
        done.catch(() => undefined)
        current = { name, stream, done }
      }
      const { stream, done } = current
      await Promise.race([new Promise<void>((resolve) => stream.write(bytes, () => resolve())), done])
    },
    async drop(): Promise<void> {
      const ending = current
      current = undefined
      ending?.stream.destroy()
      await ending?.done.catch(() => undefined)
    },
  }
}

/** Numbers that the database gives go on where they were. */
async function restoreSequences(client: pg.Client, tables: readonly BackupTable[]): Promise<void> {
  for (const { name } of tables) {
    const { rows } = await client.query<{ column: string }>(
      `SELECT attname AS column FROM pg_attribute
      WHERE attrelid = $1::text::regclass AND attnum > 0 AND CASE WHEN NOT attisdropped THEN pg_get_serial_sequence($1::text, attname::text) END IS NOT NULL`,
      [name],
    )
    for (const { column } of rows) {
      await client.query(
        `SELECT setval(pg_get_serial_sequence($1::text, $2::text), greatest(
          (SELECT seqstart FROM pg_sequence WHERE seqrelid = pg_get_serial_sequence($1::text, $2::text)::regclass),
          (SELECT max(${pg.escapeIdentifier(column)}) + 1 FROM ${name})), false)`,
        [name, column],
      )
    }
  }
}

/** Commits, and returns whether that took effect; where the answer is lost, the database is asked once more. */
async function commit(client: pg.Client, databaseUrl: string, id: string): Promise<boolean> {
  try {
    const { command } = await client.query('COMMIT')
    return command === 'COMMIT'
  } catch {
    return await wasCommitted(databaseUrl, id)
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function wasCommitted(databaseUrl: string, id: string): Promise<boolean> {
  const client = connectForRestore(databaseUrl)
  try {
    await client.connect()
    await waitForRestore(client)
    return (await readRestoreId(client)) === id
  } catch (error) {
    throw new BackupError(
      `The connection to the database broke at the last step and cannot be opened again (${fileErrorReason(error)}). The shop is either as it was or restored, as a whole: start it once the database answers, and look which; pictures and secret key follow by themselves.`,
      { cause: error },
    )
  } finally {
    await client.end().catch(() => undefined)
  }
}

function messageOf(error: unknown): string {
  if (error instanceof BackupError) return error.message
  return `The restore could not be completed (${fileErrorReason(error)}).`
}
