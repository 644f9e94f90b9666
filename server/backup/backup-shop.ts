import { createWriteStream } from 'node:fs'
import { link, open, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { pack } from 'tar-stream'
import {
  checksum,
  type EndOfBackup,
  type Manifest,
  paths,
  type TableOfBackup,
  type WaitingJob,
  withoutLimits,
} from '#server/backup/backup-file.ts'
import { listAppliedMigrations } from '#server/platform/migrate.ts'

export interface ShopParts {
  databaseUrl: string
  /** Holds `media/` and `secret-key`, as far as they are there. */
  dataDirectory: string
}

const partBytes = 4 * 1024 * 1024

/**
 * Writes the whole shop into one new file while it goes on selling: every row as of one moment, the jobs that wait, the pictures
 * of the data folder and the secret key. Whoever reads the file reads everything, so it is for its owner only. Answers how many
 * rows and pictures it holds; throws EEXIST when there is such a file.
 */
export async function backupShop({ databaseUrl, dataDirectory }: ShopParts, file: string) {
  const draft = `${file}.part`
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'boltyard backup' })
  const archive = pack()
  const sum = checksum()
  const writing = pipeline(
    archive,
    createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 3 } }),
    createWriteStream(draft, { mode: 0o600, flags: 'w' }),
  )
  // It is awaited below; until then a full disk must not end the process.
  writing.catch(() => undefined)

  async function add(name: string, bytes: Buffer): Promise<void> {
    if (name !== paths.end) sum.add(name, bytes)
    const written = new Promise<void>((resolve, reject) => {
      const entry = archive.entry({ name, size: bytes.length }, (error) => (error ? reject(error) : resolve()))
      entry.end(bytes)
    })
    await Promise.race([written, writing])
  }
  const addJson = (name: string, value: object) => add(name, Buffer.from(JSON.stringify(value)))

  try {
    await client.connect()
    await client.query(withoutLimits)
    // All that follows sees the shop as it is at this moment.
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const tables = await listTables(client)
    const migrations = await listAppliedMigrations(client)
    await addJson(paths.manifest, {
      format: 1,
      madeAt: new Date().toISOString(),
      migrations,
      tables,
    } satisfies Manifest)
    const rows: Record<string, number> = {}
    for (const [index, table] of tables.entries()) rows[table.name] = await copyTable(client, table, index, add)
    await addJson(paths.jobs, await listWaitingJobs(client))
    await client.query('COMMIT')
    const pictures = await addPictures(join(dataDirectory, 'media'), add)
    const secretKey = await readFile(join(dataDirectory, 'secret-key')).catch(unlessMissing)
    if (secretKey) await add(paths.secretKey, secretKey)
    await addJson(paths.end, { rows, sha256: sum.digest() } satisfies EndOfBackup)
    archive.finalize()
    await writing
    await putInPlace(draft, file)
    return { rows: Object.values(rows).reduce((all, count) => all + count, 0), pictures }
  } catch (error) {
    archive.destroy()
    await writing.catch(() => undefined)
    await rm(draft, { force: true })
    throw error
  } finally {
    await client.end()
  }
}

type Add = (name: string, bytes: Buffer) => Promise<void>

async function copyTable(client: pg.Client, table: TableOfBackup, index: number, add: Add): Promise<number> {
  const copying = client.query(copyTo(`COPY ${table.name} (${table.columns.join(', ')}) TO STDOUT`))
  let part = 0
  let kept: Buffer[] = []
  let bytes = 0
  const flush = async () => {
    if (bytes > 0) await add(paths.table(index, part++), Buffer.concat(kept))
    kept = []
    bytes = 0
  }
  for await (const chunk of copying as AsyncIterable<Buffer>) {
    kept.push(chunk)
    bytes += chunk.length
    if (bytes >= partBytes) await flush()
  }
  await flush()
  return copying.rowCount
}

/** The tables of the shop and of its embedded services; what a migration has written down is written by it again. */
async function listTables(client: pg.Client): Promise<TableOfBackup[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; needs: string[] }>(`
    SELECT format('%I.%I', space.nspname, class.relname) AS name,
      (SELECT array_agg(quote_ident(attname) ORDER BY attnum) FROM pg_attribute
        WHERE attrelid = class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '') AS columns,
      ARRAY(SELECT DISTINCT format('%I.%I', other_space.nspname, other.relname) FROM pg_constraint
        JOIN pg_class other ON other.oid = confrelid JOIN pg_namespace other_space ON other_space.oid = other.relnamespace
        WHERE contype = 'f' AND conrelid = class.oid AND confrelid <> conrelid) AS needs
    FROM pg_class class JOIN pg_namespace space ON space.oid = class.relnamespace
    WHERE class.relkind = 'r' AND space.nspname IN ('public', 'identity', 'cards')
      AND class.relname NOT IN ('migrations', 'migration_lock')
    ORDER BY 1`)
  const ordered: TableOfBackup[] = []
  const waiting = new Map(rows.map((row) => [row.name, row]))
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter(({ needs }) => !needs.some((name) => waiting.has(name)))
    if (ready.length === 0) throw new Error(`These tables point at one another: ${[...waiting.keys()].join(', ')}.`)
    for (const { name, columns } of ready) {
      ordered.push({ name, columns })
      waiting.delete(name)
    }
  }
  return ordered
}

async function listWaitingJobs(client: pg.Client): Promise<WaitingJob[]> {
  const { rows: known } = await client.query(`SELECT 1 FROM pg_tables WHERE schemaname = 'jobs' AND tablename = 'job'`)
  if (known.length === 0) return []
  const { rows } = await client.query<WaitingJob>(`
    SELECT name, data FROM jobs.job
    WHERE state < 'completed' AND data IS NOT NULL AND name NOT LIKE '\\_\\_%' ORDER BY created_on`)
  return rows
}

/** A picture's folder is there whole or not at all, and never changes. */
async function addPictures(directory: string, add: Add): Promise<number> {
  const folders = (await readdir(directory).catch(unlessMissing)) ?? []
  const whole = folders.filter((name) => !name.startsWith('.'))
  for (const folder of whole) {
    for (const file of await readdir(join(directory, folder))) {
      await add(paths.picture(folder, file), await readFile(join(directory, folder, file)))
    }
  }
  return whole.length
}

/** A link never replaces a file, and what is there under its name is whole and on disk. */
async function putInPlace(draft: string, file: string): Promise<void> {
  const handle = await open(draft, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
  await link(draft, file)
  await rm(draft)
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
