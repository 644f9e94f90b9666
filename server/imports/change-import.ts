import { and, eq, lte, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import {
  newAttribute,
  type ImportFix,
  type ImportKindName,
  type ImportState,
  importPermissions,
  maxPlannedDays,
  readableStates,
  undoHours,
  type NewAttribute,
  type NumbersWithoutBrand,
  type ValueMap,
} from '#contract/imports.ts'
import { isGreatChange } from '#contract/import-errors.ts'
import { type DayOrder, decideDayOrders } from '#contract/day-order.ts'
import { currentCurrency } from '#contract/currency.ts'
import { ownValue } from '#contract/own-value.ts'
import type { Permission } from '#contract/permissions.ts'
import { type DecimalSign, unitCodes } from '#contract/units.ts'
import { storeDay } from '#contract/time-zone.ts'
import { findTokenUsers } from '#server/accounts/find-user.ts'
import { otherCurrencyOf } from '#server/imports/currency-columns.ts'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { decideDecimals } from '#contract/detect-decimals.ts'
import { type ColumnAnswers, forgetReading, keepAnswers } from '#server/imports/guess-mapping.ts'
import { fixColumns, fixOf } from '#server/imports/fix-errors.ts'
import { askedFieldsOf, type ImportRecord, imports, isStaged } from '#server/imports/imports.tables.ts'
import { decimalsOfProgram, programOf } from '#server/imports/programs/programs.ts'
import { picturesJob, queuePictures } from '#server/imports/pictures/queue-pictures.ts'
import { type Field, hasDecimals, labelOf } from '#server/catalog/fields/field.ts'
import { maySee, type Viewer } from '#server/imports/may-see.ts'
import { kindOf } from '#server/imports/kinds/kinds.ts'
import { showInCategories } from '#server/catalog/attributes/write-attributes.ts'
import {
  addPlannedAttributes,
  planAttributes,
  readFieldsOf,
  removeAddedAttributes,
} from '#server/imports/new-attributes.ts'
import { canStandFor, hasValueMap } from '#server/imports/value-maps.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { Problem, problem } from '#server/platform/http/problem.ts'
import { assertPermission } from '#server/platform/http/register-endpoint.ts'
import { parseId } from '#server/platform/ids.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'

/** The job that works on imports. */
export const importJob = 'run-imports'

export interface ImportDeps {
  db: Database
  jobs: Pick<Jobs, 'enqueue'>
}

export type ImportActor = AuditActor & { permissions: readonly Permission[]; apiKeyId?: string }

/** Returns an import that the actor may see; throws `import-not-found`. */
export async function getImport(
  db: Database | Transaction,
  id: string,
  actor: Viewer,
  { lock = false } = {},
): Promise<ImportRecord> {
  const query = db
    .select()
    .from(imports)
    .where(eq(imports.id, parseId(id, 'import-not-found')))
  const [row] = await (lock ? query.for('update') : query)
  if (!row || !maySee(row, actor)) throw problem('import-not-found')
  return row
}

/** Locks an import that must be in one of the states; throws `import-state`. */
export async function lockImport(
  tx: Database | Transaction,
  id: string,
  actor: ImportActor,
  states: readonly ImportState[],
) {
  const row = await getImport(tx, id, actor, { lock: true })
  if (!states.includes(row.state)) throw problem('import-state', { state: row.state })
  return row
}

async function change(tx: Transaction, id: string, columns: PgUpdateSetSource<typeof imports>): Promise<ImportRecord> {
  const [row] = await tx
    .update(imports)
    .set({ ...columns, advancedAt: sql`clock_timestamp()` })
    .where(eq(imports.id, id))
    .returning()
  if (!row) throw problem('import-not-found')
  return row
}

/** Limits files whose rows are compared all at once. */
const maxRowsTogether = 5000

/** A step begins before the first row. */
const fromStart = { cursor: 0, cursorGroup: '', done: 0 }

/**
 * Maps the columns and starts the dry run, also once more. Throws `import-state`, `import-columns`, `import-many-options`, `import-field-twice`,
 * `import-attribute-public`, `import-one-field`, `import-key-missing`, `import-other-currency`, `import-unit-unknown`, `import-value-unknown`, `import-encoding-doubtful`, `import-numbers-mixed`, `import-numbers-unclear` or `import-days-unclear`.
 */
export function checkImport(
  deps: ImportDeps,
  id: string,
  choices: ImportChoices,
  actor: ImportActor,
): Promise<ImportRecord> {
  return deps.db.transaction(async (tx) =>
    compare(tx, deps.jobs, await lockImport(tx, id, actor, readableStates), choices, actor),
  )
}

/**
 * Says what is done about the errors of a compared import, and compares it again with the same columns. Throws `import-state`, `import-fix`
 * and what `checkImport` throws.
 */
export function fixImport(
  deps: ImportDeps,
  id: string,
  fixes: readonly ImportFix[],
  actor: ImportActor,
): Promise<ImportRecord> {
  return deps.db.transaction(async (tx) => {
    const row = await lockImport(tx, id, actor, ['checked'])
    const { decimals, dayOrders, units, clearsEmpty, numbersWithoutBrand } = row
    const kind = kindOf(row.kind)
    const isOffered = ({ fix, field, code = '' }: ImportFix) =>
      fix === 'leave-out' ? fixOf({ code, field }, kind)?.fix !== undefined : fix !== 'round' || field !== undefined
    if (isStaged(row) || !fixes.every(isOffered)) throw problem('import-fix')
    const choices = {
      ...plannedColumns(row),
      decimals,
      dayOrders,
      units,
      clearsEmpty,
      numbersWithoutBrand,
      ...Object.fromEntries(fixColumns.map(([name, column]) => [column, fixes.some(({ fix }) => fix === name)])),
      fixes: fixes.filter(({ fix }) => !fixColumns.some(([name]) => name === fix)),
    }
    return compare(tx, deps.jobs, row, choices, actor)
  })
}

/** Returns the columns of an import as they are asked for: those that become attributes are no field yet. */
const plannedColumns = ({ mapping, newAttributes }: ImportRecord) => ({
  columns: mapping.map((code, index) => (newAttributes[index] ? newAttribute : code)),
  newAttributes,
})

interface ImportChoices {
  /** The field of each column; absent leaves all as they were found, of which nothing may be open. */
  columns?: (string | null)[] | undefined
  newAttributes?: (NewAttribute | null)[] | undefined
  decimals?: readonly (DecimalSign | null)[] | undefined
  dayOrders?: readonly (DayOrder | null)[] | undefined
  units?: (string | null)[] | undefined
  valueMaps?: (ValueMap | null)[] | undefined
  clearsEmpty?: boolean | undefined
  addsBrands?: boolean | undefined
  addsCategories?: boolean | undefined
  addsNearNumbers?: boolean | undefined
  numbersWithoutBrand?: NumbersWithoutBrand | undefined
  /** Absent keeps those of before. */
  fixes?: ImportFix[] | undefined
}

/** Starts the dry run of a locked import; see `checkImport`. */
async function compare(
  tx: Transaction,
  jobs: ImportDeps['jobs'],
  row: ImportRecord,
  {
    columns: chosenColumns,
    newAttributes,
    clearsEmpty = false,
    addsBrands = chosenColumns === undefined && row.addsBrands,
    addsCategories = chosenColumns === undefined && row.addsCategories,
    addsNearNumbers = false,
    decimals: chosenDecimals = [],
    dayOrders: chosenOrders = [],
    units: chosenUnits,
    valueMaps: chosenMaps,
    numbersWithoutBrand = 'ask',
    fixes = row.fixes,
  }: ImportChoices,
  actor: ImportActor,
): Promise<ImportRecord> {
  const kind = kindOf(row.kind)
  const before = plannedColumns(row)
  const plan = await planAttributes(
    tx,
    row,
    chosenColumns ?? before.columns,
    newAttributes ?? (chosenColumns ? [] : before.newAttributes),
  )
  const { columns } = plan
  const fields = await readFieldsOf(tx, kind, { ...row, mapping: columns, newAttributes: plan.attributes })
  const chosen = columns.filter((code) => code !== null)
  // As the screen names them.
  const labelled = (code: string) => {
    const field = fields.find((one) => one.code === code)
    return field ? labelOf(field, row.language) : code
  }
  const unknown = chosen.find((code) => !fields.some((field) => field.code === code && !field.isReadOnly))
  if (unknown !== undefined || columns.length !== row.headers.length) {
    throw problem('import-columns', { count: row.headers.length, field: unknown ?? '' })
  }
  assertMayWrite(row.kind, chosen, actor)
  if (kind.checksTogether && row.rowCount > maxRowsTogether) throw problem('table-rows', { limit: maxRowsTogether })
  const joins = (code: string) => fields.some((field) => field.code === code && field.joins)
  const twice = chosen.find((code, index) => chosen.indexOf(code) !== index && !joins(code))
  if (twice !== undefined) throw problem('import-field-twice', { field: labelled(twice) })
  const exclusive = chosen.filter((code) => kind.exclusive?.includes(code))
  if (exclusive.length > 1) throw problem('import-one-field', { fields: exclusive.map(labelled).join(', ') })
  if (!kind.keys.some((key) => chosen.includes(key)))
    throw problem('import-key-missing', { fields: kind.keys.map(labelled).join(', ') })
  const fieldOf = (code: string | null | undefined) => fields.find((field) => field.code === code)
  const isAmount = (index: number) => fieldOf(columns[index])?.number === 'amount'
  const foreign = row.headers.find((header, index) => isAmount(index) && otherCurrencyOf(header))
  if (foreign !== undefined)
    throw problem('import-other-currency', {
      column: foreign,
      currency: otherCurrencyOf(foreign) ?? '',
      own: currentCurrency().code,
    })
  const fits = (unit: string | null, index: number) => unit === null || hasUnit(fieldOf(columns[index]), unit)
  const wrongUnit = chosenUnits?.find((unit, index) => !fits(unit, index))
  if (wrongUnit) throw problem('import-unit-unknown', { unit: wrongUnit })
  if (chosenColumns === undefined && row.warnings.some(({ code }) => code === 'letters-unreadable'))
    throw problem('import-encoding-doubtful', { encoding: row.reading?.encoding ?? '' }, [
      { field: 'encoding', message: 'is to be sent: in the present one, some letters cannot be read.' },
    ])
  const units = chosenUnits ?? row.units.map((unit, index) => (fits(unit, index) ? unit : null))
  const valueMaps = columns.map((code, index) => {
    if (!chosenMaps) return code === row.mapping[index] ? (row.valueMaps[index] ?? null) : null
    const ofHeader = fieldOf(code)?.valueMapOf?.(row.headers[index] ?? '') ?? {}
    const answered = Object.entries(chosenMaps[index] ?? {}).filter(
      ([value, text]) => ownValue(ofHeader, value.toLowerCase()) !== text,
    )
    return answered.length > 0 ? Object.fromEntries(answered) : null
  })
  for (const [index, map] of valueMaps.entries()) {
    const field = fieldOf(columns[index])
    const isWrong = (text: string) => !field || !hasValueMap(field) || !canStandFor(field, text)
    const text = Object.values(map ?? {}).find(isWrong)
    if (text !== undefined) throw problem('import-value-unknown', { column: row.headers[index] ?? '', text })
  }
  const decimals = readDecimals(row, { columns, fieldOf, chosen: chosenDecimals })
  const ordered = readDayOrders(row, { columns, fieldOf, chosen: chosenOrders })
  const mapped = await change(tx, row.id, {
    ...fromStart,
    state: 'mapped',
    plannedFor: null,
    mapping: columns,
    decimals,
    dayOrders: ordered,
    units,
    valueMaps,
    newAttributes: plan.attributes,
    answers: { ...readAnswers(row, { columns, decimals: chosenDecimals, dayOrders: chosenOrders, units }), valueMaps },
    changedFields: {},
    clearsEmpty,
    addsBrands,
    addsCategories,
    addsNearNumbers,
    numbersWithoutBrand,
    fixes: [...fixes],
    total: row.rowCount,
    counts: {},
  })
  if (await queuePictures(tx, mapped)) await jobs.enqueue(tx, picturesJob, {})
  await jobs.enqueue(tx, importJob, {})
  return mapped
}

const hasUnit = (field: Field | undefined, unit: string) =>
  field?.measure !== undefined && unitCodes(field.measure.dimension).includes(unit)

/**
 * Returns what people have said of the columns so far: what differs from what the shop had for them is an answer, and what is sent back as
 * the shop had it, its guesses among it, is none.
 */
function readAnswers(
  { headers, mapping, decimals, dayOrders, units, answers }: ImportRecord,
  sent: {
    columns: readonly (string | null)[]
    decimals: readonly (DecimalSign | null)[]
    dayOrders: readonly (DayOrder | null)[]
    units: readonly (string | null)[]
  },
): Omit<ColumnAnswers, 'valueMaps'> {
  return {
    fields: headers.map((_, index) => sent.columns[index] !== mapping[index] || (answers.fields?.[index] ?? false)),
    decimals: headers.map((_, index) => {
      const sign = sent.decimals[index] ?? null
      return sign && sign !== decimals[index] ? sign : (answers.decimals?.[index] ?? null)
    }),
    dayOrders: headers.map((_, index) => {
      const order = sent.dayOrders[index] ?? null
      return order && order !== dayOrders[index] ? order : (answers.dayOrders?.[index] ?? null)
    }),
    units: headers.map((_, index) => {
      const unit = sent.units[index] ?? null
      return unit === (units[index] ?? null) ? (answers.units?.[index] ?? null) : unit
    }),
  }
}

/** Returns the sign before decimals of each column. Throws `import-numbers-mixed` and `import-numbers-unclear`. */
function readDecimals(
  { headers, numbers, answers, program }: ImportRecord,
  {
    columns,
    fieldOf,
    chosen,
  }: {
    columns: readonly (string | null)[]
    fieldOf: (code: string | null | undefined) => Field | undefined
    chosen: readonly (DecimalSign | null)[]
  },
): (DecimalSign | null)[] {
  const fieldAt = headers.map((_, index) => fieldOf(columns[index]))
  const ofProgram = program === null ? undefined : decimalsOfProgram(numbers)
  const decided = decideDecimals(
    headers.map((_, index) => {
      const field = fieldAt[index]
      return {
        numbers: numbers[index] ?? undefined,
        isNumber: field !== undefined && hasDecimals(field),
        isMeasure: field?.measure !== undefined,
        chosen: chosen[index] ?? undefined,
        remembered: answers.decimals?.[index] ?? ofProgram,
      }
    }),
  )
  const isRead = (index: number) => fieldAt[index] !== undefined && hasDecimals(fieldAt[index])
  const open = headers.flatMap((column, index) => (decided[index]?.fault && isRead(index) ? [{ column, index }] : []))
  const questions = open.map(({ column, index }) => ({
    field: `decimals.${index}`,
    message: `says what stands before decimals in “${column}”: send comma or point.`,
    facts: { column },
  }))
  const mixed = open.find(({ index }) => decided[index]?.fault === 'mixed')?.index
  const linesOf = (index: number, sign: DecimalSign) => numbers[index]?.[sign].lines.join(', ') || '–'
  if (mixed !== undefined) {
    const [commas, points] = [linesOf(mixed, 'comma'), linesOf(mixed, 'point')]
    throw problem('import-numbers-mixed', { column: headers[mixed] ?? '', commas, points }, questions)
  }
  if (open.length > 0)
    throw problem('import-numbers-unclear', { columns: open.map(({ column }) => column).join(', ') }, questions)
  return decided.map(({ sign }) => sign ?? null)
}

/** Returns what stands first in the days of each column. Throws `import-days-unclear`. */
function readDayOrders(
  { headers, days, answers, program, kind }: ImportRecord,
  {
    columns,
    fieldOf,
    chosen,
  }: {
    columns: readonly (string | null)[]
    fieldOf: (code: string | null | undefined) => Field | undefined
    chosen: readonly (DayOrder | null)[]
  },
): (DayOrder | null)[] {
  const ofProgram = programOf({ program, kind })?.days
  const decided = decideDayOrders(
    headers.map((_, index) => ({
      days: days[index],
      isDay: fieldOf(columns[index])?.isDay === true,
      chosen: chosen[index],
      remembered: answers.dayOrders?.[index] ?? ofProgram,
    })),
  )
  const open = headers.flatMap((column, index) => (decided[index]?.isUnclear ? [{ column, index }] : []))
  if (open.length > 0)
    throw problem(
      'import-days-unclear',
      { columns: open.map(({ column }) => column).join(', ') },
      open.map(({ column, index }) => ({
        field: `dayOrders.${index}`,
        message: `says what stands first in the days of “${column}”: send day-first or month-first.`,
        facts: { column },
      })),
    )
  return decided.map(({ order }) => order ?? null)
}

/** Throws `permission-missing` or `api-key-scope-missing` if one of the columns needs a permission that the actor does not have. */
function assertMayWrite(kind: ImportKindName, columns: readonly (string | null)[], actor: ImportActor): void {
  for (const needed of neededPermissions(kind, columns)) assertPermission(actor, needed)
}

/**
 * Starts to apply what the dry run has shown, or plans it for a day of the store. Throws `import-state`, `import-nothing-to-apply`,
 * `import-great-changes`, `import-attribute-taken`, `import-day` or `permission-missing`.
 */
export function applyImport(
  { db, jobs }: ImportDeps,
  id: string,
  actor: ImportActor,
  {
    on,
    acceptsGreatChanges = false,
  }: { on?: { day: string; now: Date } | undefined; acceptsGreatChanges?: boolean | undefined } = {},
): Promise<ImportRecord> {
  return db.transaction(async (tx) => {
    const row = await lockImport(tx, id, actor, ['checked', 'planned'])
    // Who has planned it has confirmed it.
    if (row.state === 'checked' && !acceptsGreatChanges && row.warnings.some(isGreatChange))
      throw problem('import-great-changes', {}, [
        {
          field: 'acceptsGreatChanges',
          message: 'is to be sent as true, if what the warnings of the import say is right.',
        },
      ])
    // What a person has chosen for a file of a schedule holds for the next ones.
    if (row.sourceId)
      await tx.execute(sql`UPDATE import_sources SET template_id = ${row.id} WHERE id = ${row.sourceId}`)
    return on ? planChecked(tx, row, actor, on) : applyChecked(tx, jobs, row, actor)
  })
}

/** Starts to apply a compared import that is locked. Throws `import-nothing-to-apply`, `import-attribute-taken` or `permission-missing`. */
export async function applyChecked(
  tx: Transaction,
  jobs: ImportDeps['jobs'],
  row: ImportRecord,
  actor: ImportActor,
): Promise<ImportRecord> {
  const { id, kind, fileName, counts } = row
  assertMayWrite(kind, row.mapping, actor)
  const total = (counts.new ?? 0) + (counts.changed ?? 0)
  if (total === 0) throw problem('import-nothing-to-apply')
  const addedAttributes = await addPlannedAttributes(tx, row)
  if (row.answers.fields) await keepAnswers(tx, row, await kindOf(kind).fields(tx, askedFieldsOf(row)))
  const applying = await change(tx, id, {
    ...fromStart,
    state: 'applying',
    total,
    addedAttributes,
    appliedBy: actor.id,
    appliedAt: sql`now()`,
  })
  await recordAuditEvent(tx, actor, {
    kind: 'import-applied',
    subject: { type: 'import', id },
    after: { name: fileName, kind, count: total },
  })
  await jobs.enqueue(tx, importJob, {})
  return applying
}

/** Plans a compared import for a day of the store. Throws `import-day`, `import-nothing-to-apply` or `permission-missing`. */
async function planChecked(
  tx: Transaction,
  { id, kind, fileName, counts, mapping }: ImportRecord,
  actor: ImportActor,
  on: { day: string; now: Date },
): Promise<ImportRecord> {
  assertMayWrite(kind, mapping, actor)
  const total = (counts.new ?? 0) + (counts.changed ?? 0)
  if (total === 0) throw problem('import-nothing-to-apply')
  assertDay(on)
  await recordAuditEvent(tx, actor, {
    kind: 'import-planned',
    subject: { type: 'import', id },
    after: { name: fileName, kind, count: total, startsOn: on.day },
  })
  return change(tx, id, { state: 'planned', plannedFor: on.day, toldAt: null, appliedBy: actor.id })
}

/** Throws `import-day` for a day of the store that is not after today, or too far ahead. */
function assertDay({ day, now }: { day: string; now: Date }): void {
  const last = storeDay(now.getTime() + maxPlannedDays * 86_400_000)
  if (day <= storeDay(now) || day > last) throw problem('import-day', { days: maxPlannedDays })
}

/**
 * Starts to apply the imports whose day has come, in the name of whoever has planned them. One that is refused, since its planner
 * may not do that any more for example, waits for staff again. Safe to call again, and in several processes.
 */
export async function startPlannedImports({ db, jobs }: ImportDeps, now: Date): Promise<void> {
  const isDue = and(eq(imports.state, 'planned'), lte(imports.plannedFor, storeDay(now)))
  const due = await db.select({ id: imports.id, planner: imports.appliedBy }).from(imports).where(isDue)
  const planners = await findTokenUsers(
    db,
    due.flatMap(({ planner }) => planner ?? []),
  )
  for (const { id, planner } of due) {
    const actor = { id: planner ?? '', permissions: planners.get(planner ?? '')?.permissions ?? [] }
    const start = (tx: Transaction, row: ImportRecord) => {
      assertPermission(actor, importPermissions[row.kind])
      return applyChecked(tx, jobs, row, actor)
    }
    const hold = (tx: Transaction) => change(tx, id, { state: 'checked', appliedBy: null })
    await workOnDue(start).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error
      return workOnDue(hold)
    })

    function workOnDue(work: (tx: Transaction, row: ImportRecord) => Promise<unknown>): Promise<void> {
      return db.transaction(async (tx) => {
        const [row] = await tx
          .select()
          .from(imports)
          .where(and(eq(imports.id, id), isDue))
          .for('update')
        if (row) await work(tx, row)
      })
    }
  }
}

