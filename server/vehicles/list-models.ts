import { sql } from 'drizzle-orm'
import type { VehicleModel } from '#contract/vehicles.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { withoutNulls } from '#server/platform/database/without-nulls.ts'
import { modelColumns } from '#server/vehicles/vehicle-columns.ts'

/** Returns models as the wire has them, by id. */
export async function listModels(
  db: Database | Transaction,
  ids: readonly number[],
): Promise<Map<number, VehicleModel>> {
  if (ids.length === 0) return new Map()
  const { rows } = await db.execute<{ id: number } & Record<string, unknown>>(sql`
    SELECT ${modelColumns}
    FROM vehicle_models JOIN vehicle_makes ON vehicle_makes.id = make_id WHERE vehicle_models.id = ANY (${sql.param(ids)}::integer[])`)
  return new Map(rows.map((row) => [row.id, withoutNulls<VehicleModel>(row)]))
}
