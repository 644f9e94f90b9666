import { type SQL, sql } from 'drizzle-orm'
import type { Query } from '#contract/endpoint.ts'
import type { Facets, getFacets } from '#contract/facets.ts'
import { readVehicleAddress } from '#contract/vehicle-address.ts'
import type { Database } from '#server/platform/database/database.ts'
import { shownFor } from '#server/vehicles/fit-condition.ts'
import { findVehicle } from '#server/vehicles/judge-products.ts'

/** Holds the ids of what fits the vehicle of a list, as a subquery, and its name; `unknown` if the shop does not know it. */
export interface Fitting extends Pick<Facets, 'vehicle' | 'unknown'> {
  fitting?: SQL
}

/** Finds the vehicle of a list; one that the shop does not know fits nothing. */
export async function findFitting(
  db: Database,
  { vehicle: address, universal }: Pick<Query<typeof getFacets>, 'vehicle' | 'universal'>,
): Promise<Fitting> {
  if (address === undefined) return {}
  const read = readVehicleAddress(address)
  const vehicle = read && (await findVehicle(db, read))
  if (!vehicle) return { fitting: sql`(SELECT NULL::uuid WHERE false)`, unknown: [`vehicle:${address}`] }
  return { fitting: shownFor({ vehicles: [vehicle], withUniversal: universal === 'yes' }), vehicle }
}
