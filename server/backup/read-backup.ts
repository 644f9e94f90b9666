import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { extract } from 'tar-stream'
import {
  BackupError,
  checksum,
  type BackupTrailer,
  type Manifest,
  paths,
  picturePath,
  fileErrorReason,
  type BackupTable,
  type WaitingJob,
} from '#server/backup/backup-file.ts'
import {
  type AppliedMigration,
  isBeforeFirst,
  listMigrationFiles,
  type MigrationFolder,
  moveByExports,
} from '#server/platform/database/migrate.ts'
import type { Report } from '#server/platform/show-progress.ts'

/** Describes the entries of a backup in their order. The last one is emitted only after the whole file was verified. */
export type BackupEntry =
  | { kind: 'manifest'; manifest: Manifest }
  /** A chunk of a table's rows in COPY format. */
  | { kind: 'rows'; table: BackupTable; bytes: Buffer }
  | { kind: 'jobs'; jobs: WaitingJob[] }
  | { kind: 'picture'; folder: string; file: string; bytes: Buffer }
  | { kind: 'secret-key'; bytes: Buffer }
  | { kind: 'end'; rows: number; sha256: string }

export interface VerifiedBackup {
  manifest: Manifest
  rows: number
  pictures: number
  secretKey: Buffer | undefined
  sha256: string
}

/** Limits an entry; a larger one means that the file is damaged. */
const maxEntryBytes = 1024 ** 3
const newline = 0x0a

/** Reads a whole backup and touches no shop; throws a BackupError when it could not be restored by this version. */
export async function verifyBackup(
  file: string,
  folders: readonly MigrationFolder[],
  report?: Report,
): Promise<VerifiedBackup> {
  let manifest: Manifest | undefined
  let secretKey: Buffer | undefined
  const pictures = new Set<string>()
  const reported = report && ((part: string) => report(`Checking the backup: ${part}`))
  for await (const entry of readBackup(file, folders, reported)) {
    if (entry.kind === 'manifest') manifest = entry.manifest
    if (entry.kind === 'picture') pictures.add(entry.folder)
    if (entry.kind === 'secret-key') secretKey = entry.bytes
    if (entry.kind === 'end' && manifest)
      return { manifest, rows: entry.rows, pictures: pictures.size, secretKey, sha256: entry.sha256 }
  }
  throw new Error('A backup ended without its last entry.')
}

/** Reads a backup and checks it on the way, and reports the read part of the file; throws a BackupError at the first thing that is wrong. */
export async function* readBackup(
  file: string,
  folders: readonly MigrationFolder[],
  report: Report = () => undefined,
): AsyncGenerator<BackupEntry> {
  const about = await stat(file).catch((error: unknown) => {
    throw new BackupError(`${file} cannot be read: ${fileErrorReason(error)}.`)
  })
  if (about.isDirectory()) throw new BackupError(`${file} cannot be read: it is a folder.`)
  if (about.isFile() && about.size === 0) throw new BackupError(`${file} is empty: it is no backup of a shop.`)

  const check = checkEntries(file, await listMigrationFiles(folders))
  const archive = extract()
  const entries = archive[Symbol.asyncIterator]()
  const source = createReadStream(file)
  const reading = pipeline(source, createZstdDecompress(), archive)
  // The archive may not report an error of its source.
  const failure = reading.then(() => new Promise<never>(() => undefined))
  failure.catch(() => undefined)
  try {
    for (;;) {
      const { value: entry, done } = await Promise.race([entries.next(), failure])
      if (done) break
      const { name, size, type } = entry.header
      if (type !== 'file' || (size ?? 0) > maxEntryBytes) throw check.damaged('an entry is none of ours')
      check.expects(name)
      const checked = check.read(name, await Promise.race([buffer(entry), failure]))
      report(`${Math.floor((100 * source.bytesRead) / (about.size || Infinity))}%`)
      if (checked) yield checked
    }
    await reading
    yield check.end()
  } catch (error) {
    throw error instanceof BackupError ? error : check.damaged(fileErrorReason(error), error)
  } finally {
    archive.destroy()
  }
}

