import type { listTools } from '#contract/catalog.ts'
import type { Query } from '#contract/endpoint.ts'
import { findProductsByNumber } from '#server/catalog/search/read-search.ts'
import type { Database } from '#server/platform/database/database.ts'
import { readTypedVehicle, type TypedVehicle } from '#server/vehicles/read-typed-vehicle.ts'

/**
 * Reads the vehicle out of a search, unless the list has one or only words are wanted. A part number is never a vehicle: with
 * separators, as `95-06-113`, it may look like one.
 */
export async function readVehicle(
  db: Database,
  { q, vehicle, words }: Pick<Query<typeof listTools>, 'q' | 'vehicle' | 'words'>,
): Promise<TypedVehicle | undefined> {
  if (!q?.trim() || vehicle !== undefined || words === 'only') return undefined
  const read = await readTypedVehicle(db, q)
  return read && (await findProductsByNumber(db, q)).length === 0 ? read : undefined
}
