import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { currentStore } from '#contract/current-store.ts'
import type { Body } from '#contract/endpoint.ts'
import type { SourceFailure } from '#contract/import-sources.ts'
import { newAttribute, type checkImport as checkEndpoint, importPermissions } from '#contract/imports.ts'
import { hasPermission } from '#contract/permissions.ts'
import type { AskedReading } from '#contract/table-reading.ts'
import { findTokenUsers } from '#server/accounts/find-user.ts'
import { checkImport, type ImportActor } from '#server/imports/change-import.ts'
import { guessEncoding, readSample } from '#server/imports/files/guess-csv.ts'
import { normalizeHeader } from '#server/catalog/fields/normalize-header.ts'
import { findRecipients } from '#server/imports/find-recipients.ts'
import { type ImportRecord, imports, type ImportSourceRecord, importSources } from '#server/imports/imports.tables.ts'
import { loadFile, type LoadDeps, type LoadedFile, NoFileError } from '#server/imports/sources/load-file.ts'
import { nextRun } from '#server/imports/sources/next-run.ts'
import { failureMail, type TellStaff } from '#server/imports/import-mails.ts'
import { stageFile } from '#server/imports/stage-file.ts'
import { removeTables, type UploadedFiles } from '#server/imports/uploaded-files.ts'
import { createUploadDirectory } from '#server/media/upload-directory.ts'
import { type Database, isDatabaseUnavailable, type Transaction } from '#server/platform/database/database.ts'
import { Problem } from '#server/platform/http/problem.ts'
import { newId } from '#server/platform/ids.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'

/** The job that fetches the files of sources that are due. */
export const sourcesJob = 'run-import-sources'

export interface RunSourcesDeps extends LoadDeps {
  db: Database
  jobs: Pick<Jobs, 'enqueue'>
  /** Keeps the files of imports that a person may look at. */
  tables: UploadedFiles
  /** The folder for files on their way. */
  directory: string
  tellStaff: TellStaff
  log: Logger
}

/** After so many seconds another process takes a source over: longer than a download and the reading of its file may take. */
const takenSeconds = 900
/** What may pass by itself is tried again so often, after so long, before it is told. */
const maxRetries = 2
const retryMs = 600_000
const growingMs = 60_000

/** Says whether the file of a source is being fetched, or is looked for again before its usual time. */
export function pendingOf(
  { pausedAt, nextAt, takenAt, atTime, sha256 }: ImportSourceRecord,
  now: Date,
): 'now' | 'retry' | undefined {
  if (pausedAt) return undefined
  const isTaken = takenAt !== null && now.getTime() - takenAt.getTime() < takenSeconds * 1000
  if (isTaken || nextAt <= now) return 'now'
  const isEarly = atTime === null ? sha256 === null : nextAt < nextRun(atTime, now, currentStore().timeZone)
  return isEarly && nextAt.getTime() - now.getTime() <= retryMs ? 'retry' : undefined
}

/** Fetches the files of all sources that are due, and begins to compare those that have changed. Safe at once in several processes. */
export async function runSources(deps: RunSourcesDeps): Promise<void> {
  let source = await takeDue(deps)
  if (!source) return
  const directory = await createUploadDirectory(deps.directory)
  for (; source; source = await takeDue(deps)) {
    const path = join(directory, newId())
    const spool = `${path}.rows`
    try {
      await runSource(deps, source, { path, spool })
    } catch (error) {
      // Also why the file cannot be had has a connection for its cause.
      if (!(error instanceof NoFileError) && isDatabaseUnavailable(error)) throw error
      const { failure, mayPass = false } =
        error instanceof NoFileError ? error : { failure: { code: 'not-compared' as const, facts: {} } }
      if (failure.code === 'not-compared')
        deps.log.error({ err: error, source: source.id }, 'a file of a schedule failed')
      await failSource(deps, source, failure, mayPass)
    } finally {
      await Promise.all([path, spool].map((each) => rm(each, { force: true })))
    }
  }
  await removeTables(deps.db, deps.tables)
}

type TakenSource = ImportSourceRecord & { takenBy: string }

