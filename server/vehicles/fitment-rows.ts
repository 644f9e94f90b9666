import { type SQL, sql } from 'drizzle-orm'
import type { FitmentInput, StoredFitment } from '#contract/fitments.ts'
import type { Language } from '#contract/language.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import type { FoundModel, VehicleFault, VehicleFinder } from '#server/vehicles/find-vehicles.ts'
import { noGeneration } from '#server/vehicles/find-vehicles.ts'
import { matchEngines } from '#server/vehicles/match-engines.ts'
import { printPosition } from '#server/vehicles/print-fits.ts'
import { nameKey } from '#server/vehicles/vehicle-names.ts'
import type { fitPositions } from '#contract/vehicles.ts'

/** Holds a fitment as it is stored. The engine is an id, or the name of one that its model does not have yet; years of null are those of the model. */
export interface FitmentRow {
  modelId: number
  from: number | null
  to: number | null
  builtFrom: string | null
  builtTo: string | null
  engine: number | string | null
  position: (typeof fitPositions)[number] | null
  condition: string | null
  note: string | null
}

/** Holds a row with what of it is worth a warning, and how it is shown. */
export interface PlacedFitment {
  row: FitmentRow
  /** The years of the model. */
  model: FoundModel['model']
  isOutside: boolean
  text: string
}

interface EngineRow {
  id: number
  modelId: number
  name: string
  code: string | null
  [column: string]: unknown
}

/** Finds engines by model and name or code. */
type EngineFinder = (modelId: number, text: string) => number | undefined

/** Returns what finds the engines of these models by exactly their name or code. */
export async function readEngineFinder(tx: Transaction, modelIds: readonly number[]): Promise<EngineFinder> {
  const { rows } = await tx.execute<EngineRow>(sql`
    SELECT id, model_id AS "modelId", name, code FROM vehicle_engines WHERE model_id = ANY (${sql.param([...new Set(modelIds)])}::integer[])
    ORDER BY id`)
  const byName = new Map<string, number>()
  for (const key of ['name', 'code'] as const)
    for (const row of rows) {
      const text = row[key]
      const name = text === null ? undefined : `${row.modelId}|${nameKey(text)}`
      if (name !== undefined && !byName.has(name)) byName.set(name, row.id)
    }
  return (modelId, text) => byName.get(`${modelId}|${nameKey(text)}`)
}

/**
 * Returns what sets the engines of rows as sellers write them: `2.4` is the 2.4 GDI if the model has no other 2.4. If it has several, the
 * words become a condition, so that a buyer is told to check; an engine that is unlike those of its model stays a name.
 */
export async function readEngineSetter(
  tx: Transaction,
  modelIds: readonly number[],
): Promise<(row: FitmentRow) => FitmentRow> {
  const { rows } = await tx.execute<EngineRow>(sql`
    SELECT id, model_id AS "modelId", name, code FROM vehicle_engines WHERE model_id = ANY (${sql.param([...new Set(modelIds)])}::integer[])
    ORDER BY id`)
  const ofModel = Map.groupBy(rows, ({ modelId }) => modelId)
  return (row) => {
    if (typeof row.engine !== 'string') return row
    const [first, second] = matchEngines(ofModel.get(row.modelId) ?? [], row.engine)
    if (!first) return row
    // `2.0` may be another one than the only 2.0 TDI that the shop knows.
    const isOpen = /^\d[.,]\dl?$/i.test(row.engine) && nameKey(first.name) !== nameKey(row.engine)
    if (!second && !isOpen) return { ...row, engine: first.id }
    return { ...row, engine: null, condition: [row.engine, row.condition].filter(Boolean).join(', ') }
  }
}

/** Returns the rows that a written one stands for, one for each generation, with engines by their names; or what of it the shop does not know. */
export function placeFitment(find: VehicleFinder, asked: FitmentInput): PlacedFitment[] | VehicleFault {
  const {
    make,
    family,
    generation,
    from = null,
    to = null,
    builtFrom,
    builtTo,
    engine,
    position,
    condition,
    note,
  } = asked
  const found = find({ make, family, generation: orNull(generation), from, to })
  if ('fault' in found) return found
  return found.map(({ model, from: first, to: last, isOutside }) => ({
    row: {
      modelId: model.id,
      from: first,
      to: last,
      builtFrom: orNull(builtFrom),
      builtTo: orNull(builtTo),
      engine: orNull(engine),
      position: position ?? null,
      condition: orNull(condition),
      note: orNull(note),
    },
    model,
    isOutside,
    text: describeFitment({ ...asked, ...withoutNull(model), ...years(model, first, last) }),
  }))
}

