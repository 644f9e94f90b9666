import { and, eq, type SQL, sql } from 'drizzle-orm'
import { type ImportCounts, type ImportResult, type ImportState, runningStates } from '#contract/imports.ts'
import { removeUnusedBrands } from '#server/catalog/attributes/edit-brands.ts'
import { removeUnusedCategories } from '#server/catalog/categories/add-missing-categories.ts'
import {
  checkRows,
  collectWarnings,
  countChangedFields,
  countOutcomes,
  type Progress,
} from '#server/imports/check-rows.ts'
import { beginAttempt, endAttempt, maxDeaths, processesEnded } from '#server/imports/attempts.ts'
import { keepAnswers } from '#server/imports/guess-mapping.ts'
import type { ImportKind } from '#server/imports/kinds/kind.ts'
import {
  askedFieldsOf,
  type ImportRecord,
  imports,
  isStaged,
  type StoredWarning,
} from '#server/imports/imports.tables.ts'
import { findGreatChanges } from '#server/imports/judge-changes.ts'
import { measureChanges } from '#server/imports/measure-changes.ts'
import { showInCategories } from '#server/catalog/attributes/write-attributes.ts'
import { removeAddedAttributes } from '#server/imports/new-attributes.ts'
import { kindOf } from '#server/imports/kinds/kinds.ts'
import { applyBatch, BatchRefusedError, undoBatch, type WriteMode } from '#server/imports/write-batch.ts'
import { type Database, isDatabaseUnavailable, type Transaction } from '#server/platform/database/database.ts'
import { removeUnusedGroups } from '#server/pricing/edit-groups.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { Logger } from 'pino'

export interface RunDeps {
  db: Database
  log: Logger
  /** Runs what follows a file; a command leaves that to the shop, which looks each minute. */
  jobs?: Pick<Jobs, 'enqueue'>
  /** Select the ids of products that an undo may not delete. */
  productUses: readonly SQL[]
}

export interface ImportRunner {
  /** Works on all imports until none is running, a batch of each in turn. Safe to call again, and in several processes. */
  run: () => Promise<void>
  /** Stops after the present batch. */
  stop: () => void
}

export function createImportRunner(deps: RunDeps): ImportRunner {
  let isStopped = false
  let running = Promise.resolve()
  const work = async () => {
    while (!isStopped && (await runStep(deps))) continue
  }
  return {
    // One after the other: each batch takes a connection besides that of its count.
    run: () => (running = running.catch(() => undefined).then(work)),
    stop() {
      isStopped = true
    },
  }
}

const finalStates = { mapped: 'checked', applying: 'applied', undoing: 'undone' } as const satisfies Partial<
  Record<ImportState, ImportState>
>
type Running = ImportRecord & { state: keyof typeof finalStates }

/**
 * Works on one batch of the import that has waited longest; false if none is running, or others work on all of them. Ends an import whose
 * batch has ended so many processes, as it would end every later one.
 */
async function runStep(deps: RunDeps): Promise<boolean> {
  const { db, log } = deps
  let current: Running | undefined
  let attempt: { id: string; deaths: number } | undefined
  const step = (mode: WriteMode) =>
    db.transaction(async (tx) => {
      current = await lockNext(tx)
      if (!current) return false
      if (attempt?.id !== current.id) attempt = { id: current.id, deaths: await beginAttempt(db, current.id) }
      if (attempt.deaths < maxDeaths) await work(tx, current, mode, deps)
      else {
        await tx.update(imports).set(failed(processesEnded)).where(eq(imports.id, current.id))
        log.error({ import: current.id }, `an import has failed: ${processesEnded}`)
      }
      return true
    })
  try {
    return await step('together').catch((error: unknown) => {
      if (error instanceof BatchRefusedError) return step('one by one')
      throw error
    })
  } catch (error) {
    if (!current) throw error
    if (isDatabaseUnavailable(error)) {
      // Others have their turn before it is tried again: its batch may take longer than a statement may.
      const later = { advancedAt: sql`clock_timestamp()` }
      await db
        .update(imports)
        .set(later)
        .where(eq(imports.id, current.id))
        .catch(() => undefined)
      throw error
    }
    log.error({ err: error, import: current.id }, 'an import failed')
    await db
      .update(imports)
      .set(failed(messageOf(error)))
      .where(eq(imports.id, current.id))
    return true
  } finally {
    if (attempt) await endAttempt(db, attempt.id)
  }
}

const failed = (failure: string) => ({ state: 'failed' as const, failure, finishedAt: sql`now()` })

const messageOf = (error: unknown) => (error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error))

/**
 * Locks the import that has waited longest and that no other runner works on; its pictures are stored before its rows are compared. Runners
 * do not pass over an import whose row is locked: a request that is refused locks it for a moment, too, and nothing would look again.
 */
async function lockNext(tx: Transaction): Promise<Running | undefined> {
  const isWaiting = sql`state = ANY (${sql.param(runningStates)}::text[]) AND NOT (
    state = 'mapped' AND EXISTS (SELECT FROM import_pictures WHERE import_id = imports.id AND done_at IS NULL AND queued))`
  const waiting = await tx.select({ id: imports.id }).from(imports).where(isWaiting).orderBy(imports.advancedAt)
  for (const { id } of waiting) {
    const { rows } = await tx.execute<{ isOurs: boolean }>(
      sql`SELECT pg_try_advisory_xact_lock(hashtext('boltyard.imports'), hashtext(${id})) AS "isOurs"`,
    )
    if (!rows[0]?.isOurs) continue
    const [row] = await tx
      .select()
      .from(imports)
      .where(and(eq(imports.id, id), isWaiting))
      .for('update')
    // The condition above.
    if (row) return row as Running
  }
  return undefined
}

