import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { access, link, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { pack } from 'tar-stream'
import {
  BackupError,
  beginWithoutTimeouts,
  checksum,
  type BackupTrailer,
  type Manifest,
  paths,
  picturePath,
  fileErrorReason,
  type ShopLocation,
  type BackupTable,
  type WaitingJob,
} from '#server/backup/backup-file.ts'
import { listForeignTables, listShopTables } from '#server/backup/shop-tables.ts'
import { createClient } from '#server/platform/database/connections.ts'
import { listAppliedMigrations, type MigrationFolder } from '#server/platform/database/migrate.ts'
import { secretKeyId } from '#server/platform/secrets.ts'
import type { Report } from '#server/platform/show-progress.ts'

export interface BackupSummary {
  rows: number
  pictures: number
  /** Tables in the database that do not belong to the shop. */
  skippedTables: string[]
}

const partBytes = 4 * 1024 * 1024

/**
 * Writes the whole shop into a new file while it is running: all rows of one snapshot, waiting jobs, images of the data folder
 * and the secret key. Readable by its owner only. The file is complete or absent; throws a BackupError on failure.
 */
export async function backupShop(
  shop: ShopLocation,
  file: string,
  folders: readonly MigrationFolder[],
  report: Report = () => undefined,
): Promise<BackupSummary> {
  // Two backups at once must not write into one file.
  const draft = `${file}.${randomUUID().slice(0, 8)}.part`
  try {
    if (await exists(file)) throw Object.assign(new Error(), { code: 'EEXIST' })
    const created = await writeBackup(shop, draft, folders, report)
    await publishFile(draft, file)
    return created
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined)
    throw new BackupError(`The backup could not be made, and ${file} was not written: ${fileErrorReason(error)}.`, {
      cause: error,
    })
  }
}

async function writeBackup(
  shop: ShopLocation,
  draft: string,
  folders: readonly MigrationFolder[],
  report: Report,
): Promise<BackupSummary> {
  const client = createClient({
    connectionString: shop.databaseUrl,
    application_name: 'boltyard backup',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  const archive = pack()
  const sum = checksum()
  const writing = pipeline(
    archive,
    // The checksum of zstd covers what ours does not: the headers of the tar.
    createZstdCompress({
      params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
    }),
    createWriteStream(draft, { mode: 0o600, flags: 'wx' }),
  )
  // It is awaited below; until then a full disk must not end the process.
  let writeError: unknown
  writing.catch((error: unknown) => (writeError = error))

  let megabytes = 0
  let step = ''
  async function add(name: string, bytes: Buffer): Promise<void> {
    megabytes += bytes.length / 1_000_000
    report(`Backing up ${step}: ${megabytes.toFixed(0)} MB`)
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
    await client.query(beginWithoutTimeouts)
    // All that follows sees the shop as it is at this moment.
    await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const tables = await listShopTables(client, folders)
    const skippedTables = await listForeignTables(client, folders)
    const migrations = await listAppliedMigrations(client)
    const keyInFolder = await readFile(join(shop.dataDirectory, 'secret-key')).catch(ignoreMissing)
    const key = shop.secretKey ?? keyInFolder?.toString().trim()
    await addJson(paths.manifest, {
      format: 1,
      madeAt: new Date().toISOString(),
      migrations,
      tables,
      ...(key === undefined ? {} : { secretKeyId: secretKeyId(key) }),
    } satisfies Manifest)
    const copies = new Map<string, { rowCount: number }>()
    for (const [index, table] of tables.entries()) {
      step = `table ${index + 1} of ${tables.length}, ${table.name}`
      copies.set(table.name, await copyTable(client, table, index, add))
    }
    await addJson(paths.jobs, await listWaitingJobs(client))
    // PostgreSQL counts the rows of a table after it has sent the last one: the answer to the next statement comes behind the count.
    const rows = Object.fromEntries([...copies].map(([name, { rowCount }]) => [name, rowCount]))
    const stored = await countStoredPictures(client)
    await client.query('COMMIT')
    step = stored === 1 ? 'one picture' : `${stored} pictures`
    const folder = join(shop.dataDirectory, 'media')
    const pictures = await addPictures(folder, add)
    if (stored > 0 && pictures === 0)
      throw new BackupError(`none of the pictures of the shop (${stored}) is in ${folder}: correct DATA_DIR`)
    if (keyInFolder && shop.secretKey === undefined) await add(paths.secretKey, keyInFolder)
    await addJson(paths.end, { rows, sha256: sum.digest() } satisfies BackupTrailer)
    archive.finalize()
    await writing
    return { rows: Object.values(rows).reduce((all, count) => all + count, 0), pictures, skippedTables }
  } catch (error) {
    // An error of the disk causes those that follow.
    const reason = writeError ?? error
    archive.destroy()
    await writing.catch(() => undefined)
    throw reason
  } finally {
    await client.end().catch(() => undefined)
  }
}

type Add = (name: string, bytes: Buffer) => Promise<void>

/** Adds the rows of a table. Returns their count, which is complete once the client has answered another statement. */
async function copyTable(
  client: pg.Client,
  table: BackupTable,
  index: number,
  add: Add,
): Promise<{ rowCount: number }> {
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
  return copying
}

async function listWaitingJobs(client: pg.Client): Promise<WaitingJob[]> {
  const { rows: known } = await client.query(`SELECT 1 FROM pg_tables WHERE schemaname = 'jobs' AND tablename = 'job'`)
  if (known.length === 0) return []
  const { rows } = await client.query<WaitingJob>(`
    SELECT name, data FROM jobs.job
    WHERE state < 'completed' AND data IS NOT NULL AND name NOT LIKE '\\_\\_%' ORDER BY created_on`)
  return rows
}

/** Returns the number of pictures that the shop keeps in a folder of its own, or of another server. */
async function countStoredPictures(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM images WHERE url LIKE '/media/%'`,
  )
  return rows[0]?.count ?? 0
}

/** Adds the images. A folder of an image is complete or absent and never changes; other files are skipped. */
async function addPictures(directory: string, add: Add): Promise<number> {
  let pictures = 0
  for (const folder of (await readdir(directory).catch(ignoreMissing)) ?? []) {
    if (!picturePath.test(paths.picture(folder, 'any.webp'))) continue
    pictures++
    for (const file of await readdir(join(directory, folder))) {
      const path = paths.picture(folder, file)
      if (picturePath.test(path)) await add(path, await readFile(join(directory, folder, file)))
    }
  }
  return pictures
}

/** Moves the finished file into place, flushed to disk, without replacing another one. */
async function publishFile(draft: string, file: string): Promise<void> {
  await sync(draft, 'r+')
  try {
    await link(draft, file)
    await rm(draft)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(code)) throw error
    // Some disks know no links.
    if (await exists(file)) throw Object.assign(new Error(), { code: 'EEXIST' })
    await rename(draft, file)
  }
  await sync(dirname(file), 'r')
}

async function sync(path: string, flags: string): Promise<void> {
  const handle = await open(path, flags)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