/** Returns the permissions that the columns of an import need, all of them. */
const neededPermissions = (kind: ImportKindName, columns: readonly (string | null)[]) =>
  kindOf(kind).permissionsOf(columns.filter((code) => code !== null))

/** Stops an import before it is applied, or between two batches. Throws `import-state` or `permission-missing`. */
export function cancelImport({ db }: ImportDeps, id: string, actor: ImportActor): Promise<ImportRecord> {
  return db.transaction(async (tx) => {
    const row = await lockImport(tx, id, actor, ['uploaded', 'mapped', 'checked', 'planned', 'applying'])
    // A file whose columns nobody has chosen yet is taken away by who may upload it.
    if (row.state !== 'uploaded') assertMayWrite(row.kind, row.mapping, actor)
    await recordAuditEvent(tx, actor, {
      kind: 'import-cancelled',
      subject: { type: 'import', id },
      after: { name: row.fileName, kind: row.kind, count: row.state === 'applying' ? row.done : 0 },
    })
    // Attributes without a value would stay with nothing to undo.
    if (row.state === 'applying' && !row.counts.applied) await removeAddedAttributes(tx, row)
    else if (row.state === 'applying') await showInCategories(tx, row.addedAttributes)
    return change(tx, id, {
      state: 'cancelled',
      ...(row.state === 'applying' && { finishedAt: sql`now()` }),
    })
  })
}

