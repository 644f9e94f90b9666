import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { ImportErrorCode } from '#contract/import-errors.ts'
import { beginAttempt, endAttempt, maxDeaths, processesEnded } from '#server/imports/attempts.ts'
import { isDocumentName } from '#server/catalog/fields/document-fields.ts'
import { importJob } from '#server/imports/change-import.ts'
import { documentAddress } from '#server/imports/pictures/document-source.ts'
import { type Archives, maxPictureBytes, PictureTooLargeError } from '#server/imports/pictures/archives.ts'
import type { ImageStore } from '#server/media/image-store.ts'
import { storeDocument } from '#server/media/store-document.ts'
import { fileId, storeImage } from '#server/media/store-image.ts'
import { createUploadDirectory } from '#server/media/upload-directory.ts'
import type { Database } from '#server/platform/database/database.ts'
import { isDiskFull } from '#server/platform/disk-full.ts'
import {
  AddressRefusedError,
  AnswerTooLongError,
  fetchPublic,
  NoAnswerError,
  type Reach,
} from '#server/platform/http/fetch-public.ts'
import { Problem } from '#server/platform/http/problem.ts'
import { newId } from '#server/platform/ids.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'

export interface PictureDeps {
  db: Database
  pictures: ImageStore
  jobs: Pick<Jobs, 'enqueue'>
  archives: Archives
  /** The folder for pictures on their way. */
  directory: string
  reach: Reach
  log: Logger
}

/** Pictures that this process works on at once: each is encoded nine times. */
const atOnce = 2
const timeoutMs = 30_000
/** Others take a picture over that is not finished by then. */
const takenSeconds = 120

type Failure = { error: ImportErrorCode; facts: Record<string, string | number> }
interface Taken {
  id: string
  importId: string
  source: string
  by: string | null
  [column: string]: unknown
}

export interface PictureLoader {
  /** Stores pictures until none is left. Safe to call again, and in several processes. */
  run: () => Promise<void>
  stop: () => void
}

/** Creates the job that stores the pictures of imports before their rows are compared. */
export function createPictureLoader(deps: PictureDeps): PictureLoader {
  let isStopped = false
  let running: Promise<void> | undefined
  const underWay = new Set<string>()
  const lane = async (directory: string) => {
    while (!isStopped && (await loadNext(deps, directory, underWay))) continue
  }
  const work = async () => {
    await removeArchives(deps)
    const directory = await createUploadDirectory(deps.directory)
    // If one fails, the job ends when the other has, too.
    const ends = await Promise.allSettled(Array.from({ length: atOnce }, () => lane(directory)))
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  }
  return {
    run: () => (running ??= work().finally(() => (running = undefined))),
    stop() {
      isStopped = true
      // A download may outlast the stop, which is no death.
      for (const attempt of underWay) void endAttempt(deps.db, attempt)
    },
  }
}

