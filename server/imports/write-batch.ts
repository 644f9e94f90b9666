import { type SQL, sql } from 'drizzle-orm'
import type { ImportResult } from '#contract/imports.ts'
import type { ImportRecord } from '#server/imports/imports.tables.ts'
import { CellError, type Texts } from '#server/catalog/fields/field.ts'
import { addsGroups, type Change, type ImportKind, type RowError } from '#server/imports/kinds/kind.ts'
import type { Progress } from '#server/imports/check-rows.ts'
import { sqlState, type Transaction } from '#server/platform/database/database.ts'
import { Problem } from '#server/platform/http/problem.ts'

/** Describes what became of a row. */
interface Outcome {
  row: number
  result: ImportResult
  error?: Pick<RowError, 'field' | 'code' | 'facts'> | undefined
  /** Holds what was written, of a new one with all defaults; what undo does not compare with it stays as it was shown. */
  after?: Texts | undefined
}

interface StoredChange extends Change {
  grp: string
  [column: string]: unknown
}

/** How the rows of a batch are written: all at once, or, after one was refused, each by itself. */
export type WriteMode = 'together' | 'one by one'

/** Thrown when a batch cannot be written as a whole: it is to be written again, row by row. */
export class BatchRefusedError extends Error {}

/** Applies the next changes of an import. A row whose subject was changed since the dry run is left. */
export async function applyBatch(
  tx: Transaction,
  kind: ImportKind,
  record: ImportRecord,
  mode: WriteMode,
): Promise<
  Progress & {
    outcomes: readonly Outcome[]
    addedBrands: readonly number[]
    addedCategories: readonly number[]
    addedGroups: readonly number[]
  }
> {
  const changes = await readBatch(tx, kind, record, 'ascending')
  const present = await lockSubjects(tx, kind, record, changes)
  const isStale = ({ subject, before }: StoredChange) =>
    before !== null && !isAt(present.get(subject), kind.comparedOf?.(before) ?? before)
  const stale = changes.filter(isStale)
  const fresh = changes.filter((change) => !isStale(change))
  const addedBrands: number[] = []
  const addedCategories: number[] = []
  const addedGroups: number[] = []
  const context = {
    by: { id: record.appliedBy ?? '' },
    note: record.fileName,
    language: record.language,
    addedBrands: record.addsBrands ? addedBrands : undefined,
    addedCategories: record.addsCategories ? addedCategories : undefined,
    addedGroups: addsGroups(record) ? addedGroups : undefined,
  }
  const refused = await writeEach(tx, mode, groupsOf(fresh), (some) => kind.write(tx, some, present, context))
  const isRefused = new Set(refused.map(({ row }) => row))
  const written = fresh.filter(({ row }) => !isRefused.has(row))
  const completed =
    record.addsBrands || record.addsCategories || addsGroups(record)
      ? written
      : written.filter(({ before }) => before === null)
  const afterAll = await kind.read(
    tx,
    completed.map(({ subject }) => subject),
    { mapping: record.mapping },
  )
  const finished = await finish(tx, record, changes, [
    ...stale.map(({ row }): Outcome => ({ row, result: 'changed-since' })),
    ...refused.map(({ row, field, code, facts }): Outcome => ({
      row,
      result: 'refused',
      error: { field, code, facts },
    })),
    ...written.map(({ row, subject, before, after }): Outcome => ({
      row,
      result: 'applied',
      after: kind.isAfter
        ? undefined
        : before === null
          ? { ...kept(after, kind.moving), ...withoutEmpty(afterAll.get(subject)) }
          : asWritten(after, afterAll.get(subject)),
    })),
  ])
  return { ...finished, addedBrands, addedCategories, addedGroups }
}

/** Takes the last applied changes of an import back. A row whose subject was changed since is left. */
export async function undoBatch(
  tx: Transaction,
  kind: ImportKind,
  record: ImportRecord,
  mode: WriteMode,
  productUses: readonly SQL[],
): Promise<Progress & { outcomes: readonly Outcome[] }> {
  const changes = await readBatch(tx, kind, record, 'descending')
  const present = await lockSubjects(tx, kind, record, changes)
  const isSame = (change: StoredChange) => {
    const { subject, before, after } = change
    const current = present.get(subject)
    if (kind.isAfter) return kind.isAfter(change, current)
    // Of what was new, also a field that the file did not have may have been filled in since.
    const compared = before === null && current ? { ...emptied(current), ...after } : after
    return isAt(current, compared, kind.moving)
  }
  const fresh = changes.filter(isSame)
  const { fileName: note, language, undoneBy } = record
  const context = { by: { id: undoneBy ?? '' }, note, language, productUses }
  const left: RowError[] = []
  const refused = await writeEach(tx, mode, groupsOf(fresh), async (some) => {
    left.push(...(await kind.undo(tx, some, present, context)))
  })
  const errors = new Map([...left, ...refused].map((error) => [error.row, error]))
  return finish(
    tx,
    record,
    changes,
    changes.map((change): Outcome => {
      const { row } = change
      const { field, code, facts } = errors.get(row) ?? {}
      const isUndone = code === undefined ? fresh.includes(change) : code === 'archived-instead'
      return { row, result: isUndone ? 'undone' : 'left', ...(code && facts && { error: { field, code, facts } }) }
    }),
  )
}

