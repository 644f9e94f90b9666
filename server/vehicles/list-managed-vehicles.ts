import { sql } from 'drizzle-orm'
import type { MakeDetails, ManagedFamily, ManagedMake, ManagedModel } from '#contract/vehicle-editing.ts'
import { containsWords } from '#server/platform/database/contains-words.ts'
import type { Database } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { byName } from '#server/vehicles/list-vehicles.ts'
import { withoutNulls } from '#server/platform/database/without-nulls.ts'

const makeColumns = sql`
  vehicle_makes.id::text AS "_id", name, is_offered AS "isOffered",
  (SELECT count(*) FROM vehicle_models WHERE make_id = vehicle_makes.id)::integer AS models,
  (SELECT count(DISTINCT product_id) FROM fitments JOIN vehicle_models ON vehicle_models.id = model_id
    WHERE make_id = vehicle_makes.id)::integer AS parts`

/** Lists all makes by name; each word of `q` must be in the name, or in another one that people write. */
export async function listManagedMakes(db: Database, q = ''): Promise<ManagedMake[]> {
  const names = sql`concat_ws(' ', name, (SELECT string_agg(name, ' ') FROM vehicle_names WHERE make_id = vehicle_makes.id AND family IS NULL))`
  const matches = containsWords(names, q)
  const { rows } = await db.execute<ManagedMake & Record<string, unknown>>(sql`
    SELECT ${makeColumns} FROM vehicle_makes ${matches ? sql`WHERE ${matches}` : sql``}`)
  return rows.toSorted(byName)
}

/** Returns a make with all that belongs to it; throws `vehicle-not-found`. */
export async function getManagedMake(db: Database, id: number): Promise<MakeDetails> {
  const { rows: makes } = await db.execute<ManagedMake & Record<string, unknown>>(
    sql`SELECT ${makeColumns} FROM vehicle_makes WHERE id = ${id}::bigint`,
  )
  const [make] = makes
  if (!make) throw problem('vehicle-not-found')
  const { rows: models } = await db.execute<{ family: string } & Record<string, unknown>>(sql`
    SELECT id, family, generation, kind, year_from AS "from", year_to AS "to", is_offered AS "isOffered",
      (SELECT count(DISTINCT product_id) FROM fitments WHERE model_id = vehicle_models.id)::integer AS parts,
      ARRAY(SELECT jsonb_build_object('id', id, 'name', name, 'counts', counts) FROM vehicle_names
        WHERE model_id = vehicle_models.id ORDER BY lower(name), id) AS names,
      ARRAY(SELECT jsonb_strip_nulls(jsonb_build_object('id', id, 'name', name, 'code', code,
          'parts', (SELECT count(DISTINCT product_id) FROM fitments WHERE engine_id = vehicle_engines.id AND model_id = vehicle_models.id)))
        FROM vehicle_engines WHERE model_id = vehicle_models.id ORDER BY name, code) AS engines
    FROM vehicle_models WHERE make_id = ${id}::bigint
    ORDER BY lower(family), family, year_from NULLS FIRST, generation NULLS FIRST`)
  const { rows: names } = await db.execute<
    { family: string | null } & MakeDetails['names'][number] & Record<string, unknown>
  >(sql`
    SELECT id, name, counts, family FROM vehicle_names WHERE make_id = ${id}::bigint AND model_id IS NULL ORDER BY lower(name), id`)
  const namesOf = (family: string | null) => names.flatMap(({ family: of, ...name }) => (of === family ? [name] : []))
  const families = [...Map.groupBy(models, ({ family }) => family)].map(([family, rows]): ManagedFamily => ({
    family,
    names: namesOf(family),
    models: rows.map(({ family: _, ...row }) => withoutNulls<ManagedModel>(row)),
  }))
  return { ...make, names: namesOf(null), families }
}
