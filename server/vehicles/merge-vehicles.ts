import { sql } from 'drizzle-orm'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import {
  editVehicles,
  getMake,
  getModel,
  keepName,
  type ModelRow,
  nameOfModel,
  readModels,
  refreshSlugs,
} from '#server/vehicles/edit-vehicles.ts'

/** Makes a model a part of another one of any make: its parts, names, codes, engines and buyers' vehicles follow, and its address leads there. */
export const mergeModel = (db: Database, id: number, into: number, by: AuditActor): Promise<void> =>
  editVehicles(db, '', async (tx) => {
    const [from, to] = [await getModel(tx, id), await getModel(tx, into)]
    if (from.id === to.id) throw problem('merge-with-itself')
    await mergeModels(tx, from, to)
    await recordAuditEvent(tx, by, {
      kind: 'vehicle-merged',
      subject: { type: 'vehicle', id: nameOfModel(from) },
      before: { name: nameOfModel(from) },
      after: { name: nameOfModel(to) },
    })
  })

/** Gives the models of a make to another one; those of the same name are merged. */
export const mergeMake = (db: Database, id: number, into: number, by: AuditActor): Promise<void> =>
  editVehicles(db, '', async (tx) => {
    const [from, to] = [await getMake(tx, id), await getMake(tx, into)]
    if (from.id === to.id) throw problem('merge-with-itself')
    await spellFamiliesAlike(tx, from.id, to.id)
    const keyOf = ({ family, generation }: ModelRow) => `${family.toLowerCase()}|${generation?.toLowerCase() ?? ''}`
    const known = new Map((await readModels(tx, sql`make_id = ${to.id}`)).map((model) => [keyOf(model), model]))
    const moved: number[] = []
    for (const model of await readModels(tx, sql`make_id = ${from.id}`)) {
      const other = known.get(keyOf(model))
      if (other) await mergeModels(tx, model, other)
      else moved.push(model.id)
    }
    await tx.execute(sql`UPDATE vehicle_models SET make_id = ${to.id} WHERE make_id = ${from.id}`)
    await refreshSlugs(tx, moved)
    await tx.execute(sql`
      INSERT INTO vehicle_names (key, name, make_id, family, model_id, counts, origin)
      SELECT key, name, ${to.id}, family, model_id, counts, origin FROM vehicle_names WHERE make_id = ${from.id} ON CONFLICT DO NOTHING`)
    await keepName(tx, from.name, { makeId: to.id, family: null, modelId: null })
    await tx.execute(sql`DELETE FROM vehicle_makes WHERE id = ${from.id}`)
    await recordAuditEvent(tx, by, {
      kind: 'vehicle-merged',
      subject: { type: 'vehicle', id: from.name },
      before: { name: from.name },
      after: { name: to.name },
    })
  })

/** Spells the families of a make as another one does, which has them in other letters. */
async function spellFamiliesAlike(tx: Transaction, makeId: number, into: number): Promise<void> {
  const alike = sql`(SELECT DISTINCT ON (lower(family)) family AS spelled FROM vehicle_models WHERE make_id = ${into} ORDER BY lower(family), id) alike`
  await tx.execute(sql`
    UPDATE vehicle_models SET family = spelled FROM ${alike}
    WHERE make_id = ${makeId} AND lower(family) = lower(spelled) AND family <> spelled AND NOT EXISTS (
      SELECT FROM vehicle_models twin WHERE twin.make_id = ${makeId} AND twin.id <> vehicle_models.id
        AND lower(twin.family) = lower(spelled) AND twin.generation IS NOT DISTINCT FROM vehicle_models.generation)`)
  await tx.execute(sql`
    INSERT INTO vehicle_names (key, name, make_id, family, model_id, counts, origin)
    SELECT key, name, make_id, spelled, model_id, counts, origin FROM vehicle_names JOIN ${alike} ON lower(family) = lower(spelled)
    WHERE make_id = ${makeId} AND family <> spelled ON CONFLICT DO NOTHING`)
  await tx.execute(sql`
    DELETE FROM vehicle_names USING ${alike} WHERE make_id = ${makeId} AND lower(family) = lower(spelled) AND family <> spelled`)
}

