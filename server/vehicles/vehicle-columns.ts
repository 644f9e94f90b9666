import { type SQL, sql } from 'drizzle-orm'

/** Selects a model as the wire has it, from `vehicle_models` and `vehicle_makes`. */
export const modelColumns = sql`
  vehicle_models.id, make_id AS "makeId", vehicle_makes.name AS make, family, generation, slug, kind,
  vehicle_models.year_from AS "from", vehicle_models.year_to AS "to"`

/** Selects a row of `vehicle_engines` as the wire has it. */
export const engineColumns = sql`
  vehicle_engines.id, vehicle_engines.name, code, vehicle_engines.year_from AS "from", vehicle_engines.year_to AS "to"`

/** Builds the same engine as JSON. */
export const engineAsJson: SQL = sql`jsonb_strip_nulls(jsonb_build_object('id', vehicle_engines.id, 'name', vehicle_engines.name,
  'code', vehicle_engines.code, 'from', vehicle_engines.year_from, 'to', vehicle_engines.year_to))`