/** Takes the source that has been due longest, unless its last file is still being worked on, or others have taken it. */
async function takeDue({ db, now }: RunSourcesDeps): Promise<TakenSource | undefined> {
  const takenBy = newId()
  const [row] = await db
    .update(importSources)
    .set({ takenBy, takenAt: sql`now()` })
    .where(
      sql`id = (
        SELECT id FROM import_sources due
        WHERE paused_at IS NULL AND next_at <= ${now().toISOString()}::timestamptz
          AND (taken_at IS NULL OR taken_at < now() - make_interval(secs => ${takenSeconds}))
          AND NOT EXISTS (SELECT FROM imports WHERE source_id = due.id
            AND (state IN ('mapped', 'applying', 'undoing') OR state = 'checked' AND exceeded IS NULL))
        ORDER BY next_at LIMIT 1 FOR UPDATE SKIP LOCKED)`,
    )
    .returning()
  return row && { ...row, takenBy }
}

async function runSource(
  deps: RunSourcesDeps,
  source: TakenSource,
  { path, spool }: { path: string; spool: string },
): Promise<void> {
  const { db } = deps
  const actor = await findActor(db, source)
  if (!actor) throw new NoFileError({ code: 'not-permitted', facts: {} })
  // What a process that died has staged.
  await db.delete(imports).where(and(eq(imports.sourceId, source.id), sql`state = 'uploaded' AND exceeded IS NULL`))
  const file = await loadFile(deps, source, path)
  if (file === 'growing') {
    await release(db, source, { nextAt: new Date(deps.now().getTime() + growingMs) })
    return
  }
  if (file === 'unchanged' || file.sha256 === source.sha256) {
    await finish(deps, source)
    return
  }
  const [template] = await db.select().from(imports).where(eq(imports.id, source.templateId))
  if (!template) throw new Error('The import whose columns a schedule has is gone.')
  const staged = await stage(deps, source, { template, file, path, spool, actor })
  try {
    assertSameColumns(template, staged)
    await deps.tables.keep(staged.id, path)
    await checkImport(deps, staged.id, choicesOf(template, staged), actor)
    if (!(await finish(deps, source, file))) throw new Error('Another process has taken the schedule over.')
    await replaceWaiting(db, source, staged)
  } catch (error) {
    await deps.tables.remove(staged.id)
    await db.delete(imports).where(eq(imports.id, staged.id))
    if (error instanceof Problem) throw new NoFileError({ code: 'choices-differ', facts: {} }, { cause: error })
    throw error
  }
}

/** Returns the person in whose name a source works; undefined if that person may not import its kind any more. */
export async function findActor(db: Database, { savedBy, kind }: ImportSourceRecord): Promise<ImportActor | undefined> {
  const user = (await findTokenUsers(db, [savedBy])).get(savedBy)
  if (!user || !hasPermission(user, importPermissions[kind])) return undefined
  return { id: user.id, ip: '', permissions: user.permissions }
}

async function stage(
  { db }: RunSourcesDeps,
  { id: sourceId, language }: TakenSource,
  given: { template: ImportRecord; file: LoadedFile; path: string; spool: string; actor: ImportActor },
): Promise<ImportRecord> {
  const { template, file, path, spool, actor } = given
  const { kind } = template
  const { fileName, sha256 } = file
  try {
    const asked = await askedOf(template, path)
    return await stageFile(db, { kind, path, spool, fileName, sha256, language, asked, sourceId }, actor)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const code = error.code === 'table-empty' ? 'empty' : 'unreadable'
    throw new NoFileError({ code, facts: {} }, { cause: error })
  }
}

/** Returns how the file is read: as its template, but for UTF-8, which is known for sure. */
async function askedOf({ reading }: ImportRecord, path: string): Promise<AskedReading> {
  const { encoding, delimiter, sheet } = (reading ?? {}) as AskedReading
  if (encoding === undefined) return sheet === undefined ? {} : { sheet }
  const found = await guessEncoding(path, await readSample(path))
  return { encoding: found.startsWith('utf-') ? found : encoding, ...(delimiter && { delimiter }) }
}

/** Throws NoFileError if the file lacks a column that the template has a field for. */
function assertSameColumns(template: ImportRecord, staged: ImportRecord): void {
  const place = placesOf(template, staged)
  const missing = template.headers.filter((_, index) => template.mapping[index] !== null && place[index] === undefined)
  if (missing.length > 0) throw new NoFileError({ code: 'columns-missing', facts: { columns: missing.join(', ') } })
}