async function mergeModels(tx: Transaction, from: ModelRow, to: ModelRow): Promise<void> {
  await tx.execute(sql`
    INSERT INTO vehicle_engines (model_id, name, code, litres, fuel, kw, year_from, year_to)
    SELECT ${to.id}, name, code, litres, fuel, kw, year_from, year_to FROM vehicle_engines WHERE model_id = ${from.id} ON CONFLICT DO NOTHING`)
  const sameEngine = sql`(
    SELECT other.id FROM vehicle_engines own JOIN vehicle_engines other
      ON other.model_id = ${to.id} AND other.name = own.name AND other.code IS NOT DISTINCT FROM own.code
    WHERE own.id = engine_id)`
  // Rows for all years of one model are not for all those of another.
  const first = from.from === to.from ? null : from.from
  const last = from.to === to.to ? null : from.to
  await tx.execute(sql`
    INSERT INTO fitments (product_id, model_id, year_from, year_to, built_from, built_to, engine_id, position, condition, note, origin)
    SELECT product_id, ${to.id}, coalesce(year_from, CASE WHEN year_to IS NULL OR ${first}::smallint <= year_to THEN ${first}::smallint END),
      coalesce(year_to, CASE WHEN year_from IS NULL OR ${last}::smallint >= year_from THEN ${last}::smallint END), built_from, built_to, ${sameEngine}, position, condition, note, origin
    FROM fitments WHERE model_id = ${from.id} ORDER BY id ON CONFLICT DO NOTHING`)
  await tx.execute(sql`DELETE FROM fitments WHERE model_id = ${from.id}`)
  await tx.execute(
    sql`UPDATE vehicle_codes SET engine_id = ${sameEngine}, model_id = ${to.id} WHERE model_id = ${from.id}`,
  )
  await tx.execute(
    sql`UPDATE garage_vehicles SET engine_id = ${sameEngine}, model_id = ${to.id} WHERE model_id = ${from.id}`,
  )
  await tx.execute(sql`
    UPDATE fits_phrases SET model_ids = ARRAY(SELECT DISTINCT unnest(array_replace(model_ids, ${from.id}, ${to.id})) ORDER BY 1)
    WHERE ${from.id} = ANY (model_ids)`)
  await tx.execute(sql`
    INSERT INTO vehicle_names (key, name, make_id, family, model_id, counts, origin)
    SELECT key, name, ${to.makeId}, ${to.family}, ${to.id}, counts, origin FROM vehicle_names WHERE model_id = ${from.id}
    ON CONFLICT DO NOTHING`)
  if (from.generation !== null)
    await keepName(tx, from.generation, { makeId: to.makeId, family: to.family, modelId: to.id })
  await tx.execute(sql`UPDATE vehicle_old_slugs SET model_id = ${to.id} WHERE model_id = ${from.id}`)
  await tx.execute(sql`UPDATE vehicle_merged_engines SET engine_id = ${sameEngine}
    WHERE engine_id IN (SELECT id FROM vehicle_engines WHERE model_id = ${from.id})`)
  await tx.execute(sql`
    INSERT INTO vehicle_merged_engines (id, engine_id)
    SELECT engine_id, ${sameEngine} FROM (SELECT id AS engine_id FROM vehicle_engines WHERE model_id = ${from.id}) engines`)
  await tx.execute(sql`
    UPDATE vehicle_merged_models SET model_id = ${to.id}, year_from = coalesce(year_from, ${first}::smallint),
      year_to = coalesce(year_to, ${last}::smallint) WHERE model_id = ${from.id}`)
  await tx.execute(sql`
    INSERT INTO vehicle_merged_models (id, model_id, year_from, year_to) VALUES (${from.id}, ${to.id}, ${first}, ${last})`)
  await tx.execute(sql`DELETE FROM vehicle_models WHERE id = ${from.id}`)
  await moveFamilyNames(tx, from, to)
  await tx.execute(sql`
    INSERT INTO vehicle_old_slugs (slug, model_id) VALUES (${from.slug}, ${to.id}) ON CONFLICT (slug) DO UPDATE SET model_id = excluded.model_id`)
}

/** Gives the names of a family without models any more to the family that it was merged into. */
async function moveFamilyNames(tx: Transaction, from: ModelRow, to: ModelRow): Promise<void> {
  if (from.makeId === to.makeId && from.family === to.family) return
  const { rows } = await tx.execute(
    sql`SELECT FROM vehicle_models WHERE make_id = ${from.makeId} AND family = ${from.family} LIMIT 1`,
  )
  if (rows.length > 0) return
  await tx.execute(sql`
    INSERT INTO vehicle_names (key, name, make_id, family, counts, origin)
    SELECT key, name, ${to.makeId}, ${to.family}, counts, origin FROM vehicle_names
    WHERE make_id = ${from.makeId} AND family = ${from.family} AND model_id IS NULL ON CONFLICT DO NOTHING`)
  await tx.execute(
    sql`DELETE FROM vehicle_names WHERE make_id = ${from.makeId} AND family = ${from.family} AND model_id IS NULL`,
  )
  await keepName(tx, from.family, { makeId: to.makeId, family: to.family, modelId: null })
}
