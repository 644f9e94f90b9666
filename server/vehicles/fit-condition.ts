import { type SQL, sql } from 'drizzle-orm'
import type { ListedVehicle } from '#contract/vehicle-address.ts'
import type { ChosenVehicle } from '#contract/chosen-vehicle.ts'

const daysOf = ({ year, built }: ChosenVehicle) => (built ? [built, built] : [`${year}-01-01`, `${year}-12-31`])

/**
 * Builds the condition that a row of `fitments` holds for a vehicle, or may hold, as `holdsFor` of the contract. Written so that the planner
 * knows how many rows that is.
 */
function mayHold(vehicle: ChosenVehicle): SQL {
  const { year, engineId } = vehicle
  const [first, last] = daysOf(vehicle)
  // An empty end is that of the model, unless the row's other end contradicts it, as `firstYear` and `lastYear` have it.
  const own = (end: 'from' | 'to') =>
    sql`coalesce((SELECT year_${sql.raw(end)} FROM vehicle_models WHERE vehicle_models.id = ${vehicle.modelId}), ${year})`
  return sql`(fitments.year_from <= ${year} OR fitments.year_from IS NULL AND (${own('from')} <= ${year} OR fitments.year_to < ${own('from')}))
    AND (fitments.year_to >= ${year} OR fitments.year_to IS NULL AND (${own('to')} >= ${year} OR fitments.year_from > ${own('to')}))
    AND (fitments.built_from IS NULL OR fitments.built_from <= ${last}::date) AND (fitments.built_to IS NULL OR fitments.built_to >= ${first}::date)
    ${engineId === undefined ? sql`` : sql`AND (fitments.engine_id IS NULL OR fitments.engine_id = ${engineId})`}`
}

/** Builds the condition that a row that may hold does so for certain. */
function isCertain(vehicle: ChosenVehicle): SQL {
  const [first, last] = daysOf(vehicle)
  return sql`fitments.condition IS NULL ${vehicle.engineId === undefined ? sql`AND fitments.engine_id IS NULL` : sql``}
    AND (fitments.built_from IS NULL OR fitments.built_from <= ${first}::date) AND (fitments.built_to IS NULL OR fitments.built_to >= ${last}::date)`
}

/** Builds the ids of the products that list a vehicle, certainly or under a condition, as a subquery; without a year, of any year. */
export const listedFor = ({ year, ...vehicle }: ListedVehicle): SQL => sql`(
  SELECT fitments.product_id FROM fitments WHERE fitments.model_id = ${vehicle.modelId}
    ${year === undefined ? sql`` : sql`AND ${mayHold({ ...vehicle, year })}`})`

/** Describes whose parts a list shows: those of one of the vehicles, and universal ones, if wanted. */
export interface VehiclesOfList {
  vehicles: readonly ListedVehicle[]
  withUniversal: boolean
}

/** Builds the ids of the products that a list for vehicles shows, as a subquery. */
export function shownFor({ vehicles, withUniversal }: VehiclesOfList): SQL {
  const universal = sql`(SELECT products.id FROM products WHERE fit_kind = 'universal' AND archived_at IS NULL)`
  const all = [...vehicles.map(listedFor), ...(withUniversal ? [universal] : [])]
  // Not UNION ALL, of which the planner expects 200 rows.
  return sql`(SELECT * FROM (${sql.join(all, sql` UNION `)}) shown)`
}

/** Builds the ids of the products that fit a vehicle for certain by a row, as a subquery. */
export const fittingFor = (vehicle: ChosenVehicle): SQL => sql`(
  SELECT fitments.product_id FROM fitments
  WHERE fitments.model_id = ${vehicle.modelId} AND ${mayHold(vehicle)} AND ${isCertain(vehicle)})`
