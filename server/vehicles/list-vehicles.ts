import { sql } from 'drizzle-orm'
import type { VehicleEngine, VehicleMake, VehicleModel } from '#contract/vehicles.ts'
import type { Database } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { presentModel } from '#server/vehicles/follow-merges.ts'
import { engineColumns, modelColumns } from '#server/vehicles/vehicle-columns.ts'
import { withoutNulls } from '#server/platform/database/without-nulls.ts'

/** Returns the makes that are offered, by name. */
export async function listMakes(db: Database): Promise<VehicleMake[]> {
  const { rows } = await db.execute<VehicleMake & Record<string, unknown>>(
    sql`SELECT id, name FROM vehicle_makes WHERE is_offered`,
  )
  return rows.toSorted(byName)
}

const { compare } = new Intl.Collator('en')

/** Compares names as English and German sort them, whatever the database does: Škoda stands before Volvo. */
export const byName = (one: { name: string }, other: { name: string }): number => compare(one.name, other.name)

/** Returns what is offered of a make, by family and year; throws `vehicle-not-found`. */
export async function listModels(db: Database, makeId: number): Promise<VehicleModel[]> {
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    SELECT ${modelColumns}
    FROM vehicle_makes LEFT JOIN vehicle_models ON make_id = vehicle_makes.id AND vehicle_models.is_offered
    WHERE vehicle_makes.id = ${makeId}::bigint ORDER BY lower(family), year_from NULLS FIRST, generation NULLS FIRST`)
  if (rows.length === 0) throw problem('vehicle-not-found')
  return rows.filter(({ id }) => id !== null).map((row) => withoutNulls<VehicleModel>(row))
}

/** Returns the engines of a model; throws `vehicle-not-found`. */
export async function listEngines(db: Database, modelId: number): Promise<VehicleEngine[]> {
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    SELECT ${engineColumns}
    FROM vehicle_models LEFT JOIN vehicle_engines ON model_id = vehicle_models.id
    WHERE vehicle_models.id = ${presentModel(modelId)} ORDER BY name, code`)
  if (rows.length === 0) throw problem('vehicle-not-found')
  return rows.filter(({ id }) => id !== null).map((row) => withoutNulls<VehicleEngine>(row))
}

/** Returns the offered model with this address or former address; throws `vehicle-not-found`. */
export async function findModelByAddress(db: Database, slug: string): Promise<VehicleModel> {
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    SELECT ${modelColumns}
    FROM vehicle_models JOIN vehicle_makes ON vehicle_makes.id = make_id
    WHERE vehicle_models.is_offered AND vehicle_makes.is_offered AND vehicle_models.id = coalesce(
      (SELECT id FROM vehicle_models WHERE slug = ${slug}), (SELECT model_id FROM vehicle_old_slugs WHERE slug = ${slug}))`)
  const [row] = rows
  if (!row) throw problem('vehicle-not-found')
  return withoutNulls<VehicleModel>(row)
}
