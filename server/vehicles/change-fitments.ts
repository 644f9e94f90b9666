import { sql } from 'drizzle-orm'
import type { StoredFitment } from '#contract/fitments.ts'
import type { FitKind } from '#contract/vehicles.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { keepVehicles } from '#server/vehicles/find-vehicles.ts'
import { readSuccessors } from '#server/vehicles/follow-merges.ts'
import {
  addEngines,
  deleteFitments,
  type FitmentRow,
  identityOf,
  insertFitments,
  isUnusedEngine,
  readFitmentRows,
  type StoredFitmentRow,
} from '#server/vehicles/fitment-rows.ts'
import { readFitsTexts, writeFitsTexts } from '#server/vehicles/write-fits-texts.ts'

interface OriginRow {
  row: FitmentRow
  origin: StoredFitment['origin']
}

/** Holds rows and a text that a file adds to a product, or rows that it removes; undo goes the same way back. */
export interface FitmentChange {
  productId: string
  rows: readonly OriginRow[]
  /** Rows that an earlier reading of the text has written, and the new one does not say. */
  replaced?: readonly OriginRow[]
  /** A line of what the seller writes of the product, which *Phrases* reads again. */
  text: string | null
  /** The lines of before, and those of them that the file no longer says. */
  lines?: { was: readonly string[]; dropped: readonly string[] }
  /** What the product was for. */
  wasKind: FitKind
}

export interface FitsOfProduct {
  kind: FitKind
  rows: StoredFitmentRow[]
  /** The lines of the seller's text, and whether it is the name of the product. */
  lines: string[]
  isNamed: boolean
}

/** Reads what products fit; with `lock`, other writers of them and editors of vehicles wait. */
export async function readFitsOfProducts(
  tx: Transaction,
  ids: readonly string[],
  { lock = false } = {},
): Promise<Map<string, FitsOfProduct>> {
  if (ids.length === 0) return new Map()
  const asked = sql`${sql.param([...new Set(ids)])}::uuid[]`
  if (lock) await keepVehicles(tx)
  const { rows: products } = await tx.execute<{ id: string; kind: FitKind }>(sql`
    SELECT id, fit_kind AS kind FROM products WHERE id = ANY (${asked}) ORDER BY id ${lock ? sql`FOR UPDATE` : sql``}`)
  const { rows: texts } = await tx.execute<{ id: string; text: string; isNamed: boolean }>(
    sql`SELECT product_id AS id, text, origin = 'name' AS "isNamed" FROM fits_texts WHERE product_id = ANY (${asked})`,
  )
  const rows = Map.groupBy(await readFitmentRows(tx, sql`product_id = ANY (${asked})`), ({ productId }) => productId)
  const ofTexts = new Map(texts.map(({ id, text, isNamed }) => [id, { lines: text.split('\n'), isNamed }]))
  return new Map(
    products.map(({ id, kind }) => [
      id,
      { kind, rows: rows.get(id) ?? [], ...(ofTexts.get(id) ?? { lines: [], isNamed: false }) },
    ]),
  )
}

/** Whether a row is stored as it is asked for; an engine that was added for it has its name. */
const isStoredAs = (stored: StoredFitmentRow, row: FitmentRow) =>
  identityOf(typeof row.engine === 'string' ? { ...stored, engine: stored.shown.engine ?? null } : stored) ===
  identityOf(row)

/** Returns the stored rows of a change, of which some may be gone; what has the same vehicle, but comes from elsewhere, is no row of it. */
export const findStored = ({ rows }: Pick<FitmentChange, 'rows'>, stored: readonly StoredFitmentRow[]) =>
  rows.flatMap(({ row, origin }) => stored.find((one) => one.origin === origin && isStoredAs(one, row)) ?? [])

/** Returns changes as they are after the merges of their vehicles, whose rows have followed. */
export async function followMergesOf(tx: Transaction, changes: readonly FitmentChange[]): Promise<FitmentChange[]> {
  const rows = changes.flatMap((change) => [...change.rows, ...(change.replaced ?? [])].map(({ row }) => row))
  const { model, engine } = await readSuccessors(tx, {
    models: rows.map(({ modelId }) => modelId),
    engines: rows.flatMap((row) => (typeof row.engine === 'number' ? row.engine : [])),
  })
  const follow = ({ row, origin }: OriginRow): OriginRow => {
    const { now, from, to } = model(row.modelId)
    const first = from !== null && (row.to === null || from <= row.to) ? from : null
    const last = to !== null && (row.from === null || to >= row.from) ? to : null
    return {
      origin,
      row: {
        ...row,
        modelId: now,
        from: row.from ?? first,
        to: row.to ?? last,
        engine: typeof row.engine === 'number' ? engine(row.engine) : row.engine,
      },
    }
  }
  return changes.map((change) => ({
    ...change,
    rows: change.rows.map(follow),
    ...(change.replaced && { replaced: change.replaced.map(follow) }),
  }))
}

/** Whether all of a change is there. */
export const isThere = (change: FitmentChange, fits: FitsOfProduct | undefined): boolean =>
  fits !== undefined &&
  findStored(change, fits.rows).length === change.rows.length &&
  findStored({ rows: change.replaced ?? [] }, fits.rows).length === 0 &&
  (change.text === null || fits.lines.includes(change.text)) &&
  !(change.lines?.dropped ?? []).some((line) => fits.lines.includes(line))

