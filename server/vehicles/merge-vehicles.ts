import { sql } from 'drizzle-orm'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import {
  editVehicles,
  getMake,
  getModel,
  type ModelRow,
  nameOfModel,
  readModels,
  refreshSlugs,
} from '#server/vehicles/edit-vehicles.ts'
import { nameKey } from '#server/vehicles/vehicle-names.ts'

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

async function mergeModels(tx: Transaction, from: ModelRow, to: ModelRow): Promise<void> {
  await tx.execute(sql`
    INSERT INTO vehicle_engines (model_id, name, code, litres, fuel, kw, year_from, year_to)
    SELECT ${to.id}, name, code, litres, fuel, kw, year_from, year_to FROM vehicle_engines WHERE model_id = ${from.id} ON CONFLICT DO NOTHING`)
  const sameEngine = sql`(
    SELECT other.id FROM vehicle_engines own JOIN vehicle_engines other
      ON other.model_id = ${to.id} AND other.name = own.name AND other.code IS NOT DISTINCT FROM own.code
    WHERE own.id = engine_id)`
  // Rows for all years of one model are not for all those of another.
  const yearFrom = from.from === to.from ? sql`year_from` : sql`coalesce(year_from, ${from.from}::smallint)`
  const yearTo = from.to === to.to ? sql`year_to` : sql`coalesce(year_to, ${from.to}::smallint)`
  await tx.execute(sql`
    INSERT INTO fitments (product_id, model_id, year_from, year_to, built_from, built_to, engine_id, position, condition, note, origin)
    SELECT product_id, ${to.id}, ${yearFrom}, ${yearTo}, built_from, built_to, ${sameEngine}, position, condition, note, origin
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
  await tx.execute(sql`DELETE FROM vehicle_models WHERE id = ${from.id}`)
  await tx.execute(sql`
    INSERT INTO vehicle_old_slugs (slug, model_id) VALUES (${from.slug}, ${to.id}) ON CONFLICT (slug) DO UPDATE SET model_id = excluded.model_id`)
}

/** Keeps the name of what is merged as one that people write. */
async function keepName(
  tx: Transaction,
  name: string,
  { makeId, family, modelId }: { makeId: number; family: string | null; modelId: number | null },
): Promise<void> {
  const key = nameKey(name)
  if (key === '') return
  await tx.execute(sql`
    INSERT INTO vehicle_names (key, name, make_id, family, model_id, origin)
    VALUES (${key}, ${name}, ${makeId}, ${family}, ${modelId}, 'merchant') ON CONFLICT DO NOTHING`)
}
