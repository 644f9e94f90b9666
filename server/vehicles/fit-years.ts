import { sql } from 'drizzle-orm'

/** The first year of a row of `fitments`: without one, that of its model, unless the row ends before it. As SQL that names `vehicle_models`. */
export const firstYear = sql`coalesce(fitments.year_from,
  CASE WHEN fitments.year_to IS NULL OR vehicle_models.year_from <= fitments.year_to THEN vehicle_models.year_from END)`

/** The last year of a row, in the same way. */
export const lastYear = sql`coalesce(fitments.year_to,
  CASE WHEN fitments.year_from IS NULL OR vehicle_models.year_to >= fitments.year_from THEN vehicle_models.year_to END)`