/** Returns the changed texts as they are now: the shop may spell a brand in its own way, and an added category has a slug. */
const asWritten = (after: Texts, present: Texts | undefined): Texts | undefined =>
  present && Object.fromEntries(Object.entries(after).map(([code, text]) => [code, present[code] ?? text]))

/** Returns what was written of fields that undo does not compare, such as units received, which the shop does not read back. */
const kept = (after: Texts, moving: readonly string[] = []): Texts =>
  Object.fromEntries(Object.entries(after).filter(([code]) => moving.includes(code)))

const emptied = (texts: Texts): Texts => Object.fromEntries(Object.keys(texts).map((code) => [code, '']))
const withoutEmpty = (texts: Texts = {}): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))

/** Whether the present texts are these. */
const isAt = (present: Texts | undefined, texts: Texts, moving: readonly string[] = []) =>
  present !== undefined &&
  Object.entries(texts).every(([code, text]) => moving.includes(code) || (present[code] ?? '') === text)

/** Reads the changes behind the cursor; what belongs together is never cut. */
async function readBatch(
  tx: Transaction,
  kind: ImportKind,
  { id, cursor, cursorGroup, state }: ImportRecord,
  direction: 'ascending' | 'descending',
): Promise<StoredChange[]> {
  const [comparison, order] = direction === 'ascending' ? [sql`>`, sql`ASC`] : [sql`<`, sql`DESC`]
  const result = state === 'undoing' ? sql`result = 'applied'` : sql`result IS NULL`
  const columns = sql`row_no AS row, subject, grp, before, after`
  const { rows } = await tx.execute<StoredChange>(sql`
    SELECT ${columns} FROM import_changes
    WHERE import_id = ${id} AND (grp, row_no) ${comparison} (${cursorGroup}, ${cursor}) AND ${result}
    ORDER BY grp ${order}, row_no ${order} LIMIT ${kind.batchSize}`)
  const last = rows.at(-1)
  if (!last || last.grp === '') return rows
  const { rows: rest } = await tx.execute<StoredChange>(sql`
    SELECT ${columns} FROM import_changes
    WHERE import_id = ${id} AND grp = ${last.grp} AND row_no ${comparison} ${last.row} AND ${result} ORDER BY row_no ${order}`)
  return [...rows, ...rest]
}

const lockSubjects = (
  tx: Transaction,
  kind: ImportKind,
  { mapping }: Pick<ImportRecord, 'mapping'>,
  changes: readonly Change[],
) => kind.read(tx, [...new Set(changes.map(({ subject }) => subject))].toSorted(), { lock: true, mapping })

/** Returns the changes that are written together: those of a group, each other one by itself. */
function groupsOf(changes: readonly StoredChange[]): StoredChange[][] {
  return [...Map.groupBy(changes, ({ grp, row }) => grp || row).values()]
}

/** Writes groups of changes, and returns those that were refused; together, one that is refused refuses all. */
async function writeEach(
  tx: Transaction,
  mode: WriteMode,
  groups: readonly StoredChange[][],
  write: (changes: readonly StoredChange[]) => Promise<void>,
): Promise<RowError[]> {
  if (groups.length === 0) return []
  if (mode === 'together') {
    await write(groups.flat()).catch((error: unknown) => {
      throw isRefusal(error) ? new BatchRefusedError('A row was refused.', { cause: error }) : error
    })
    return []
  }
  const refused: RowError[] = []
  for (const group of groups) {
    await tx.execute(sql`SAVEPOINT import_row`)
    try {
      await write(group)
      await tx.execute(sql`RELEASE SAVEPOINT import_row`)
    } catch (error) {
      if (!isRefusal(error)) throw error
      await tx.execute(sql`ROLLBACK TO SAVEPOINT import_row`)
      refused.push(...group.map(({ row }) => ({ row, ...explain(error) })))
    }
  }
  return refused
}

/** Whether a row was refused by a rule or by a constraint, as opposed to a conflict, an outage or a bug. */
const isRefusal = (error: unknown) =>
  error instanceof Problem || error instanceof CellError || sqlState(error)?.startsWith('23') === true

function explain(error: unknown): Pick<RowError, 'code' | 'facts'> {
  if (error instanceof CellError) return { code: error.code, facts: error.facts }
  if (error instanceof Problem) return { code: 'refused', facts: { text: error.message } }
  return { code: 'taken-meanwhile', facts: {} }
}

async function finish(
  tx: Transaction,
  { id }: ImportRecord,
  changes: readonly StoredChange[],
  outcomes: readonly Outcome[],
): Promise<Progress & { outcomes: readonly Outcome[] }> {
  const last = changes.at(-1)
  if (!last) return { done: 0, outcomes }
  await tx.execute(sql`
    UPDATE import_changes SET result = given.result, error = given.error, after = coalesce(given.after, import_changes.after)
    FROM jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) AS given (row integer, result text, error jsonb, after jsonb)
    WHERE import_id = ${id} AND row_no = row`)
  return { cursor: { row: last.row, group: last.grp }, done: changes.length, outcomes }
}