/** Removes the archives of which no picture is needed any more. */
async function removeArchives({ db, archives }: PictureDeps): Promise<void> {
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT id FROM imports WHERE id = ANY (${sql.param(await archives.list())}::uuid[])
      AND NOT (state IN ('uploaded', 'mapped', 'checked') AND rows_deleted_at IS NULL
        AND EXISTS (SELECT FROM import_pictures WHERE import_id = imports.id AND done_at IS NULL AND source LIKE 'zip:%'))`)
  for (const { id } of rows) await archives.remove(id)
}

/** Stores the next picture; false if none waits. Leaves one out that has ended so many processes. */
async function loadNext(deps: PictureDeps, directory: string, underWay: Set<string>): Promise<boolean> {
  const taken = await takeNext(deps)
  if (!taken) return false
  const attempt = `picture ${taken.id}`
  underWay.add(attempt)
  try {
    const deaths = await beginAttempt(deps.db, attempt)
    if (deaths >= maxDeaths) deps.log.error({ source: taken.source }, `a picture has failed: ${processesEnded}`)
    const result: Awaited<ReturnType<typeof load>> =
      deaths < maxDeaths ? await load(deps, directory, taken) : { error: 'picture-not-stored', facts: {} }
    await keep(deps, taken, result)
  } finally {
    await endAttempt(deps.db, attempt)
    underWay.delete(attempt)
  }
  return true
}

async function keep(deps: PictureDeps, taken: Taken, result: { url: string } | Failure): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const { error = null, facts = null, url = null } = result as Partial<Failure & { url: string }>
    await tx.execute(sql`
      UPDATE import_pictures SET url = ${url}, error = ${error}, facts = ${facts && JSON.stringify(facts)}::jsonb, done_at = now()
      WHERE id = ${taken.id}`)
    // One after the other, so that the last one sees that it is.
    await tx.execute(sql`SELECT FROM imports WHERE id = ${taken.importId} FOR UPDATE`)
    const { rows } = await tx.execute(
      sql`SELECT FROM import_pictures WHERE import_id = ${taken.importId} AND done_at IS NULL AND queued LIMIT 1`,
    )
    if (rows.length === 0) await deps.jobs.enqueue(tx, importJob, {})
  })
}

/** Takes a picture of the import that has waited longest for its turn, so that a great one keeps no other waiting. */
async function takeNext({ db, archives }: PictureDeps): Promise<Taken | undefined> {
  const { rows } = await db.execute<Taken>(sql`
    WITH next AS (
      SELECT waiting.id, turn.id AS import_id FROM (SELECT id, advanced_at FROM imports WHERE state = 'mapped') turn
        CROSS JOIN LATERAL (
          SELECT id FROM import_pictures
          WHERE import_id = turn.id AND done_at IS NULL AND queued
            AND (taken_at IS NULL OR taken_at < now() - make_interval(secs => ${takenSeconds}))
            AND (source NOT LIKE 'zip:%' OR import_id = ANY (${sql.param(await archives.list())}::uuid[]))
          ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED) waiting
      ORDER BY turn.advanced_at LIMIT 1),
    advanced AS (UPDATE imports SET advanced_at = clock_timestamp() FROM next WHERE imports.id = next.import_id)
    UPDATE import_pictures SET taken_at = now() FROM imports, next
    WHERE imports.id = next.import_id AND import_pictures.id = next.id
    RETURNING import_pictures.id, import_pictures.import_id AS "importId", source, created_by AS by`)
  return rows[0]
}

async function load(deps: PictureDeps, directory: string, taken: Taken): Promise<{ url: string } | Failure> {
  const file = join(directory, newId())
  try {
    const bytes = await readSource(deps, taken)
    if (!Buffer.isBuffer(bytes)) return bytes
    await writeFile(file, bytes)
    return { url: await store(deps, file, taken) }
  } catch (error) {
    const failure = explain(error)
    if (failure.error === 'picture-not-stored' || failure.error === 'picture-storage-full')
      deps.log.warn({ err: error, source: taken.source }, 'a picture failed')
    return failure
  } finally {
    await rm(file, { force: true })
  }
}

async function readSource({ archives, reach }: PictureDeps, { source, importId }: Taken): Promise<Buffer | Failure> {
  if (source.startsWith('zip:')) {
    const bytes = await archives.unpack(importId, source.slice(4))
    return bytes ?? { error: 'picture-not-in-archive', facts: {} }
  }
  const document = documentAddress(source)
  const { status, body } = await fetchPublic(document ?? source, {
    reach,
    allowHttp: true,
    maxRedirects: 3,
    timeoutMs,
    maxBytes: maxPictureBytes,
    refuseLonger: true,
    headers: { accept: document === undefined ? 'image/*' : 'application/pdf', 'user-agent': 'Boltyard' },
  })
  return status === 200 ? body : { error: 'picture-status', facts: { status } }
}

/** Returns the address of the stored file; a picture that is known by its content is not encoded again. */
async function store({ db, pictures }: PictureDeps, file: string, { source, by }: Taken): Promise<string> {
  const actor = by === null ? undefined : { id: by }
  if (documentAddress(source) !== undefined || isDocumentName(source.replace(/^zip:/, '')))
    return (await storeDocument(db, pictures, file, actor)).url
  const id = await fileId(file)
  const { rows } = await db.execute<{ url: string }>(sql`SELECT url FROM images WHERE id = ${id}`)
  return rows[0]?.url ?? (await storeImage(db, pictures, { file, by: actor })).url
}

function explain(error: unknown): Failure {
  if (isDiskFull(error)) return { error: 'picture-storage-full', facts: {} }
  if (error instanceof AddressRefusedError) return { error: 'picture-address-refused', facts: {} }
  if (error instanceof AnswerTooLongError || error instanceof PictureTooLargeError)
    return { error: 'picture-too-large', facts: { limit: maxPictureBytes / 1024 / 1024 } }
  if (error instanceof NoAnswerError) return { error: 'picture-late', facts: { seconds: timeoutMs / 1000 } }
  if (error instanceof Problem && (error.code === 'image-unreadable' || error.code === 'image-too-long'))
    return { error: 'picture-unreadable', facts: {} }
  if (error instanceof Problem && error.code === 'document-unreadable')
    return { error: 'document-unreadable', facts: {} }
  if (error instanceof Problem) return { error: 'picture-not-stored', facts: {} }
  return { error: 'picture-unreachable', facts: {} }
}
