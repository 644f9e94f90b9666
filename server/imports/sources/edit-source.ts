import { count, eq, sql } from 'drizzle-orm'
import type { Body } from '#contract/endpoint.ts'
import type {
  addImportSource as addEndpoint,
  SourceCredential,
  updateImportSource as updateEndpoint,
} from '#contract/import-sources.ts'
import { importPermissions } from '#contract/imports.ts'
import { currentStore } from '#contract/current-store.ts'
import { defaultLanguage } from '#contract/language.ts'
import { recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { getImport, type ImportActor, lockImport } from '#server/imports/change-import.ts'
import { type ImportRecord, type ImportSourceRecord, importSources, isStaged } from '#server/imports/imports.tables.ts'
import { maySee } from '#server/imports/may-see.ts'
import { kindOf } from '#server/imports/kinds/kinds.ts'
import { nextRun } from '#server/imports/sources/next-run.ts'
import { secretLabel } from '#server/imports/sources/source-secret.ts'
import { sourcesJob } from '#server/imports/sources/run-sources.ts'
import { type Database, type Transaction } from '#server/platform/database/database.ts'
import { AddressRefusedError, type Reach, readAddress } from '#server/platform/http/fetch-public.ts'
import { problem } from '#server/platform/http/problem.ts'
import { assertPermission } from '#server/platform/http/register-endpoint.ts'
import { newId, parseId } from '#server/platform/ids.ts'
import type { SecretSeal } from '#server/platform/secrets.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'

export interface SourceDeps {
  db: Database
  jobs: Pick<Jobs, 'enqueue'>
  secrets: SecretSeal
  reach: Reach
  importFolder: string | undefined
  now: () => Date
}

const maxSources = 50

/** Adds a source that repeats an import, and records it. Throws what is wrong with the address, the pattern or the import. */
export function addSource(
  deps: SourceDeps,
  input: Body<typeof addEndpoint>,
  by: ImportActor,
): Promise<ImportSourceRecord> {
  return deps.db.transaction(async (tx) => {
    const template = await findTemplate(tx, input.importId, by)
    // Two at once must not both be the last one.
    await tx.execute(sql`LOCK TABLE import_sources IN SHARE ROW EXCLUSIVE MODE`)
    const [there] = await tx.select({ sources: count() }).from(importSources)
    if ((there?.sources ?? 0) >= maxSources) throw problem('too-many-import-sources', { count: maxSources })
    const { name, origin, time, limits, language = defaultLanguage } = input
    const location = readLocation(deps, origin, input.location)
    const id = newId()
    const [row] = await tx
      .insert(importSources)
      .values({
        id,
        name: name.trim(),
        kind: template.kind,
        templateId: template.id,
        origin,
        location,
        ...sealCredential(deps, { id, origin, location }, input.credential ?? null),
        atTime: time,
        limits,
        language,
        nextAt: nextRun(time, deps.now(), currentStore().timeZone),
        // The file of the import is there already.
        sha256: template.sha256,
        savedBy: by.id,
      })
      .returning()
    if (!row) throw new Error('INSERT … RETURNING gave no row')
    await recordAuditEvent(tx, by, { kind: 'import-source-added', subject: subjectOf(row), after: factsOf(row) })
    return row
  })
}

/** Changes a source and records it. Throws as `addSource`, and `import-source-secret` for a secret of another host. */
export function updateSource(
  deps: SourceDeps,
  id: string,
  input: Body<typeof updateEndpoint>,
  by: ImportActor,
): Promise<ImportSourceRecord> {
  return deps.db.transaction(async (tx) => {
    const before = await lockSource(tx, id, by)
    assertMayWriteAs(before, by)
    const template = await findTemplate(tx, input.importId ?? before.templateId, by, input.importId === undefined)
    if (template.kind !== before.kind) throw problem('import-source-file')
    const location = input.location === undefined ? before.location : readLocation(deps, before.origin, input.location)
    const moved = { ...before, location }
    const credential =
      input.credential === undefined ? keepCredential(before, moved) : sealCredential(deps, moved, input.credential)
    const time = input.time === undefined ? before.atTime : input.time
    const paused = input.paused ?? before.pausedAt !== null
    const isOtherFile = location !== before.location || template.id !== before.templateId
    const [row] = await tx
      .update(importSources)
      .set({
        name: input.name?.trim() ?? before.name,
        templateId: template.id,
        location,
        ...credential,
        atTime: time,
        limits: input.limits ?? before.limits,
        language: input.language ?? before.language,
        savedBy: by.id,
        nextAt: nextRun(time, deps.now(), currentStore().timeZone),
        pausedAt: paused ? (before.pausedAt ?? deps.now()) : null,
        ...(isOtherFile && { etag: null, lastModified: null, sha256: null }),
        // What was wrong is looked at anew.
        attempts: 0,
        failure: null,
        failingSince: null,
      })
      .where(eq(importSources.id, before.id))
      .returning()
    if (!row) throw new Error('UPDATE … RETURNING gave no row')
    const facts = { before: factsOf(before), after: factsOf(row) }
    await recordAuditEvent(tx, by, { kind: 'import-source-changed', subject: subjectOf(row), ...facts })
    return row
  })
}

/** Makes a source due now, and lets it compare a file that has not changed. Throws `import-source-paused`. */
export function runSourceNow(deps: SourceDeps, id: string, by: ImportActor): Promise<ImportSourceRecord> {
  return deps.db.transaction(async (tx) => {
    const before = await lockSource(tx, id, by)
    if (before.pausedAt) throw problem('import-source-paused')
    const [row] = await tx
      .update(importSources)
      .set({ nextAt: deps.now(), etag: null, lastModified: null, sha256: null, attempts: 0 })
      .where(eq(importSources.id, before.id))
      .returning()
    if (!row) throw new Error('UPDATE … RETURNING gave no row')
    await recordAuditEvent(tx, by, { kind: 'import-source-run', subject: subjectOf(row), after: { name: row.name } })
    await deps.jobs.enqueue(tx, sourcesJob, {})
    return row
  })
}

/** Deletes a source and records it; its imports stay. Throws `import-source-not-found`. */
export function deleteSource({ db }: SourceDeps, id: string, by: ImportActor): Promise<void> {
  return db.transaction(async (tx) => {
    const row = await lockSource(tx, id, by)
    await tx.delete(importSources).where(eq(importSources.id, row.id))
    await recordAuditEvent(tx, by, { kind: 'import-source-deleted', subject: subjectOf(row), before: factsOf(row) })
  })
}

async function lockSource(tx: Transaction, id: string, by: ImportActor): Promise<ImportSourceRecord> {
  const isSource = eq(importSources.id, parseId(id, 'import-source-not-found'))
  const [row] = await tx.select().from(importSources).where(isSource).for('update')
  if (!row || !maySee({ kind: row.kind, createdBy: row.savedBy }, by)) throw problem('import-source-not-found')
  return row
}

/** It works in the name of whoever saves it, who must hold what its kind needs. */
const assertMayWriteAs = ({ kind }: Pick<ImportSourceRecord, 'kind'>, by: ImportActor) =>
  assertPermission(by, importPermissions[kind])

/** Returns an import of a file whose columns are chosen. Throws `import-state` or `import-source-file`, and what its columns need. */
async function findTemplate(tx: Transaction, id: string, by: ImportActor, isKept = false): Promise<ImportRecord> {
  const row = isKept ? await getImport(tx, id, by) : await lockImport(tx, id, by, ['checked', 'applied'])
  if (row.format === null || isStaged(row) || row.reading === null) {
    if (!isKept) throw problem('import-source-file')
  }
  const codes = row.mapping.filter((code) => code !== null)
  for (const needed of kindOf(row.kind).permissionsOf(codes)) assertPermission(by, needed)
  return row
}

/** Returns the address or the pattern of file names. Throws `import-source-address`, `import-source-pattern` or `import-folder-off`. */
function readLocation({ reach, importFolder }: SourceDeps, origin: ImportSourceRecord['origin'], text: string): string {
  const given = text.trim()
  if (origin === 'folder') {
    if (importFolder === undefined) throw problem('import-folder-off')
    if (given === '' || given.length > 200 || /[/\\:\0]/.test(given) || given.startsWith('.'))
      throw problem('import-source-pattern')
    return given
  }
  try {
    const url = readAddress(given, reach)
    url.hash = ''
    return url.href
  } catch (error) {
    if (error instanceof AddressRefusedError) throw problem('import-source-address')
    throw error
  }
}

type StoredCredential = Pick<ImportSourceRecord, 'credential' | 'credentialName' | 'sealedSecret'>
const noCredential: StoredCredential = { credential: null, credentialName: null, sealedSecret: null }

function sealCredential(
  { secrets }: SourceDeps,
  source: Pick<ImportSourceRecord, 'id' | 'origin' | 'location'>,
  given: SourceCredential | null,
): StoredCredential {
  if (given === null || source.origin === 'folder') return noCredential
  const named = { credential: given.kind, credentialName: given.name }
  return { ...named, sealedSecret: secrets.seal(secretLabel({ ...source, ...named }), given.secret) }
}

/** Returns the credential as it is; it does not go to another host. */
function keepCredential(before: ImportSourceRecord, after: ImportSourceRecord): StoredCredential {
  if (before.credential !== null && secretLabel(before) !== secretLabel(after)) throw problem('import-source-secret')
  const { credential, credentialName, sealedSecret } = before
  return { credential, credentialName, sealedSecret }
}

const subjectOf = ({ id }: Pick<ImportSourceRecord, 'id'>) => ({ type: 'import-source', id }) as const

/** Returns what the audit log has of a source: of its credential only that there is one, since users may be people. */
const factsOf = ({ name, kind, location, atTime, limits, pausedAt, credential }: ImportSourceRecord) => ({
  name,
  kind,
  fileSource: location,
  importTime: atTime ?? '*',
  importLimits: limits,
  ...(credential !== null && { credential }),
  active: pausedAt === null,
})
