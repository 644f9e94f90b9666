import { sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { refreshSlugs } from '#server/vehicles/edit-vehicles.ts'
import { shownGeneration } from '#server/vehicles/fitment-rows.ts'
import { nameKey } from '#server/vehicles/vehicle-names.ts'

/** Names a model as the shop spells it. */
export interface ModelKey {
  make: string
  family: string
  generation: string | null
}

/** Holds an engine with its code, or another name with how it counts; null is none, or only with the make. */
export interface NamedDetail {
  name: string
  detail: string | null
}

/** Holds a model as files list it; names of a model without a generation are those of its family. */
export interface ListedModel extends ModelKey {
  id: number
  kind: string
  from: number | null
  to: number | null
  isOffered: boolean
  engines: NamedDetail[]
  names: NamedDetail[]
  /** The generation as it is written. */
  shown: string | null
  [column: string]: unknown
}

/** Holds what a file says of a model; engines and names that are absent stay. */
export interface WrittenModel extends ModelKey {
  kind: string
  from: number | null
  to: number | null
  isOffered: boolean
  engines?: NamedDetail[] | undefined
  names?: NamedDetail[] | undefined
}

export const modelKey = ({ make, family, generation }: ModelKey): string => JSON.stringify([make, family, generation])

const ofModel = sql`CASE WHEN vehicle_models.generation IS NULL
  THEN vehicle_names.model_id IS NULL AND vehicle_names.make_id = vehicle_models.make_id AND vehicle_names.family = vehicle_models.family
  ELSE vehicle_names.model_id = vehicle_models.id END`

const listedModels = sql`
  SELECT vehicle_models.id, vehicle_makes.name AS make, family, generation, kind, year_from AS "from", year_to AS "to",
    vehicle_models.is_offered AS "isOffered", ${shownGeneration} AS shown,
    ARRAY(SELECT jsonb_build_object('name', vehicle_engines.name, 'detail', code) FROM vehicle_engines
      WHERE model_id = vehicle_models.id ORDER BY vehicle_engines.name, code NULLS FIRST) AS engines,
    ARRAY(SELECT jsonb_build_object('name', vehicle_names.name, 'detail', nullif(counts, 'with-make')) FROM vehicle_names
      WHERE vehicle_names.make_id = vehicle_models.make_id AND ${ofModel} ORDER BY key) AS names
  FROM vehicle_models JOIN vehicle_makes ON vehicle_makes.id = make_id`

const asKeys = (keys: readonly ModelKey[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) AS given (make text, family text, generation text)`
const isGiven = sql`vehicle_makes.name = given.make AND vehicle_models.family = given.family
  AND vehicle_models.generation IS NOT DISTINCT FROM given.generation`

/** Reads models by `modelKey`. */
export async function readListedModels(tx: Transaction, keys: readonly ModelKey[]): Promise<Map<string, ListedModel>> {
  if (keys.length === 0) return new Map()
  const { rows } = await tx.execute<ListedModel>(sql`
    ${listedModels} WHERE EXISTS (SELECT FROM ${asKeys(keys)} WHERE ${isGiven})`)
  return new Map(rows.map((row) => [modelKey(row), row]))
}

/** Lists models behind one, by their ids. */
export async function listModels(db: Database | Transaction, after: number, limit: number): Promise<ListedModel[]> {
  const { rows } = await db.execute<ListedModel>(
    sql`${listedModels} WHERE vehicle_models.id > ${after}::integer ORDER BY vehicle_models.id LIMIT ${limit}`,
  )
  return rows
}

/** Adds models, with makes that the shop does not have, and changes those that it has. */
export async function writeModels(tx: Transaction, models: readonly WrittenModel[]): Promise<void> {
  if (models.length === 0) return
  const given = sql`jsonb_to_recordset(${JSON.stringify(models)}::jsonb) AS given (make text, family text, generation text, kind text,
    "from" smallint, "to" smallint, "isOffered" boolean, engines jsonb, names jsonb)`
  await tx.execute(sql`
    UPDATE vehicle_models SET kind = given.kind, year_from = given."from", year_to = given."to", is_offered = given."isOffered"
    FROM vehicle_makes, ${given} WHERE vehicle_makes.id = make_id AND ${isGiven}`)
  await tx.execute(sql`INSERT INTO vehicle_makes (name) SELECT DISTINCT make FROM ${given} ON CONFLICT DO NOTHING`)
  // Their own addresses follow from their names at once.
  const { rows } = await tx.execute<{ id: number }>(sql`
    INSERT INTO vehicle_models (make_id, family, generation, slug, kind, year_from, year_to, is_offered)
    SELECT vehicle_makes.id, given.family, given.generation, 'new-' || gen_random_uuid(), given.kind, "from", "to", "isOffered"
    FROM ${given} JOIN vehicle_makes ON lower(vehicle_makes.name) = lower(given.make) ON CONFLICT DO NOTHING RETURNING id`)
  const added = rows.map(({ id }) => id)
  await refreshSlugs(tx, added)
  await tx.execute(sql`DELETE FROM vehicle_old_slugs WHERE model_id = ANY (${sql.param(added)}::integer[])`)
  await writeEngines(tx, models)
  await writeNames(tx, models)
}

const modelsOf = (models: readonly ModelKey[]) => sql`
  SELECT vehicle_models.id, make_id, vehicle_models.family, vehicle_models.generation, position - 1 AS index
  FROM jsonb_array_elements(${JSON.stringify(models)}::jsonb) WITH ORDINALITY AS all_given (one, position),
    LATERAL jsonb_to_record(one) AS given (make text, family text, generation text)
    JOIN vehicle_makes ON lower(vehicle_makes.name) = lower(given.make)
    JOIN vehicle_models ON make_id = vehicle_makes.id AND vehicle_models.family = given.family
      AND vehicle_models.generation IS NOT DISTINCT FROM given.generation`

/** Gives models exactly these engines; what is named elsewhere stays. */
async function writeEngines(tx: Transaction, models: readonly WrittenModel[]): Promise<void> {
  const listed = models.filter(({ engines }) => engines !== undefined)
  if (listed.length === 0) return
  const { rows } = await tx.execute<{ id: number; index: number }>(modelsOf(listed))
  const engines = rows.flatMap(({ id, index }) =>
    (listed[Number(index)]?.engines ?? []).map(({ name, detail }) => ({ model: id, name, code: detail })),
  )
  const given = sql`jsonb_to_recordset(${JSON.stringify(engines)}::jsonb) AS given (model integer, name text, code text)`
  await tx.execute(sql`
    DELETE FROM vehicle_engines WHERE model_id = ANY (${sql.param(rows.map(({ id }) => id))}::integer[]) AND NOT EXISTS (
      SELECT FROM ${given} WHERE model = model_id AND given.name = vehicle_engines.name AND given.code IS NOT DISTINCT FROM vehicle_engines.code)`)
  await tx.execute(sql`
    INSERT INTO vehicle_engines (model_id, name, code) SELECT model, name, code FROM ${given} ON CONFLICT DO NOTHING`)
}

/** Gives models exactly these other names. */
async function writeNames(tx: Transaction, models: readonly WrittenModel[]): Promise<void> {
  const listed = models.filter(({ names }) => names !== undefined)
  if (listed.length === 0) return
  const { rows } = await tx.execute<{
    id: number
    make_id: number
    family: string
    generation: string | null
    index: number
  }>(modelsOf(listed))
  const names = rows.flatMap(({ id, make_id: make, family, generation, index }) =>
    (listed[Number(index)]?.names ?? []).map(({ name, detail }) => ({
      key: nameKey(name),
      name,
      make,
      family,
      model: generation === null ? null : id,
      counts: detail ?? 'with-make',
    })),
  )
  const given = sql`jsonb_to_recordset(${JSON.stringify(names)}::jsonb) AS given (key text, name text, make integer, family text, model integer, counts text)`
  await tx.execute(sql`
    DELETE FROM vehicle_names USING vehicle_models
    WHERE vehicle_models.id = ANY (${sql.param(rows.map(({ id }) => id))}::integer[])
      AND vehicle_names.make_id = vehicle_models.make_id AND ${ofModel} AND NOT EXISTS (
        SELECT FROM ${given} WHERE given.key = vehicle_names.key AND given.make = vehicle_names.make_id AND given.name = vehicle_names.name
          AND given.family = vehicle_names.family AND given.model IS NOT DISTINCT FROM vehicle_names.model_id AND given.counts = vehicle_names.counts)`)
  await tx.execute(sql`
    INSERT INTO vehicle_names (key, name, make_id, family, model_id, counts, origin)
    SELECT key, name, make, family, model, counts, 'merchant' FROM ${given} ON CONFLICT DO NOTHING`)
}

/** Returns which of these models have engines that something names, by `modelKey`. */
export async function readUsedEngines(tx: Transaction, keys: readonly ModelKey[]): Promise<Map<string, NamedDetail[]>> {
  if (keys.length === 0) return new Map()
  const { rows } = await tx.execute<ModelKey & { engines: NamedDetail[] } & Record<string, unknown>>(sql`
    SELECT vehicle_makes.name AS make, vehicle_models.family, vehicle_models.generation,
      jsonb_agg(jsonb_build_object('name', vehicle_engines.name, 'detail', code)) AS engines
    FROM ${asKeys(keys)} JOIN vehicle_makes ON vehicle_makes.name = given.make
      JOIN vehicle_models ON vehicle_models.make_id = vehicle_makes.id AND ${isGiven}
      JOIN vehicle_engines ON vehicle_engines.model_id = vehicle_models.id
    WHERE EXISTS (SELECT FROM fitments WHERE fitments.model_id = vehicle_models.id AND engine_id = vehicle_engines.id)
      OR EXISTS (SELECT FROM vehicle_codes WHERE vehicle_codes.model_id = vehicle_models.id AND engine_id = vehicle_engines.id)
      OR EXISTS (SELECT FROM garage_vehicles WHERE garage_vehicles.model_id = vehicle_models.id AND engine_id = vehicle_engines.id)
    GROUP BY 1, 2, 3`)
  return new Map(rows.map((row) => [modelKey(row), row.engines]))
}

/** Removes models that nothing names, and makes of `emptied` that have none left; returns the keys of the others. */
export async function removeModels(
  tx: Transaction,
  keys: readonly ModelKey[],
  emptied: readonly string[],
): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const { rows } = await tx.execute<ModelKey & Record<string, unknown>>(sql`
    DELETE FROM vehicle_models USING vehicle_makes, ${asKeys(keys)}
    WHERE vehicle_makes.id = make_id AND ${isGiven}
      AND NOT EXISTS (SELECT FROM fitments WHERE model_id = vehicle_models.id)
      AND NOT EXISTS (SELECT FROM vehicle_codes WHERE model_id = vehicle_models.id)
      AND NOT EXISTS (SELECT FROM garage_vehicles WHERE model_id = vehicle_models.id)
      AND NOT EXISTS (SELECT FROM fits_phrases WHERE vehicle_models.id = ANY (model_ids))
    RETURNING given.make, given.family, given.generation`)
  const removed = new Set(rows.map(modelKey))
  await tx.execute(sql`
    DELETE FROM vehicle_names USING vehicle_makes, ${asKeys(rows)}
    WHERE vehicle_makes.id = vehicle_names.make_id AND vehicle_makes.name = given.make AND vehicle_names.family = given.family
      AND NOT EXISTS (SELECT FROM vehicle_models WHERE make_id = vehicle_makes.id AND vehicle_models.family = given.family)`)
  await tx.execute(sql`
    DELETE FROM vehicle_makes WHERE name = ANY (${sql.param([...new Set(emptied)])}::text[])
      AND NOT EXISTS (SELECT FROM vehicle_models WHERE make_id = vehicle_makes.id)`)
  return new Set(keys.map(modelKey).filter((key) => !removed.has(key)))
}