/** Adds the rows and texts of changes, which are not there; throws `vehicle-not-found` if a vehicle was merged or removed meanwhile. */
export async function applyFitments(tx: Transaction, changes: readonly FitmentChange[]): Promise<void> {
  // Two rows of a file may name the same vehicle.
  const given = new Map(
    changes.flatMap(({ productId, rows }) =>
      rows.map((one) => [`${productId} ${identityOf(one.row)}`, { productId, ...one }] as const),
    ),
  )
  const rows = [...given.values()]
  const models = [...new Set(rows.map(({ row }) => row.modelId))]
  const { rows: known } = await tx.execute(
    sql`SELECT FROM vehicle_models WHERE id = ANY (${sql.param(models)}::integer[])`,
  )
  if (known.length < models.length) throw problem('vehicle-not-found')
  const placed = await addEngines(
    tx,
    rows.map(({ row }) => row),
  )
  await insertFitments(
    tx,
    rows.map(({ productId, origin }, index) => ({ productId, origin, row: placed[index] ?? (rows[index] as never) })),
  )
  const texts = changes.flatMap(({ productId, text }) => (text === null ? [] : [{ id: productId, text }]))
  if (texts.length > 0)
    await tx.execute(sql`
      INSERT INTO fits_texts (product_id, text)
      SELECT id, string_agg(text, E'\n' ORDER BY place) FROM ROWS FROM (
        jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) AS (id uuid, text text)) WITH ORDINALITY AS given (id, text, place) GROUP BY id
      ON CONFLICT (product_id) DO UPDATE SET origin = 'file', edition = -1,
        text = CASE fits_texts.origin WHEN 'name' THEN excluded.text ELSE fits_texts.text || E'\n' || excluded.text END`)
}

/** Removes the rows and texts of changes again, with the engines that were added for them; what was for no vehicle is so again. */
export async function takeBackFitments(
  tx: Transaction,
  changes: readonly FitmentChange[],
  present: ReadonlyMap<string, FitsOfProduct>,
): Promise<void> {
  const stored = changes.flatMap((change) => findStored(change, present.get(change.productId)?.rows ?? []))
  await deleteFitments(
    tx,
    stored.map(({ id }) => id),
  )
  const added = changes.flatMap(({ rows }) => rows.flatMap(({ row }) => (typeof row.engine === 'string' ? row : [])))
  if (added.length > 0)
    await tx.execute(sql`
      DELETE FROM vehicle_engines USING jsonb_to_recordset(${JSON.stringify(
        added.map(({ modelId, engine }) => ({ model: modelId, name: engine })),
      )}::jsonb) AS given (model integer, name text)
      WHERE model_id = given.model AND vehicle_engines.name = given.name AND code IS NULL
        AND ${isUnusedEngine}`)
  const lines = new Map([...present].map(([id, { lines: all }]) => [id, [...all]]))
  const ofTexts = new Set<string>()
  for (const { productId, text } of changes) {
    const place = text === null ? -1 : (lines.get(productId)?.lastIndexOf(text) ?? -1)
    if (place < 0) continue
    lines.get(productId)?.splice(place, 1)
    ofTexts.add(productId)
  }
  if (ofTexts.size > 0) {
    const left = [...ofTexts].map((id) => ({ id, text: lines.get(id)?.join('\n') ?? '' }))
    const given = sql`jsonb_to_recordset(${JSON.stringify(left)}::jsonb) AS given (id uuid, text text)`
    await tx.execute(sql`DELETE FROM fits_texts USING ${given} WHERE product_id = given.id AND given.text = ''`)
    await tx.execute(
      sql`UPDATE fits_texts SET text = given.text, edition = -1 FROM ${given} WHERE product_id = given.id`,
    )
  }
  const wereNone = changes.flatMap(({ productId, wasKind }) => (wasKind === 'none' ? productId : []))
  if (wereNone.length > 0)
    await tx.execute(sql`
      UPDATE products SET fit_kind = 'none', fit_complete = false, updated_at = clock_timestamp()
      WHERE id = ANY (${sql.param(wereNone)}::uuid[]) AND fit_kind = 'vehicles'
        AND NOT EXISTS (SELECT FROM fitments WHERE product_id = products.id)`)
}

/** Removes the rows that changes replace, which are there, and the lines of texts that they drop. */
export async function removeReplaced(
  tx: Transaction,
  changes: readonly FitmentChange[],
  present: ReadonlyMap<string, FitsOfProduct>,
): Promise<void> {
  await deleteFitments(
    tx,
    changes.flatMap(({ productId, replaced = [] }) =>
      findStored({ rows: replaced }, present.get(productId)?.rows ?? []).map(({ id }) => id),
    ),
  )
  await writeLines(tx, changes, (now, { dropped }) => now.filter((line) => !dropped.includes(line)))
}

/** Gives texts the lines back that changes dropped, at their places. */
export const restoreLines = (tx: Transaction, changes: readonly FitmentChange[]): Promise<void> =>
  writeLines(tx, changes, (now, { was, dropped }) => [
    ...was.filter((line) => now.includes(line) || dropped.includes(line)),
    ...now.filter((line) => !was.includes(line)),
  ])

async function writeLines(
  tx: Transaction,
  changes: readonly FitmentChange[],
  change: (now: readonly string[], lines: NonNullable<FitmentChange['lines']>) => string[],
): Promise<void> {
  const dropping = changes.flatMap(({ productId, lines }) => (lines ? [{ productId, lines }] : []))
  if (dropping.length === 0) return
  const texts = await readFitsTexts(
    tx,
    dropping.map(({ productId }) => productId),
  )
  await writeFitsTexts(
    tx,
    dropping.map(({ productId, lines }) => {
      const now = (texts.get(productId) ?? '').split('\n').filter((line) => line !== '')
      return { productId, text: change(now, lines).join('\n') }
    }),
  )
}
