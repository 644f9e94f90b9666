import { eq, sql } from 'drizzle-orm'
import { type ImportCounts, type ImportResult, type ImportState, runningStates } from '#contract/imports.ts'
import { assertMainLanguage, holdMainLanguage } from '#server/catalog/change-main-texts.ts'
import {
  checkRows,
  collectWarnings,
  countChangedFields,
  countOutcomes,
  type Progress,
} from '#server/imports/check-rows.ts'
import { type ImportRecord, imports } from '#server/imports/imports.tables.ts'
import { kindOf } from '#server/imports/kinds/kinds.ts'
import { applyBatch, BatchRefusedError, undoBatch, type WriteMode } from '#server/imports/write-batch.ts'
import { type Database, isDatabaseUnavailable, type Transaction } from '#server/platform/database/database.ts'
import { Problem } from '#server/platform/http/problem.ts'
import type { Logger } from 'pino'

export interface RunDeps {
  db: Database
  log: Logger
}

/** Gives an import up when this many processes have died in one batch, which would kill every later one as well. */
const maxDeaths = 3

export interface ImportRunner {
  /** Works on all imports until none is running, a batch of each in turn. Safe to call again, and in several processes. */
  run: () => Promise<void>
  /** Stops after the present batch. */
  stop: () => void
}

export function createImportRunner(deps: RunDeps): ImportRunner {
  let isStopped = false
  const interrupted = new Set<string>()
  return {
    async run() {
      while (!isStopped && (await runStep(deps, interrupted))) continue
    },
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
 * Works on one batch of the import that has waited longest; false if none is running, or others work on all of them. Keeps in `interrupted`
 * which batches have ended without an end of this process, so that its next attempt is no death.
 */
async function runStep({ db, log }: RunDeps, interrupted: Set<string>): Promise<boolean> {
  const next = await claimNext(db, [...interrupted])
  if (!next) return false
  const { id, attempts } = next
  if (attempts > maxDeaths) {
    // Not while another process works on it: it counts from the start again once the batch is done.
    if (await fail(db, id, `${maxDeaths} processes ended while they worked on it`, maxDeaths))
      log.error({ import: id }, `an import is given up: ${maxDeaths} processes have ended while they worked on it`)
    return true
  }
  let current: Running | undefined
  const step = (mode: WriteMode) =>
    db.transaction(async (tx) => {
      // Before imports, as who changes the main language locks them.
      await holdMainLanguage(tx)
      current = await lock(tx, id)
      if (current) await work(tx, current, mode)
    })
  try {
    await step('together').catch((error: unknown) => {
      if (error instanceof BatchRefusedError) return step('one by one')
      throw error
    })
  } catch (error) {
    interrupted.add(id)
    if (!current || isDatabaseUnavailable(error) || isMainLanguageChanging(error)) throw error
    log.error({ err: error, import: id }, 'an import failed')
    await fail(db, id, messageOf(error))
  }
  interrupted.delete(id)
  return true
}

/** Ends an import that no other process works on, if more processes than `deaths` have begun its batch; whether it did. */
async function fail(db: Database, id: string, failure: string, deaths = -1): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    UPDATE imports SET state = 'failed', failure = ${failure}, finished_at = now()
    WHERE id = (SELECT id FROM imports WHERE id = ${id} AND attempts > ${deaths} FOR UPDATE SKIP LOCKED)`)
  return rowCount === 1
}

/** Then the import goes on once products have their texts in it, or in a job that has read the store anew. */
const isMainLanguageChanging = (error: unknown) => error instanceof Problem && error.code === 'main-language-changing'

const messageOf = (error: unknown) => (error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error))

/** An import's pictures are stored before its rows are compared, and products wait for their texts in a new main language. */
const isRunning = sql`state = ANY (${sql.param(runningStates)}::text[]) AND NOT (
  state = 'mapped' AND EXISTS (SELECT FROM import_pictures WHERE import_id = imports.id AND done_at IS NULL)
  OR kind = 'products' AND EXISTS (SELECT FROM store WHERE former_main_language IS NOT NULL))`

/** Counts an attempt at the import that has waited longest and that nothing else works on, before a batch that may end this process. */
async function claimNext(
  db: Database,
  interrupted: readonly string[],
): Promise<{ id: string; attempts: number } | undefined> {
  const { rows } = await db.execute<{ id: string; attempts: number }>(sql`
    UPDATE imports SET attempts = attempts + CASE WHEN id = ANY (${sql.param(interrupted)}::uuid[]) THEN 0 ELSE 1 END
    WHERE id = (SELECT id FROM imports WHERE ${isRunning} ORDER BY advanced_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, attempts`)
  return rows[0]
}

/** Locks an import, unless another process was faster. */
async function lock(tx: Transaction, id: string): Promise<Running | undefined> {
  const [row] = await tx
    .select()
    .from(imports)
    .where(sql`id = ${id} AND ${isRunning}`)
    .for('update', { skipLocked: true })
  // The condition above.
  return row as Running | undefined
}

/** Works on a batch and keeps how far it is, in the same transaction. */
async function work(tx: Transaction, record: Running, mode: WriteMode): Promise<void> {
  const kind = kindOf(record.kind)
  if (record.kind === 'products') await assertMainLanguage(tx)
  if (record.state === 'mapped') {
    const progress = await checkRows(tx, kind, record)
    if (progress.cursor) return advance(tx, record, progress, record.counts)
    const changedFields = await countChangedFields(tx, record.id)
    const warnings = await collectWarnings(tx, record)
    await advance(tx, { ...record, changedFields, warnings }, progress, await countOutcomes(tx, record.id))
    return
  }
  if (record.state === 'applying') {
    const batch = await applyBatch(tx, kind, record, mode)
    const addedBrands = [...record.addedBrands, ...batch.addedBrands]
    const addedCategories = [...record.addedCategories, ...batch.addedCategories]
    return advance(tx, { ...record, addedBrands, addedCategories }, batch, addResults(record, batch.outcomes))
  }
  const batch = await undoBatch(tx, kind, record, mode)
  if (!batch.cursor) await kind.finishUndo?.(tx, { brands: record.addedBrands, categories: record.addedCategories })
  await advance(tx, record, batch, addResults(record, batch.outcomes))
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
  await tx
    .update(imports)
    .set({
      counts,
      changedFields: record.changedFields,
      warnings: record.warnings,
      addedBrands: record.addedBrands,
      addedCategories: record.addedCategories,
      done: record.done + done,
      attempts: 0,
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