/** Starts to take an import back. Throws `import-state`, `import-undo-over` or `permission-missing`. */
export function undoImport({ db, jobs }: ImportDeps, id: string, actor: ImportActor): Promise<ImportRecord> {
  return db.transaction(async (tx) => {
    const row = await lockImport(tx, id, actor, ['applied', 'cancelled', 'failed'])
    assertMayWrite(row.kind, row.mapping, actor)
    const applied = row.counts.applied ?? 0
    if (applied === 0) throw problem('import-state', { state: row.state })
    const until = undoUntil(row)
    if (!until || until < new Date()) throw problem('import-undo-over', { hours: undoHours })
    await forgetReading(tx, row)
    const undoing = await change(tx, id, {
      cursor: 2 ** 31 - 1,
      cursorGroup: '\uFFFF',
      done: 0,
      state: 'undoing',
      total: applied,
      undoneBy: actor.id,
      undoneAt: sql`now()`,
    })
    await recordAuditEvent(tx, actor, {
      kind: 'import-undone',
      subject: { type: 'import', id },
      after: { name: row.fileName, kind: row.kind, count: applied },
    })
    await jobs.enqueue(tx, importJob, {})
    return undoing
  })
}

/** Returns until when an import can be undone; undefined if nothing is applied, or it is undone. */
export function undoUntil({ state, counts, finishedAt }: Pick<ImportRecord, 'state' | 'counts' | 'finishedAt'>) {
  const isOver = state === 'applied' || state === 'cancelled' || state === 'failed'
  if (!isOver || !finishedAt || !counts.applied) return undefined
  return new Date(finishedAt.getTime() + undoHours * 3_600_000)
}
