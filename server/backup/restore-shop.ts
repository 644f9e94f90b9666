import { createReadStream } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { Writable } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { PgBoss } from 'pg-boss'
import { extract } from 'tar-stream'
import {
  checksum,
  type EndOfBackup,
  type Manifest,
  paths,
  type WaitingJob,
  withoutLimits,
} from '#server/backup/backup-file.ts'
import type { ShopParts } from '#server/backup/backup-shop.ts'
import { jobRules } from '#server/platform/jobs.ts'
import { migrate, type MigrationFolder, MigrationError } from '#server/platform/migrate.ts'

/** Thrown with a sentence for the person who restores. */
export class RestoreError extends Error {
  override name = 'RestoreError'
}

interface RestoreOptions {
  migrationFolders: readonly MigrationFolder[]
  /** What is there is thrown away first. */
  replace: boolean
}

/**
 * Puts a backup into an empty database and data folder: all of its rows or none. A backup of an older version is brought up to
 * this one. Throws a RestoreError when there is a shop already, when one is running, or when the file is not whole.
 */
export async function restoreShop(target: ShopParts, file: string, options: RestoreOptions): Promise<{ rows: number }> {
  const client = new pg.Client({ connectionString: target.databaseUrl, application_name: 'boltyard restore' })
  await client.connect()
  const pool = new pg.Pool({ connectionString: target.databaseUrl, max: 1 })
  try {
    await client.query(withoutLimits)
    await makeRoom(client, options.replace)
    const { jobs, rows } = await readBackup(file, target, {
      client,
      replace: options.replace,
      prepare: (manifest) => migrateAsThen(pool, options.migrationFolders, manifest),
    })
    await migrate(pool, options.migrationFolders)
    await askForJobs(target.databaseUrl, jobs)
    return { rows }
  } finally {
    await client.end()
    await pool.end()
  }
}

interface Reading {
  client: pg.Client
  replace: boolean
  prepare: (manifest: Manifest) => Promise<void>
}

