import { sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/platform/database/database.ts'

/** Holds what a former id leads to; of models, also what the open ends of their rows became. */
interface Successor {
  now: number
  from: number | null
  to: number | null
}

export interface Successors {
  model: (id: number) => Successor
  engine: (id: number) => number
}

/** Returns what leads from ids of before a merge to those of now; an id of now leads to itself. */
export async function readSuccessors(
  db: Database | Transaction,
  ids: { models: readonly number[]; engines: readonly number[] },
): Promise<Successors> {
  const asked = (all: readonly number[]) => sql`${sql.param([...new Set(all)])}::integer[]`
  const { rows } = await db.execute<Successor & { id: number; isModel: boolean } & Record<string, unknown>>(sql`
    SELECT id, true AS "isModel", model_id AS now, year_from AS "from", year_to AS "to" FROM vehicle_merged_models WHERE id = ANY (${asked(ids.models)})
    UNION ALL SELECT id, false, engine_id, NULL, NULL FROM vehicle_merged_engines WHERE id = ANY (${asked(ids.engines)})`)
  const find = (id: number, isModel: boolean) => rows.find((row) => row.id === id && row.isModel === isModel)
  return {
    model: (id) => find(id, true) ?? { now: id, from: null, to: null },
    engine: (id) => find(id, false)?.now ?? id,
  }
}

/** Returns vehicles by the ids of now. */
export async function followMerges<Vehicle extends { modelId: number; engineId?: number | undefined }>(
  db: Database | Transaction,
  vehicles: readonly Vehicle[],
): Promise<Vehicle[]> {
  const { model, engine } = await readSuccessors(db, {
    models: vehicles.map(({ modelId }) => modelId),
    engines: vehicles.flatMap(({ engineId }) => engineId ?? []),
  })
  return vehicles.map((vehicle) => ({
    ...vehicle,
    modelId: model(vehicle.modelId).now,
    ...(vehicle.engineId !== undefined && { engineId: engine(vehicle.engineId) }),
  }))
}

/** The id of now of a model, as SQL. */
export const presentModel = (id: number) =>
  sql`coalesce((SELECT model_id FROM vehicle_merged_models WHERE id = ${id}::bigint), ${id}::bigint)`

/** The id of now of an engine, as SQL. */
export const presentEngine = (id: number | undefined) =>
  sql`coalesce((SELECT engine_id FROM vehicle_merged_engines WHERE id = ${id ?? null}::bigint), ${id ?? null}::bigint)`
