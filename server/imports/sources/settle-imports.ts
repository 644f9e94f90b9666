import { eq, sql } from 'drizzle-orm'
import type { ExceededLimit } from '#contract/import-sources.ts'
import { applyChecked, type ImportActor } from '#server/imports/change-import.ts'
import { findRecipients } from '#server/imports/find-recipients.ts'
import { type ImportRecord, imports, type ImportSourceRecord, importSources } from '#server/imports/imports.tables.ts'
import { judgeChanges } from '#server/imports/judge-changes.ts'
import { measureChanges } from '#server/imports/measure-changes.ts'
import { findActor, keepFailure, type RunSourcesDeps } from '#server/imports/sources/run-sources.ts'
import { waitingMail } from '#server/imports/import-mails.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { Problem } from '#server/platform/http/problem.ts'

type SettleDeps = Pick<RunSourcesDeps, 'db' | 'jobs' | 'tellStaff' | 'now'>

/** Applies the compared files of sources that are within their limits, and leaves the others to a person, who is told. */
export async function settleImports(deps: SettleDeps): Promise<void> {
  while (await settleNext(deps)) continue
}

function settleNext(deps: SettleDeps): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(imports)
      .where(sql`source_id IS NOT NULL AND exceeded IS NULL AND state IN ('checked', 'failed')`)
      .orderBy(imports.createdAt)
      .limit(1)
      .for('update', { skipLocked: true })
    if (!row?.sourceId) return false
    const [source] = await tx.select().from(importSources).where(eq(importSources.id, row.sourceId)).for('update')
    if (!source) return false
    if (row.state === 'failed') {
      await keepVerdict(tx, row, [])
      await keepFailure(tx, deps, source, { code: 'not-compared', facts: {} })
      return true
    }
    const actor = await findActor(deps.db, source)
    const exceeded = [
      ...(actor ? [] : [{ code: 'not-permitted' as const, facts: {} }]),
      ...(source.pausedAt ? [{ code: 'paused' as const, facts: {} }] : []),
      ...judgeChanges(await measureChanges(tx, row), source.limits),
    ]
    const { counts } = row
    const hasChanges = (counts.new ?? 0) + (counts.changed ?? 0) > 0
    if (actor && hasChanges && exceeded.length === 0) exceeded.push(...(await applyIfPossible(tx, deps, row, actor)))
    await keepVerdict(tx, row, exceeded)
    if (exceeded.length > 0) await tell(tx, deps, source, { ...row, exceeded })
    return true
  })
}

/** Applies a file; returns why it waits if something has changed since it was compared, such as an attribute of a name that it adds. */
async function applyIfPossible(
  tx: Transaction,
  { jobs }: SettleDeps,
  row: ImportRecord,
  actor: ImportActor,
): Promise<ExceededLimit[]> {
  try {
    await tx.transaction((inner) => applyChecked(inner, jobs, row, actor))
    return []
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return [{ code: error.code === 'permission-missing' ? 'not-permitted' : 'not-applied', facts: {} }]
  }
}

const keepVerdict = (tx: Transaction, { id }: ImportRecord, exceeded: ExceededLimit[]) =>
  tx.update(imports).set({ exceeded }).where(eq(imports.id, id))

/** Sends a mail, unless the file before, about which nobody has decided, was beyond the same limits. */
async function tell(
  tx: Transaction,
  { tellStaff }: SettleDeps,
  source: ImportSourceRecord,
  waiting: ImportRecord & { exceeded: ExceededLimit[] },
): Promise<void> {
  const { rows } = await tx.execute<{ exceeded: ExceededLimit[] }>(sql`
    SELECT exceeded FROM imports WHERE source_id = ${source.id} AND id <> ${waiting.id} AND exceeded IS NOT NULL AND state <> 'failed'
    ORDER BY created_at DESC LIMIT 1`)
  const told = new Set(rows[0]?.exceeded.map(({ code }) => code))
  const isTold = told.has('replaced') && waiting.exceeded.every(({ code }) => told.has(code))
  if (isTold) return
  for (const to of await findRecipients(tx, source.savedBy, source.kind))
    await tellStaff(tx, waitingMail(source, to, waiting))
}