/** Returns the place in the file of each column of the template: of the same name, the first one of the first and so on. */
function placesOf(template: ImportRecord, staged: ImportRecord): (number | undefined)[] {
  const free = staged.headers.map(normalizeHeader)
  return template.headers.map((header) => {
    const index = free.indexOf(normalizeHeader(header))
    if (index < 0) return undefined
    free[index] = '\0'
    return index
  })
}

type Choices = Required<Body<typeof checkEndpoint>> & Pick<ImportRecord, 'fixes'>

/** Returns what was chosen for the columns of the template, in the order of the file; other columns are left out. */
function choicesOf(template: ImportRecord, staged: ImportRecord): Choices {
  const place = placesOf(template, staged)
  const inOrder = <Value>(values: readonly (Value | null)[]) =>
    staged.headers.map((_, index) => values[place.indexOf(index)] ?? null)
  const { clearsEmpty, addsBrands, addsCategories, addsNearNumbers, numbersWithoutBrand, fixes } = template
  // Those of an applied file are there by now.
  const added = template.addedAttributes.length > 0 ? [] : template.newAttributes
  return {
    columns: inOrder(template.mapping.map((code, index) => (added[index] ? newAttribute : code))),
    newAttributes: inOrder(added),
    decimals: inOrder(template.decimals),
    dayOrders: inOrder(template.dayOrders),
    units: inOrder(template.units),
    valueMaps: inOrder(template.valueMaps),
    clearsEmpty,
    addsBrands,
    addsCategories,
    addsNearNumbers,
    numbersWithoutBrand,
    fixes,
  }
}

/** Cancels earlier files of the source that wait for a person: this one is newer. */
async function replaceWaiting(db: Database, source: TakenSource, { id }: ImportRecord): Promise<void> {
  await db
    .update(imports)
    .set({ state: 'cancelled', exceeded: sql`exceeded || '[{"code": "replaced", "facts": {}}]'` })
    .where(sql`source_id = ${source.id} AND id <> ${id} AND state IN ('uploaded', 'checked') AND exceeded <> '[]'`)
}

/** Ends a look without fault, and keeps by what the file is known; false if another process has taken the source over. */
async function finish({ db, now }: RunSourcesDeps, source: TakenSource, file?: LoadedFile): Promise<boolean> {
  const { sha256, etag, lastModified } = file ?? source
  return release(db, source, {
    sha256,
    etag,
    lastModified,
    attempts: 0,
    failure: null,
    failingSince: null,
    checkedAt: now(),
    nextAt: nextRun(source.atTime, now(), currentStore().timeZone),
  })
}

/** Keeps why there is nothing to compare, and tells it once; what may pass by itself is tried again before. */
async function failSource(
  deps: Pick<RunSourcesDeps, 'db' | 'now' | 'tellStaff'>,
  source: TakenSource,
  failure: SourceFailure,
  mayPass: boolean,
): Promise<void> {
  const { db, now } = deps
  if (mayPass && source.attempts < maxRetries) {
    await release(db, source, { attempts: source.attempts + 1, nextAt: new Date(now().getTime() + retryMs) })
    return
  }
  await db.transaction(async (tx) => {
    const nextAt = nextRun(source.atTime, now(), currentStore().timeZone)
    const isMine = await release(tx, source, { attempts: 0, checkedAt: now(), nextAt })
    if (isMine) await keepFailure(tx, deps, source, failure)
  })
}

/** Keeps why a source fails; whoever saved it, or the admins, get one mail about each reason. */
export async function keepFailure(
  tx: Transaction,
  { tellStaff, now }: Pick<RunSourcesDeps, 'tellStaff' | 'now'>,
  source: ImportSourceRecord,
  failure: SourceFailure,
): Promise<void> {
  await tx
    .update(importSources)
    .set({ failure, failingSince: source.failingSince ?? now() })
    .where(eq(importSources.id, source.id))
  if (source.failure?.code === failure.code) return
  for (const to of await findRecipients(tx, source.savedBy, source.kind))
    await tellStaff(tx, failureMail(source, to, failure))
}

/** Lets go of a source; false if another process has taken it over. */
async function release(
  db: Database | Transaction,
  { id, takenBy }: TakenSource,
  change: Partial<ImportSourceRecord>,
): Promise<boolean> {
  const { rowCount } = await db
    .update(importSources)
    .set({ ...change, takenBy: null, takenAt: null })
    .where(and(eq(importSources.id, id), eq(importSources.takenBy, takenBy)))
  return rowCount === 1
}
