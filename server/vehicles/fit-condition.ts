import { type SQL, sql } from 'drizzle-orm'
import type { ListedVehicle } from '#contract/vehicle-address.ts'
import type { ChosenVehicle } from '#contract/vehicles.ts'

/** Builds what a row of `fitments` says of a vehicle: true, false, or null if that depends on what is not known of it. As `holdsFor` in the contract. */
function holds({ year, built, engineId }: ChosenVehicle): SQL {
  const [first, last] = built ? [built, built] : [`${year}-01-01`, `${year}-12-31`]
  return sql`(
    coalesce(fitments.year_from <= ${year}, true) AND coalesce(${year} <= fitments.year_to, true)
    AND coalesce(fitments.built_from <= ${last}::date, true) AND coalesce(${first}::date <= fitments.built_to, true)
    AND (coalesce(fitments.built_from <= ${first}::date, true) AND coalesce(${last}::date <= fitments.built_to, true) OR NULL)
    AND (fitments.engine_id IS NULL OR ${engineId === undefined ? sql`NULL` : sql`fitments.engine_id = ${engineId}`})
    AND (fitments.condition IS NULL OR NULL))`
}

/** Builds the ids of the products that list a vehicle, certainly or under a condition, as a subquery; without a year, of any year. */
export const listedFor = ({ year, ...vehicle }: ListedVehicle): SQL => sql`(
  SELECT fitments.product_id FROM fitments WHERE fitments.model_id = ${vehicle.modelId}
    ${year === undefined ? sql`` : sql`AND ${holds({ ...vehicle, year })} IS NOT FALSE`})`

/** Describes whose parts a list shows: those of one of the vehicles, and universal ones, if wanted. */
export interface VehiclesOfList {
  vehicles: readonly ListedVehicle[]
  withUniversal: boolean
}

/** Builds the ids of the products that a list for vehicles shows, as a subquery. */
export function shownFor({ vehicles, withUniversal }: VehiclesOfList): SQL {
  const universal = sql`(SELECT products.id FROM products WHERE fit_kind = 'universal' AND archived_at IS NULL)`
  const all = [...vehicles.map(listedFor), ...(withUniversal ? [universal] : [])]
  return sql`(SELECT * FROM (${sql.join(all, sql` UNION ALL `)}) shown)`
}

/** Builds the ids of the products that fit a vehicle for certain by a row, as a subquery. */
export const fittingFor = (vehicle: ChosenVehicle): SQL => sql`(
  SELECT fitments.product_id FROM fitments WHERE fitments.model_id = ${vehicle.modelId} AND ${holds(vehicle)})`