async function readBackup(file: string, { dataDirectory }: ShopParts, { client, replace, prepare }: Reading) {
  const sum = checksum()
  const archive = extract()
  const reading = pipeline(createReadStream(file), createZstdDecompress(), archive)
  reading.catch(() => undefined)
  let manifest: Manifest | undefined
  let jobs: WaitingJob[] = []
  let end: EndOfBackup | undefined
  const table = openTables(client)
  try {
    for await (const entry of archive) {
      const { name } = entry.header
      const bytes = await buffer(entry)
      if (name === paths.end) {
        end = JSON.parse(bytes.toString()) as EndOfBackup
        if (end.sha256 !== sum.digest()) throw new RestoreError('The backup is damaged: its checksum is another one.')
        continue
      }
      sum.add(name, bytes)
      if (name === paths.manifest) {
        manifest = readManifest(bytes)
        await prepare(manifest)
        await client.query('BEGIN')
        await emptyTables(client, manifest)
      } else if (!manifest) {
        throw new RestoreError('This is no backup of a shop.')
      } else if (name.startsWith('tables/')) {
        await table.write(manifest, Number(name.split('/')[1]), bytes)
      } else {
        await table.end()
        if (name === paths.jobs) jobs = JSON.parse(bytes.toString()) as WaitingJob[]
        else if (name === paths.secretKey) await keepSecretKey(join(dataDirectory, name), bytes, replace)
        else if (/^media\/[\w-]+\/[\w-]+\.\w+$/.test(name)) await keepFile(join(dataDirectory, name), bytes)
        else throw new RestoreError(`The backup holds something unknown: ${name.slice(0, 100)}.`)
      }
    }
    await reading
    if (!manifest || !end) throw new RestoreError('The backup is not whole: its end is missing.')
    await countOn(client, manifest)
    await client.query('COMMIT')
    return { jobs, rows: Object.values(end.rows).reduce((all, count) => all + count, 0) }
  } catch (error) {
    archive.destroy()
    await table.drop()
    await client.query('ROLLBACK')
    if (error instanceof RestoreError || error instanceof MigrationError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new RestoreError(`The backup could not be read to its end (${reason}); nothing was restored.`, {
      cause: error,
    })
  }
}

function readManifest(bytes: Buffer): Manifest {
  const manifest = JSON.parse(bytes.toString()) as Manifest
  if (manifest.format !== 1) throw new RestoreError('This backup was made by a newer version of Boltyard.')
  return manifest
}

/** The tables as they were when the backup was made; what has changed since then changes the rows, too. */
async function migrateAsThen(pool: pg.Pool, folders: readonly MigrationFolder[], manifest: Manifest): Promise<void> {
  const then = new Set(manifest.migrations.map(({ room, name }) => `${room}/${name}`))
  const applied = await migrate(pool, folders, then)
  const checksums = new Map(applied.map(({ room, name, checksum: sum }) => [`${room}/${name}`, sum]))
  for (const { room, name, checksum: sum } of manifest.migrations) {
    if (checksums.get(`${room}/${name}`) !== sum) {
      throw new RestoreError(`The backup has a schema (${room}/${name}) that this version of Boltyard does not know.`)
    }
  }
}

/** Refuses a shop that lives or holds something, unless it may be thrown away; never one that is open. */
async function makeRoom(client: pg.Client, replace: boolean): Promise<void> {
  const open = await client.query(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'boltyard' LIMIT 1`,
  )
  if (open.rowCount) throw new RestoreError('A shop is running on this database. Stop it first.')
  const { rows } = await client.query<{ users: string | null }>(`SELECT to_regclass('public.users') AS users`)
  const held = rows[0]?.users
    ? await client.query('SELECT 1 FROM users UNION ALL SELECT 1 FROM orders LIMIT 1')
    : undefined
  if (held?.rowCount && !replace) {
    throw new RestoreError(
      'There is a shop in this database already. Restore into an empty one, or throw this one away with --replace.',
    )
  }
  await client.query(`
    DROP SCHEMA IF EXISTS jobs CASCADE; DROP SCHEMA IF EXISTS identity CASCADE; DROP SCHEMA IF EXISTS cards CASCADE;
    DO $$ DECLARE found record; BEGIN
      FOR found IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
        EXECUTE format('DROP TABLE public.%I CASCADE', found.tablename);
      END LOOP;
      FOR found IN SELECT oid::regprocedure AS signature FROM pg_proc WHERE pronamespace = 'public'::regnamespace
        AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e') LOOP
        EXECUTE format('DROP FUNCTION %s CASCADE', found.signature);
      END LOOP;
    END $$`)
}

/** Some migrations write rows; the backup has them, too. */
async function emptyTables(client: pg.Client, { tables }: Manifest): Promise<void> {
  for (const { name } of tables.toReversed()) {
    const { rowCount } = await client.query(`SELECT 1 FROM ${name} LIMIT 1`)
    if (rowCount) await client.query(`DELETE FROM ${name}`)
  }
}

/** Hands each table's parts to one COPY after the other. */
function openTables(client: pg.Client) {
  let current: { index: number; stream: Writable; done: Promise<void> } | undefined

  async function end(): Promise<void> {
    const ending = current
    current = undefined
    ending?.stream.end()
    await ending?.done
  }

  return {
    end,
    async write({ tables }: Manifest, index: number, bytes: Buffer): Promise<void> {
      if (current?.index !== index) {
        await end()
        const table = tables[index]
        if (!table) throw new RestoreError('The backup holds rows of a table that it does not name.')
        const stream = client.query(copyFrom(`COPY ${table.name} (${table.columns.join(', ')}) FROM STDIN`))
        const done = new Promise<void>((resolve, reject) => {
          stream.once('finish', resolve)
          stream.once('error', reject)
        })
        done.catch(() => undefined)
        current = { index, stream, done }
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
async function countOn(client: pg.Client, { tables }: Manifest): Promise<void> {
  for (const { name } of tables) {
    const { rows } = await client.query<{ column: string }>(
      `SELECT attname AS column FROM pg_attribute
      WHERE attrelid = $1::text::regclass AND attnum > 0 AND CASE WHEN NOT attisdropped THEN pg_get_serial_sequence($1::text, attname::text) END IS NOT NULL`,
      [name],
    )
    for (const { column } of rows) {
      await client.query(
        `SELECT setval(pg_get_serial_sequence($1::text, $2::text), (SELECT coalesce(max(${pg.escapeIdentifier(column)}), 0) + 1 FROM ${name}), false)`,
        [name, column],
      )
    }
  }
}

async function keepFile(path: string, bytes: Buffer, mode = 0o644): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, bytes, { mode, flush: true })
}

async function keepSecretKey(path: string, bytes: Buffer, replace: boolean): Promise<void> {
  const there = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (there && !there.equals(bytes) && !replace) {
    throw new RestoreError('The data folder has another secret key. Restore into an empty one, or say --replace.')
  }
  await keepFile(path, bytes, 0o600)
}

/** What was still to be done is asked for again: each job is safe to repeat. */
async function askForJobs(databaseUrl: string, jobs: readonly WaitingJob[]): Promise<void> {
  if (jobs.length === 0) return
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  const db = { executeSql: (text: string, values?: unknown[]) => pool.query(text, values) }
  const boss = new PgBoss({ db, schema: 'jobs', supervise: false, schedule: false })
  try {
    await boss.start()
    for (const name of new Set(jobs.map((job) => job.name))) await boss.createQueue(name, jobRules)
    for (const { name, data } of jobs) await boss.send(name, data)
  } finally {
    await boss.stop({ graceful: false })
    await pool.end()
  }
}