const years = (model: FoundModel['model'], from: number | null, to: number | null) => ({
  from: from ?? model.from,
  to: to ?? model.to,
})
const withoutNull = ({ make, family, generation }: FoundModel['model']) => ({
  make,
  family,
  generation: generation ?? undefined,
})

const orNull = (text: string | null | undefined) => {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' ? null : trimmed
}

/** Writes a row for people, such as `Volkswagen Golf V 2003–2008 · 1.9 TDI · front`. */
export function describeFitment(
  row: {
    make: string
    family: string
    generation?: string | null | undefined
    from?: number | null | undefined
    to?: number | null | undefined
    builtFrom?: string | null | undefined
    builtTo?: string | null | undefined
    engine?: string | null | undefined
    position?: string | null | undefined
    condition?: string | null | undefined
    note?: string | null | undefined
  },
  language: Language = 'en',
): string {
  const { make, family, generation, from, to, builtFrom, builtTo, engine, position, condition, note } = row
  const range = from && from === to ? String(from) : from || to ? `${from ?? ''}–${to ?? ''}` : ''
  const vehicle = [make, family, generation === noGeneration ? undefined : generation, range].filter(Boolean).join(' ')
  const built = builtFrom || builtTo ? `${builtFrom ?? ''} – ${builtTo ?? ''}`.trim() : ''
  const side = position && printPosition(position, language)
  return [vehicle, built, engine, side, condition, note].filter(Boolean).join(' · ')
}

interface Span {
  years: { from: number | null; to: number | null }
}

/** Holds a stored or asked row with the years that it is for. */
export type SpannedRow = FitmentRow & Span

export const withYears = (row: FitmentRow, model: { from: number | null; to: number | null }): SpannedRow => ({
  ...row,
  years: { from: row.from ?? model.from, to: row.to ?? model.to },
})

/** Whether two rows are about the same model and say the same of it, whatever their years. */
const isAlike = (a: FitmentRow, b: FitmentRow) =>
  a.modelId === b.modelId &&
  a.engine === b.engine &&
  a.position === b.position &&
  a.condition === b.condition &&
  a.note === b.note

const first = (value: number | null) => value ?? 0
const last = (value: number | null) => value ?? 9999
const firstDay = (day: string | null) => day ?? ''
const lastDay = (day: string | null) => day ?? '9999'

/** Whether a row says nothing that another one does not say. */
export const isCovered = (row: SpannedRow, by: SpannedRow): boolean =>
  isAlike(row, by) &&
  first(by.years.from) <= first(row.years.from) &&
  last(row.years.to) <= last(by.years.to) &&
  firstDay(by.builtFrom) <= firstDay(row.builtFrom) &&
  lastDay(row.builtTo) <= lastDay(by.builtTo)

/** Whether two rows say the same of some vehicles. */
export const overlaps = (a: SpannedRow, b: SpannedRow): boolean =>
  isAlike(a, b) &&
  first(a.years.from) <= last(b.years.to) &&
  first(b.years.from) <= last(a.years.to) &&
  firstDay(a.builtFrom) <= lastDay(b.builtTo) &&
  firstDay(b.builtFrom) <= lastDay(a.builtTo)

/** Returns a text that only the same row has. */
export const identityOf = (row: FitmentRow): string =>
  JSON.stringify([
    row.modelId,
    row.from,
    row.to,
    row.builtFrom,
    row.builtTo,
    row.engine,
    row.position,
    row.condition,
    row.note,
  ])

/** Holds a stored row with what people read and write of it. */
export interface StoredFitmentRow extends FitmentRow, Span {
  id: number
  productId: string
  engine: number | null
  origin: StoredFitment['origin']
  /** The same as people read and write it. */
  shown: StoredFitment
}

/** Reads the rows of products, in the order in which they are shown. */
export async function readFitmentRows(tx: Transaction, products: SQL): Promise<StoredFitmentRow[]> {
  const { rows } = await tx.execute<Record<string, unknown> & Columns>(sql`
    SELECT fitments.id, product_id AS "productId", model_id AS "modelId", fitments.year_from AS "from", fitments.year_to AS "to",
      built_from::text AS "builtFrom", built_to::text AS "builtTo", engine_id AS "engineId", position, condition, note, origin,
      vehicle_makes.name AS make, family, ${shownGeneration} AS generation, vehicle_models.year_from AS "modelFrom",
      vehicle_models.year_to AS "modelTo", (SELECT name FROM vehicle_engines WHERE id = engine_id) AS engine
    FROM fitments JOIN vehicle_models ON vehicle_models.id = model_id JOIN vehicle_makes ON vehicle_makes.id = make_id
    WHERE ${products}
    ORDER BY product_id, lower(vehicle_makes.name), lower(family), coalesce(fitments.year_from, vehicle_models.year_from) NULLS FIRST, fitments.id`)
  return rows.map(toStoredRow)
}

