import { and, eq, sql } from 'drizzle-orm'
import { type GarageInput, type GarageVehicle, maxGarageVehicles } from '#contract/garage.ts'
import { lockUser } from '#server/accounts/lock-user.ts'
import { type Database, type Transaction, violatedConstraint } from '#server/platform/database/database.ts'
import { newId, parseId } from '#server/platform/ids.ts'
import { problem } from '#server/platform/http/problem.ts'
import { followMerges } from '#server/vehicles/follow-merges.ts'
import { checkBuilt } from '#server/vehicles/judge-products.ts'
import { garageVehicles } from '#server/vehicles/vehicles.tables.ts'
import { withoutNulls } from '#server/platform/database/without-nulls.ts'

/** Lists the vehicles of a buyer by name and plate; those without either come last, by what they are. */
export async function listGarage(db: Database | Transaction, userId: string): Promise<GarageVehicle[]> {
  const { rows } = await db.execute<Record<string, unknown> & { vehicle: Record<string, unknown> }>(sql`
    SELECT garage_vehicles.id AS _id, garage_vehicles.name, plate, vin, jsonb_build_object('modelId', vehicle_models.id, 'year', year,
      'built', built, 'engineId', engine_id,
      'name', concat_ws(' ', year, vehicle_makes.name, family, generation, vehicle_engines.name)) AS vehicle
    FROM garage_vehicles JOIN vehicle_models ON vehicle_models.id = garage_vehicles.model_id
      JOIN vehicle_makes ON vehicle_makes.id = make_id LEFT JOIN vehicle_engines ON vehicle_engines.id = engine_id
    WHERE user_id = ${userId}
    ORDER BY nullif(lower(garage_vehicles.name), '') NULLS LAST, nullif(plate, '') NULLS LAST, lower(vehicle_makes.name), lower(family), year, created_at, _id`)
  return rows.map((row) => ({ ...row, vehicle: withoutNulls(row.vehicle) }) as unknown as GarageVehicle)
}

/** Adds vehicles to those of a buyer, but not what is there already, and lists them. Throws `garage-full`, `vehicle-not-found` and `built-outside-year`. */
export const addToGarage = (db: Database, userId: string, vehicles: readonly GarageInput[]): Promise<GarageVehicle[]> =>
  knownOnly(() =>
    db.transaction(async (tx) => {
      await lockUser(tx, userId)
      const kept = await tx.select().from(garageVehicles).where(eq(garageVehicles.userId, userId))
      const rows = kept.map((row) => ({ ...row, isNew: false }))
      for (const vehicle of (await followMerges(tx, vehicles)).map(readInput)) {
        const isThere = rows.some(
          (row) =>
            row.modelId === vehicle.modelId &&
            row.year === vehicle.year &&
            row.engineId === vehicle.engineId &&
            row.vin === vehicle.vin &&
            // Vans of one kind are told apart by their plates.
            (vehicle.plate === '' || row.plate === vehicle.plate),
        )
        if (!isThere) rows.push({ ...vehicle, id: newId(), userId, createdAt: new Date(), isNew: true })
      }
      if (rows.length > maxGarageVehicles) throw problem('garage-full', { limit: maxGarageVehicles })
      const added = rows.filter(({ isNew }) => isNew).map(({ isNew: _, ...row }) => row)
      if (added.length > 0) await tx.insert(garageVehicles).values(added)
      return listGarage(tx, userId)
    }),
  )

/** Replaces a vehicle of a buyer; throws `garage-vehicle-not-found`, `vehicle-not-found` and `built-outside-year`. */
export async function updateGarageVehicle(db: Database, userId: string, id: string, input: GarageInput): Promise<void> {
  const rows = await knownOnly(async () => {
    const [vehicle = input] = await followMerges(db, [input])
    return db
      .update(garageVehicles)
      .set(readInput(vehicle))
      .where(isOwn(userId, id))
      .returning({ id: garageVehicles.id })
  })
  if (rows.length === 0) throw problem('garage-vehicle-not-found')
}

/** Deletes a vehicle of a buyer; throws `garage-vehicle-not-found`. */
export async function deleteGarageVehicle(db: Database, userId: string, id: string): Promise<void> {
  const rows = await db.delete(garageVehicles).where(isOwn(userId, id)).returning({ id: garageVehicles.id })
  if (rows.length === 0) throw problem('garage-vehicle-not-found')
}

const isOwn = (userId: string, id: string) =>
  and(eq(garageVehicles.userId, userId), eq(garageVehicles.id, parseId(id, 'garage-vehicle-not-found')))

function readInput(input: GarageInput) {
  checkBuilt(input)
  const { modelId, year, built, engineId, name, plate, vin } = input
  return {
    modelId,
    year,
    built: built ?? null,
    engineId: engineId ?? null,
    name: name?.trim() ?? '',
    plate: upperCase(plate?.trim().replaceAll(/\s+/g, ' ') ?? ''),
    vin: upperCase(vin?.replaceAll(/[\s-]/g, '') ?? ''),
  }
}

/** Returns a text of the same length in capitals: a letter such as `ß`, which would become two, stays. */
const upperCase = (text: string) =>
  text.replaceAll(/\p{L}/gu, (letter) => {
    const capital = letter.toUpperCase()
    return capital.length === letter.length ? capital : letter
  })

/** Turns the absence of a model or an engine into a refusal. */
async function knownOnly<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if (violatedConstraint(error)?.startsWith('garage_vehicles_model_id')) throw problem('vehicle-not-found')
    throw error
  }
}