/** Knows what may come next, and what must have come. */
function checkEntries(file: string, known: readonly AppliedMigration[]) {
  const sum = checksum()
  const rows = new Map<string, number>()
  let manifest: Manifest | undefined
  let end: BackupTrailer | undefined
  let last = ''
  let part = { table: -1, number: 0 }

  const damaged = (reason: string, cause?: unknown) =>
    new BackupError(
      `${file} is ${manifest ? 'damaged or not whole' : 'no backup of a shop, or not a whole one'} (${reason}).`,
      { cause },
    )

  return { damaged, expects, read, end: finish }

  function expects(name: string): void {
    if (!manifest && name !== paths.manifest) throw damaged('it begins with something else')
    if (manifest && name === paths.manifest) throw damaged('it begins twice')
    if (end) throw damaged('it goes on after its end')
    if (rank(name) < rank(last)) throw damaged('its entries are in disorder')
    last = name
  }

  function read(name: string, bytes: Buffer): BackupEntry | undefined {
    if (name === paths.end) {
      end = JSON.parse(bytes.toString()) as BackupTrailer
      return undefined
    }
    sum.add(name, bytes)
    if (name === paths.manifest) return { kind: 'manifest', manifest: (manifest = readManifest(bytes)) }
    if (name === paths.jobs) return { kind: 'jobs', jobs: JSON.parse(bytes.toString()) as WaitingJob[] }
    if (name === paths.secretKey) return { kind: 'secret-key', bytes }
    const [, folder, picture] = picturePath.exec(name) ?? []
    if (folder && picture) return { kind: 'picture', folder, file: picture, bytes }
    return readRows(name, bytes)
  }

  function readManifest(bytes: Buffer): Manifest {
    const { format, migrations, tables, ...rest } = JSON.parse(bytes.toString()) as Omit<Manifest, 'format'> & {
      format: unknown
    }
    if (format !== 1) {
      throw typeof format === 'number' && format > 1
        ? new BackupError(`${file} was made by a newer version of Boltyard: restore it with that one.`)
        : damaged('it has no format')
    }
    if (isBeforeFirst(migrations, known))
      throw new BackupError(`${file} was made by a version from before the tables of 0.1.0. ${moveByExports}`)
    const unknown = migrations.find(
      (one) =>
        !known.some(({ room, name, checksum: sum }) => room === one.room && name === one.name && sum === one.checksum),
    )
    if (unknown) {
      throw new BackupError(
        `${file} has a schema (${unknown.room}/${unknown.name}) that this version of Boltyard does not know: restore it with the version that made it, or a newer one.`,
      )
    }
    for (const { name } of tables) rows.set(name, 0)
    return { format, migrations, tables, ...rest }
  }

  function readRows(name: string, bytes: Buffer): BackupEntry {
    const [, index = '', number = ''] = /^tables\/(\d+)\/(\d+)$/.exec(name) ?? []
    const table = manifest?.tables[Number(index)]
    const isNext = Number(index) === part.table ? Number(number) === part.number + 1 : Number(number) === 0
    if (index === '' || !table || Number(index) < part.table || !isNext) throw damaged(`it holds ${name.slice(0, 100)}`)
    part = { table: Number(index), number: Number(number) }
    // COPY ends each row with a line feed and writes those within a row in another way.
    let lines = 0
    for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, at + 1)) lines++
    rows.set(table.name, (rows.get(table.name) ?? 0) + lines)
    return { kind: 'rows', table, bytes }
  }

  function finish(): BackupEntry {
    if (!manifest) throw damaged('it holds nothing')
    if (!end) throw damaged('its end is missing')
    const sha256 = sum.digest()
    if (end.sha256 !== sha256) throw damaged('its checksum is another one')
    const wrong = [...rows].find(([name, count]) => end?.rows[name] !== count)
    if (wrong) throw damaged(`rows of ${wrong[0]} are missing`)
    return { kind: 'end', rows: [...rows.values()].reduce((all, count) => all + count, 0), sha256 }
  }
}

/** Returns the position of an entry in the order of a backup. */
function rank(name: string): number {
  const order = [paths.manifest, 'tables/', paths.jobs, 'media/', paths.secretKey, paths.end]
  return name === '' ? -1 : order.findIndex((start) => name.startsWith(start))
}