/** Selects the generation of a model as it is written: that there is none only where the family has some. */
export const shownGeneration = sql`coalesce(generation, CASE WHEN EXISTS (
  SELECT FROM vehicle_models other WHERE other.make_id = vehicle_models.make_id AND other.family = vehicle_models.family AND other.generation IS NOT NULL)
  THEN ${noGeneration} END)`

interface Columns {
  id: number | string
  productId: string
  modelId: number
  from: number | null
  to: number | null
  builtFrom: string | null
  builtTo: string | null
  engineId: number | null
  position: FitmentRow['position']
  condition: string | null
  note: string | null
  origin: StoredFitment['origin']
  make: string
  family: string
  generation: string | null
  modelFrom: number | null
  modelTo: number | null
  engine: string | null
}

function toStoredRow(columns: Columns): StoredFitmentRow {
  const { id, productId, modelId, engineId, modelFrom, modelTo, origin, ...own } = columns
  const { from, to, builtFrom, builtTo, position, condition, note } = own
  const row = { modelId, from, to, builtFrom, builtTo, engine: engineId, position, condition, note }
  const shown = Object.fromEntries(
    Object.entries({ ...own, modelFrom, modelTo, origin }).filter(([, value]) => value !== null),
  ) as StoredFitment
  return {
    ...withYears(row, { from: modelFrom, to: modelTo }),
    engine: engineId,
    id: Number(id),
    productId,
    origin,
    shown,
  }
}

/** Writes the engines that rows name and their models do not have; returns the rows with ids. */
export async function addEngines<Row extends Pick<FitmentRow, 'modelId' | 'engine'>>(
  tx: Transaction,
  rows: readonly Row[],
): Promise<Row[]> {
  const named = rows.filter(({ engine }) => typeof engine === 'string')
  if (named.length === 0) return [...rows]
  const find = await readEngineFinder(
    tx,
    named.map(({ modelId }) => modelId),
  )
  const missing = named.filter(({ modelId, engine }) => find(modelId, String(engine)) === undefined)
  await tx.execute(sql`
    INSERT INTO vehicle_engines (model_id, name) SELECT DISTINCT model, name FROM jsonb_to_recordset(${JSON.stringify(
      missing.map(({ modelId, engine }) => ({ model: modelId, name: engine })),
    )}::jsonb) AS given (model integer, name text) ON CONFLICT DO NOTHING`)
  const findAll = await readEngineFinder(
    tx,
    named.map(({ modelId }) => modelId),
  )
  return rows.map((row) =>
    typeof row.engine === 'string' ? { ...row, engine: findAll(row.modelId, row.engine) ?? null } : row,
  )
}

/** Selects engines that nothing names. */
export const isUnusedEngine = sql`NOT EXISTS (
    SELECT FROM fitments WHERE fitments.model_id = vehicle_engines.model_id AND engine_id = vehicle_engines.id)
  AND NOT EXISTS (SELECT FROM vehicle_codes WHERE vehicle_codes.model_id = vehicle_engines.model_id AND engine_id = vehicle_engines.id)
  AND NOT EXISTS (SELECT FROM garage_vehicles WHERE garage_vehicles.model_id = vehicle_engines.model_id AND engine_id = vehicle_engines.id)`

/** Adds rows of products, and makes products that were for no vehicle, such as tools, parts of vehicles. */
export async function insertFitments(
  tx: Transaction,
  rows: readonly { productId: string; row: FitmentRow; origin: StoredFitment['origin'] }[],
): Promise<void> {
  if (rows.length === 0) return
  const given = rows.map(({ productId, row, origin }) => ({
    product_id: productId,
    model_id: row.modelId,
    year_from: row.from,
    year_to: row.to,
    built_from: row.builtFrom,
    built_to: row.builtTo,
    engine_id: row.engine,
    position: row.position,
    condition: row.condition,
    note: row.note,
    origin,
  }))
  await tx.execute(sql`
    WITH given AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS each (product_id uuid, model_id integer, year_from smallint,
        year_to smallint, built_from date, built_to date, engine_id integer, position text, condition text, note text, origin text)),
    kinds AS (
      UPDATE products SET fit_kind = 'vehicles', updated_at = clock_timestamp()
      WHERE id IN (SELECT product_id FROM given) AND fit_kind = 'none')
    INSERT INTO fitments (product_id, model_id, year_from, year_to, built_from, built_to, engine_id, position, condition, note, origin)
    SELECT product_id, model_id, year_from, year_to, built_from, built_to, engine_id, position, condition, note, origin FROM given`)
}

/** Deletes rows by their ids. */
export async function deleteFitments(tx: Transaction, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tx.execute(sql`DELETE FROM fitments WHERE id = ANY (${sql.param(ids)}::bigint[])`)
}
