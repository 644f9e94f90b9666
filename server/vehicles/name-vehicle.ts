import { sql } from 'drizzle-orm'
import type { VehicleEngine } from '#contract/vehicles.ts'
import type { Database } from '#server/platform/database/database.ts'
import { withoutNulls } from '#server/platform/database/without-nulls.ts'
import { matchEngines } from '#server/vehicles/match-engines.ts'
import type { LineVehicle } from '#server/vehicles/read-line.ts'
import { engineColumns } from '#server/vehicles/vehicle-columns.ts'

/** Reads the engines of models by the ids of these; takes no statement for none. */
export async function readEnginesOf(db: Database, modelIds: readonly number[]): Promise<Map<number, VehicleEngine[]>> {
  if (modelIds.length === 0) return new Map()
  const { rows } = await db.execute<{ modelId: number; id: number } & Record<string, unknown>>(sql`
    SELECT model_id AS "modelId", ${engineColumns} FROM vehicle_engines
    WHERE model_id = ANY (${sql.param([...new Set(modelIds)])}::integer[]) ORDER BY name, id`)
  return new Map(
    [...Map.groupBy(rows, ({ modelId }) => modelId)].map(([id, ofModel]) => [
      id,
      ofModel.map(({ modelId: _, ...engine }) => withoutNulls<VehicleEngine>(engine)),
    ]),
  )
}

/**
 * Names a vehicle of a line, such as `2013 Kia Sorento 2.4 GDI`. The engine keeps its words if the shop knows several like it, or none of
 * the model; one that is unlike all of the model is no part of the name.
 */
export function nameVehicle(
  { year, make, family, generation, engine: typed }: LineVehicle,
  engines: readonly VehicleEngine[],
): { name: string; engine: VehicleEngine | null; unused: string[] } {
  const matching = typed === null ? [] : matchEngines(engines, typed)
  const engine = (matching.length === 1 ? matching[0] : undefined) ?? null
  const isUnused = typed !== null && engines.length > 0 && matching.length === 0
  const name = [year, make, family, generation, engine?.name ?? (isUnused ? null : typed)].filter(Boolean).join(' ')
  return { name, engine, unused: isUnused ? [typed] : [] }
}
