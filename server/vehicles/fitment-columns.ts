import { sql } from 'drizzle-orm'
import { firstYear, lastYear } from '#server/vehicles/fit-years.ts'
import { engineAsJson } from '#server/vehicles/vehicle-columns.ts'

/** Selects a row of `fitments` as the wire has it, from `fitmentSources`. */
export const fitmentColumns = sql`
  fitments.model_id AS "modelId", vehicle_makes.name AS make, family, generation, slug, ${firstYear} AS "from", ${lastYear} AS "to",
  built_from::text AS "builtFrom", built_to::text AS "builtTo", position, condition, note,
  CASE WHEN engine_id IS NOT NULL THEN ${engineAsJson} END AS engine`

/** Joins a row with the names of what it lists. */
export const fitmentSources = sql`
  fitments JOIN vehicle_models ON vehicle_models.id = fitments.model_id JOIN vehicle_makes ON vehicle_makes.id = make_id
  LEFT JOIN vehicle_engines ON vehicle_engines.id = engine_id`

/** Orders rows by make, family and year, as they are read. */
export const fitmentOrder = sql`
  lower(vehicle_makes.name), lower(family), ${firstYear} NULLS FIRST, generation, ${lastYear}, vehicle_engines.name, position, fitments.id`
