import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Body, ResponseBody } from '#contract/endpoint.ts'
import { fieldProblem } from '#contract/field-problems.ts'
import { type FitmentInput, maxFitments, type StoredFitments, type writeFitments } from '#contract/fitments.ts'
import type { FitKind } from '#contract/vehicles.ts'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { parseId } from '#server/platform/ids.ts'
import { keepVehicles, readVehicleFinder } from '#server/vehicles/find-vehicles.ts'
import {
  addEngines,
  deleteFitments,
  describeFitment,
  identityOf,
  insertFitments,
  overlaps,
  placeFitment,
  type PlacedFitment,
  readEngineSetter,
  readFitmentRows,
  type StoredFitmentRow,
  withYears,
} from '#server/vehicles/fitment-rows.ts'

interface FitState {
  kind: FitKind
  isComplete: boolean
  rows: StoredFitmentRow[]
}

/** Reads what a product fits; with `lock`, other writers of the product wait. Throws `product-not-found`. */
async function readFitState(tx: Transaction, productId: string, lock = false): Promise<FitState> {
  const { rows } = await tx.execute<{ kind: FitKind; isComplete: boolean }>(sql`
    SELECT fit_kind AS kind, fit_complete AS "isComplete" FROM products WHERE id = ${productId} ${lock ? sql`FOR UPDATE` : sql``}`)
  if (!rows[0]) throw problem('product-not-found')
  return { ...rows[0], rows: await readFitmentRows(tx, sql`product_id = ${productId}`) }
}

/** Returns a text that changes with all that a form shows of the vehicles of a product. */
const seenOf = ({ kind, isComplete, rows }: FitState): string =>
  createHash('sha256')
    .update(JSON.stringify([kind, isComplete, rows.map(identityOf).toSorted()]))
    .digest('hex')
    .slice(0, 32)

/** Returns the vehicles of a product as they were entered; throws `product-not-found`. */
export async function getStoredFitments(db: Database, id: string): Promise<StoredFitments> {
  const productId = parseId(id, 'product-not-found')
  const state = await db.transaction((tx) => readFitState(tx, productId))
  const { kind, isComplete, rows } = state
  return { kind, isComplete, seen: seenOf(state), fitments: rows.map(({ shown }) => shown) }
}

/** Replaces the vehicles of a product; rows that stay keep where they come from. Returns the number of rows with years outside their model's. */
export function writeFitmentsOf(
  db: Database,
  id: string,
  asked: Body<typeof writeFitments>,
  by: AuditActor,
): Promise<ResponseBody<typeof writeFitments>> {
  const productId = parseId(id, 'product-not-found')
  return db.transaction(async (tx) => {
    await keepVehicles(tx)
    const before = await readFitState(tx, productId, true)
    if (seenOf(before) !== asked.seen) throw problem('fitments-changed')
    const { kind, isComplete } = asked
    if (kind !== 'vehicles' && (asked.fitments.length > 0 || isComplete)) throw problem('fitments-without-kind')
    const placed = await placeRows(tx, asked.fitments, before.rows, asked.addsEngines ?? false)
    const rows = await addEngines(
      tx,
      placed.map(({ row }) => row),
    )
    const kept = new Set(rows.map(identityOf))
    const known = new Set(before.rows.map(identityOf))
    const removed = before.rows.filter((row) => !kept.has(identityOf(row)))
    const added = rows.flatMap((row, index) =>
      known.has(identityOf(row)) ? [] : [{ row, text: placed[index]?.text ?? '' }],
    )
    await deleteFitments(
      tx,
      removed.map((row) => row.id),
    )
    if (kind !== before.kind || isComplete !== before.isComplete)
      await tx.execute(sql`
        UPDATE products SET fit_kind = ${kind}, fit_complete = ${isComplete}, updated_at = clock_timestamp() WHERE id = ${productId}`)
    await insertFitments(
      tx,
      added.map(({ row }) => ({ productId, row, origin: 'hand' as const })),
    )
    await recordAuditEvent(tx, by, {
      kind: 'fitments-changed',
      subject: { type: 'product', id: productId },
      before: {
        fitKind: before.kind,
        fitComplete: before.isComplete,
        fits: shorten(removed.map(({ shown, years }) => describeFitment({ ...shown, ...years }))),
      },
      after: { fitKind: kind, fitComplete: isComplete, fits: shorten(added.map(({ text }) => text)) },
    })
    return { success: true, outsideYears: placed.filter(({ isOutside }) => isOutside).length }
  })
}

/** Limits the rows that the audit log has of one change. */
const maxAudited = 100

const shorten = (texts: readonly string[]) =>
  texts.length > maxAudited ? [...texts.slice(0, maxAudited), `+ ${texts.length - maxAudited}`] : texts

type Fault = { field: string } & ReturnType<typeof fieldProblem>

/** Finds what rows name, each once; throws `fitments-refused` with what is wrong with each row. Rows that are there already may overlap. */
async function placeRows(
  tx: Transaction,
  asked: readonly FitmentInput[],
  present: readonly StoredFitmentRow[],
  addsEngines: boolean,
): Promise<PlacedFitment[]> {
  const find = await readVehicleFinder(tx)
  const faults: Fault[] = []
  const fault = (index: number, field: string, ...named: Parameters<typeof fieldProblem>) =>
    faults.push({ field: `/fitments/${index}/${field}`, ...fieldProblem(...named) })
  const found = asked.flatMap((one, index) => {
    if (one.from !== undefined && one.to !== undefined && one.from > one.to) fault(index, 'to', 'before-start')
    if (one.builtFrom && one.builtTo && one.builtFrom > one.builtTo) fault(index, 'builtTo', 'before-start')
    const placed = placeFitment(find, one)
    if (!('fault' in placed)) return placed.map((each) => ({ ...each, index }))
    fault(index, placed.field, placed.fault, placed.facts)
    return []
  })
  const setEngine = await readEngineSetter(
    tx,
    found.map(({ row }) => row.modelId),
  )
  const placed = found.map(({ row, ...rest }) => {
    const set = setEngine(row)
    const { make, family } = rest.model
    if (typeof set.engine === 'string' && !addsEngines)
      fault(rest.index, 'engine', 'engine-unknown', { text: set.engine, of: `${make} ${family}` })
    return { ...rest, row: set }
  })
  const known = new Set(present.map(identityOf))
  const byModel = Map.groupBy(placed, ({ row }) => row.modelId)
  for (const rows of byModel.values())
    for (const [place, one] of rows.entries())
      for (const other of rows.slice(0, place)) {
        if (identityOf(one.row) === identityOf(other.row))
          fault(one.index, 'make', 'row-again', { row: other.index + 1 })
        else if (known.has(identityOf(one.row)) && known.has(identityOf(other.row))) continue
        else if (overlaps(withYears(one.row, one.model), withYears(other.row, other.model)))
          fault(one.index, 'from', 'row-overlaps', { row: other.index + 1 })
      }
  if (faults.length > 0) {
    const count = new Set(faults.map(({ field }) => field.split('/')[2])).size
    throw problem('fitments-refused', { count }, faults.slice(0, 1000))
  }
  if (placed.length > maxFitments) throw problem('fitments-too-many', { limit: maxFitments })
  return placed
}
