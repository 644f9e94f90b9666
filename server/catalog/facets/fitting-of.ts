import type { SQL } from 'drizzle-orm'
import type { Query } from '#contract/endpoint.ts'
import type { getFacets } from '#contract/facets.ts'
import { readVehicleAddress } from '#contract/vehicle-address.ts'
import { shownFor } from '#server/vehicles/fit-condition.ts'

/** Builds the ids of what fits the vehicle of a list, as a subquery. */
export const fittingOf = ({
  vehicle,
  universal,
}: Pick<Query<typeof getFacets>, 'vehicle' | 'universal'>): SQL | undefined => {
  const read = vehicle === undefined ? undefined : readVehicleAddress(vehicle)
  return read && shownFor({ vehicles: [read], withUniversal: universal === 'yes' })
}