/** Works on a batch and keeps how far it is, in the same transaction. */
async function work(tx: Transaction, record: Running, mode: WriteMode, { jobs, productUses }: RunDeps): Promise<void> {
  const kind = kindOf(record.kind)
  if (record.state === 'mapped') {
    const progress = await checkRows(tx, kind, record)
    if (progress.cursor) return advance(tx, record, progress, record.counts)
    const changedFields = await countChangedFields(tx, record.id)
    const counts = await countOutcomes(tx, record.id)
    const changes = await measureChanges(tx, { ...record, changedFields, counts })
    // Who archives products in the dashboard has chosen each of them.
    const great = findGreatChanges(isStaged(record) ? { ...changes, emptied: 0 } : changes)
    const warnings = [...great, ...(await collectWarnings(tx, record))]
    await advance(tx, { ...record, changedFields, warnings }, progress, counts)
    if (!hasMore(counts)) await keepFixes(tx, kind, record)
    return
  }
  if (record.state === 'applying') {
    const batch = await applyBatch(tx, kind, record, mode)
    if (!batch.cursor && kind.followUpJob) await jobs?.enqueue(tx, kind.followUpJob, {})
    if (!batch.cursor) await showInCategories(tx, record.addedAttributes)
    const addedBrands = [...record.addedBrands, ...batch.addedBrands]
    const addedCategories = [...record.addedCategories, ...batch.addedCategories]
    const addedGroups = [...record.addedGroups, ...batch.addedGroups]
    const added = { addedBrands, addedCategories, addedGroups }
    return advance(tx, { ...record, ...added }, batch, addResults(record, batch.outcomes))
  }
  const batch = await undoBatch(tx, kind, record, mode, productUses)
  if (!batch.cursor) {
    if (kind.followUpJob) await jobs?.enqueue(tx, kind.followUpJob, {})
    await removeUnusedBrands(tx, record.addedBrands)
    await removeUnusedCategories(tx, record.addedCategories)
    await removeUnusedGroups(tx, record.addedGroups)
    await removeAddedAttributes(tx, record)
  }
  const warnings = batch.cursor ? record.warnings : [...record.warnings, ...(await findArchived(tx, record.id))]
  await advance(tx, { ...record, warnings }, batch, addResults(record, batch.outcomes))
}

/** Whether something of a compared file waits for a person: changes, or errors. */
const hasMore = ({ new: added = 0, changed = 0, error = 0 }: ImportCounts) => added + changed + error > 0

/** Keeps what a person has chosen about a file that leaves nothing to apply for the next ones, as applying it would have. */
async function keepFixes(tx: Transaction, kind: ImportKind, record: Running): Promise<void> {
  const { id, sourceId, exceeded, fixes, answers } = record
  // Until a schedule has looked at a file, no person has.
  if (fixes.length === 0 || (sourceId !== null && exceeded === null)) return
  if (answers.fields) await keepAnswers(tx, record, await kind.fields(tx, askedFieldsOf(record)))
  if (sourceId === null) return
  await tx.execute(sql`UPDATE import_sources SET template_id = ${id} WHERE id = ${sourceId}`)
  await tx.update(imports).set({ exceeded: [] }).where(eq(imports.id, id))
}

/** Limits the part numbers that a warning names. */
const maxNumbersNamed = 20

/** Says by number which products an undo has archived instead of removed. */
async function findArchived(tx: Transaction, importId: string): Promise<StoredWarning[]> {
  const { rows } = await tx.execute<{ number: string }>(sql`
    SELECT coalesce(after ->> 'partNumber', after ->> 'name', subject) AS number FROM import_changes
    WHERE import_id = ${importId} AND error ->> 'code' = 'archived-instead' ORDER BY row_no`)
  if (rows.length === 0) return []
  const named = rows.slice(0, maxNumbersNamed).map(({ number }) => number)
  const numbers = named.join(', ') + (rows.length > named.length ? ' …' : '')
  return [{ code: 'archived-instead', facts: { rows: rows.length, numbers } }]
}

function addResults({ counts, state }: Running, outcomes: readonly { result: ImportResult }[]): ImportCounts {
  const sum = { ...counts }
  for (const { result } of outcomes) {
    sum[result] = (sum[result] ?? 0) + 1
    if (state === 'undoing') sum.applied = (sum.applied ?? 0) - 1
  }
  return sum
}

async function advance(
  tx: Transaction,
  record: Running,
  { cursor, done }: Progress,
  counts: ImportCounts,
): Promise<void> {
  // Without it, each batch of what follows would sort all changes that are left.
  if (!cursor) await tx.execute(sql`ANALYZE import_changes (import_id, grp, row_no, result)`)
  await tx
    .update(imports)
    .set({
      counts,
      changedFields: record.changedFields,
      warnings: record.warnings,
      addedBrands: record.addedBrands,
      addedCategories: record.addedCategories,
      addedGroups: record.addedGroups,
      done: record.done + done,
      advancedAt: sql`clock_timestamp()`,
      ...(cursor
        ? { cursor: cursor.row, cursorGroup: cursor.group }
        : {
            state: finalStates[record.state],
            ...(record.state === 'mapped' && { checkedAt: sql`now()` }),
            ...(record.state === 'applying' && { finishedAt: sql`now()` }),
          }),
    })
    .where(eq(imports.id, record.id))
}
