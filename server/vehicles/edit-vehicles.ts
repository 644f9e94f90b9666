import { type SQL, sql } from 'drizzle-orm'
import type { Body } from '#contract/endpoint.ts'
import type { addVehicleModel, updateVehicleMake, updateVehicleModel } from '#contract/vehicle-editing.ts'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { type Database, type Transaction, violatedConstraint } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { lockVehicles } from '#server/vehicles/find-vehicles.ts'
import { modelSlug } from '#server/vehicles/seed-vehicles.ts'
import { modelColumns } from '#server/vehicles/vehicle-columns.ts'
import { nameKey, namesOfGeneration } from '#server/vehicles/vehicle-names.ts'

export interface MakeRow {
  id: number
  name: string
  isOffered: boolean
  [column: string]: unknown
}

export interface ModelRow {
  id: number
  makeId: number
  make: string
  family: string
  generation: string | null
  slug: string
  kind: string
  from: number | null
  to: number | null
  isOffered: boolean
  [column: string]: unknown
}

export async function getMake(tx: Transaction, id: number): Promise<MakeRow> {
  const { rows } = await tx.execute<MakeRow>(
    sql`SELECT id, name, is_offered AS "isOffered" FROM vehicle_makes WHERE id = ${id}::bigint FOR UPDATE`,
  )
  if (!rows[0]) throw problem('vehicle-not-found')
  return rows[0]
}

export async function readModels(tx: Transaction, which: SQL): Promise<ModelRow[]> {
  const { rows } = await tx.execute<ModelRow>(sql`
    SELECT ${modelColumns},
      vehicle_models.is_offered AS "isOffered"
    FROM vehicle_models JOIN vehicle_makes ON vehicle_makes.id = make_id WHERE ${which} ORDER BY vehicle_models.id FOR UPDATE OF vehicle_models`)
  return rows
}

export async function getModel(tx: Transaction, id: number): Promise<ModelRow> {
  const [model] = await readModels(tx, sql`vehicle_models.id = ${id}::bigint`)
  if (!model) throw problem('vehicle-not-found')
  return model
}

export const nameOfModel = ({ make, family, generation }: Pick<ModelRow, 'make' | 'family' | 'generation'>): string =>
  [make, family, generation].filter(Boolean).join(' ')

const constraints = ['vehicle_makes_name', 'vehicle_models_name', 'vehicle_names_target', 'vehicle_engines_name']

/** Runs a change of vehicles, beside no other one; a name that is taken is `vehicle-name-taken`. */
export const editVehicles = <Result>(
  db: Database,
  name: string,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> =>
  db
    .transaction(async (tx) => {
      await lockVehicles(tx)
      return work(tx)
    })
    .catch((error: unknown) => {
      throw constraints.includes(violatedConstraint(error) ?? '') ? problem('vehicle-name-taken', { name }) : error
    })

/** Gives models the addresses of their present names; the former ones lead to them from now on. */
export async function refreshSlugs(tx: Transaction, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const models = await readModels(tx, sql`vehicle_models.id = ANY (${sql.param(ids)}::integer[])`)
  const words = models.map(({ make, family, generation }) => modelSlug(make, family, generation) || 'vehicle')
  const { rows } = await tx.execute<{ slug: string; model: number }>(sql`
    SELECT slug, id AS model FROM vehicle_models WHERE slug ^@ ANY (${sql.param(words)}::text[])
    UNION ALL SELECT slug, model_id FROM vehicle_old_slugs WHERE slug ^@ ANY (${sql.param(words)}::text[])`)
  const taken = new Map(rows.map(({ slug, model }) => [slug, model]))
  const changed = models.flatMap(({ id, slug: before }, index) => {
    const word = words[index] ?? ''
    let slug = word
    for (let number = 2; (taken.get(slug) ?? id) !== id; number += 1) slug = `${word}-${number}`
    if (slug === before || before.replace(/-\d+$/, '') === word) return []
    taken.set(slug, id)
    return [{ id, slug, before }]
  })
  if (changed.length === 0) return
  const given = sql`jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) AS given (id integer, slug text, before text)`
  await tx.execute(sql`DELETE FROM vehicle_old_slugs USING ${given} WHERE vehicle_old_slugs.slug = given.slug`)
  await tx.execute(sql`UPDATE vehicle_models SET slug = given.slug FROM ${given} WHERE vehicle_models.id = given.id`)
  await tx.execute(
    sql`INSERT INTO vehicle_old_slugs (slug, model_id) SELECT before, id FROM ${given} ON CONFLICT (slug) DO UPDATE SET model_id = excluded.model_id`,
  )
}

/** Adds a make, which is offered; throws `vehicle-name-taken`. */
export const addMake = (db: Database, text: string, by: AuditActor): Promise<number> =>
  editVehicles(db, text, async (tx) => {
    const name = text.trim()
    const { rows } = await tx.execute<{ id: number }>(
      sql`INSERT INTO vehicle_makes (name) VALUES (${name}) RETURNING id`,
    )
    await dropNamesOfOthers(tx, name, { makeId: rows[0]?.id ?? 0, family: null })
    await recordAuditEvent(tx, by, { kind: 'vehicle-added', subject: { type: 'vehicle', id: name }, after: { name } })
    return rows[0]?.id ?? 0
  })

/** Renames a make, offers it or hides it; throws `vehicle-not-found` or `vehicle-name-taken`. */
export const updateMake = (
  db: Database,
  id: number,
  { name: text, isOffered }: Body<typeof updateVehicleMake>,
  by: AuditActor,
): Promise<void> =>
  editVehicles(db, text ?? '', async (tx) => {
    const before = await getMake(tx, id)
    const after = { name: text?.trim() ?? before.name, active: isOffered ?? before.isOffered }
    await tx.execute(
      sql`UPDATE vehicle_makes SET name = ${after.name}, is_offered = ${after.active} WHERE id = ${before.id}`,
    )
    if (after.name !== before.name) {
      await dropNamesOfOthers(tx, after.name, { makeId: before.id, family: null })
      if (nameKey(after.name) !== nameKey(before.name))
        await keepName(tx, before.name, { makeId: before.id, family: null, modelId: null })
      const models = await readModels(tx, sql`make_id = ${before.id}`)
      await refreshSlugs(
        tx,
        models.map((model) => model.id),
      )
    }
    await recordAuditEvent(tx, by, {
      kind: 'vehicle-changed',
      subject: { type: 'vehicle', id: before.name },
      before: { name: before.name, active: before.isOffered },
      after,
    })
  })

type ModelInput = Body<typeof addVehicleModel>

const yearsText = ({ from, to }: { from?: number | null | undefined; to?: number | null | undefined }) =>
  `${from ?? ''}–${to ?? ''}`

/** Returns the fields of a model as they are stored; throws `vehicle-years-reversed`. */
function readModelInput({ family, generation = '', kind = 'car', from, to }: ModelInput) {
  if (from !== undefined && to !== undefined && from > to) throw problem('vehicle-years-reversed')
  return {
    family: family.trim(),
    generation: generation.trim() === '' ? null : generation.trim(),
    kind,
    from: from ?? null,
    to: to ?? null,
  }
}

/** Adds a model to a make; throws `vehicle-not-found`, `vehicle-name-taken` or `vehicle-years-reversed`. */
export const addModel = (db: Database, makeId: number, input: ModelInput, by: AuditActor): Promise<number> =>
  editVehicles(db, [input.family, input.generation].filter(Boolean).join(' '), async (tx) => {
    const make = await getMake(tx, makeId)
    const model = readModelInput(input)
    const id = await insertModel(tx, make, model)
    await recordAuditEvent(tx, by, {
      kind: 'vehicle-added',
      subject: { type: 'vehicle', id: nameOfModel({ make: make.name, ...model }) },
      after: { name: nameOfModel({ make: make.name, ...model }), years: yearsText(model) },
    })
    return id
  })

/** Inserts a model with its address, and returns its id. */
export async function insertModel(
  tx: Transaction,
  make: Pick<MakeRow, 'id' | 'name'>,
  { family, generation, kind, from, to }: ReturnType<typeof readModelInput>,
): Promise<number> {
  // Its own address follows from its name at once.
  const { rows } = await tx.execute<{ id: number }>(sql`
    INSERT INTO vehicle_models (make_id, family, generation, slug, kind, year_from, year_to)
    VALUES (${make.id}, ${family}, ${generation}, ${`new-${crypto.randomUUID()}`}, ${kind}, ${from}, ${to}) RETURNING id`)
  const id = rows[0]?.id ?? 0
  await refreshSlugs(tx, [id])
  await tx.execute(sql`DELETE FROM vehicle_old_slugs WHERE model_id = ${id}`)
  await dropNamesOfOthers(tx, family, { makeId: make.id, family })
  if (generation !== null) await dropNames(tx, { makeId: make.id, family, generation })
  return id
}

/** Replaces what a model is called and when it was built, and offers or hides it. */
export const updateModel = (
  db: Database,
  id: number,
  { isOffered, ...input }: Body<typeof updateVehicleModel>,
  by: AuditActor,
): Promise<void> =>
  editVehicles(db, [input.family, input.generation].filter(Boolean).join(' '), async (tx) => {
    const before = await getModel(tx, id)
    const model = readModelInput(input)
    const kind = input.kind ?? before.kind
    await tx.execute(sql`
      UPDATE vehicle_models SET family = ${model.family}, generation = ${model.generation}, kind = ${kind},
        year_from = ${model.from}, year_to = ${model.to}, is_offered = ${isOffered} WHERE id = ${before.id}`)
    if (model.family !== before.family) await moveFamilyNames(tx, before.makeId, before.family, model.family)
    if (model.generation !== before.generation) await keepGeneration(tx, before, model)
    await refreshSlugs(tx, [before.id])
    await recordAuditEvent(tx, by, {
      kind: 'vehicle-changed',
      subject: { type: 'vehicle', id: nameOfModel(before) },
      before: { name: nameOfModel(before), years: yearsText(before), active: before.isOffered },
      after: { name: nameOfModel({ make: before.make, ...model }), years: yearsText(model), active: isOffered },
    })
  })

/** Renames a family with all its generations. */
export const renameFamily = (
  db: Database,
  makeId: number,
  { family, name: text }: { family: string; name: string },
  by: AuditActor,
): Promise<void> =>
  editVehicles(db, text, async (tx) => {
    const make = await getMake(tx, makeId)
    const name = text.trim()
    const models = await readModels(tx, sql`make_id = ${make.id} AND family = ${family}`)
    if (models.length === 0) throw problem('vehicle-not-found')
    await tx.execute(sql`UPDATE vehicle_models SET family = ${name} WHERE make_id = ${make.id} AND family = ${family}`)
    await moveFamilyNames(tx, make.id, family, name)
    await refreshSlugs(
      tx,
      models.map(({ id }) => id),
    )
    await recordAuditEvent(tx, by, {
      kind: 'vehicle-changed',
      subject: { type: 'vehicle', id: `${make.name} ${family}` },
      before: { name: family },
      after: { name },
    })
  })

/** Gives the names of models, and those of a family that has no models any more with its own, to the family of another name. */
async function moveFamilyNames(tx: Transaction, makeId: number, from: string, to: string): Promise<void> {
  await tx.execute(sql`
    UPDATE vehicle_names SET family = vehicle_models.family FROM vehicle_models
    WHERE vehicle_models.id = model_id AND vehicle_names.family <> vehicle_models.family`)
  const isLeft = sql`make_id = ${makeId} AND family = ${from} AND model_id IS NULL
    AND NOT EXISTS (SELECT FROM vehicle_models WHERE make_id = ${makeId} AND family = ${from})`
  await tx.execute(sql`
    DELETE FROM vehicle_names WHERE ${isLeft} AND EXISTS (
      SELECT FROM vehicle_names other WHERE other.key = vehicle_names.key AND other.make_id = ${makeId} AND other.family = ${to} AND other.model_id IS NULL)`)
  await tx.execute(sql`UPDATE vehicle_names SET family = ${to} WHERE ${isLeft}`)
  await dropNamesOfOthers(tx, to, { makeId, family: to })
  const { rows } = await tx.execute(
    sql`SELECT FROM vehicle_models WHERE make_id = ${makeId} AND family = ${from} LIMIT 1`,
  )
  if (rows.length === 0 && nameKey(from) !== nameKey(to))
    await keepName(tx, from, { makeId, family: to, modelId: null })
}

/** Keeps what people have read for a generation before its rename, but for what is another one of the family by now. */
async function keepGeneration(
  tx: Transaction,
  { id, makeId, generation: before }: Pick<ModelRow, 'id' | 'makeId' | 'generation'>,
  { family, generation }: Pick<ModelRow, 'family' | 'generation'>,
): Promise<void> {
  if (generation !== null) await dropNames(tx, { makeId, family, generation })
  if (before === null) return
  const { rows } = await tx.execute<{ generation: string }>(sql`
    SELECT generation FROM vehicle_models WHERE make_id = ${makeId} AND family = ${family} AND generation IS NOT NULL`)
  const taken = new Set(rows.flatMap((row) => keysOf(row.generation)))
  for (const name of namesOfGeneration(before, []))
    if (!taken.has(nameKey(name))) await keepName(tx, name, { makeId, family, modelId: id })
}

/** Takes the names that sellers gave to generations of a family, if they are now what another one is called. */
async function dropNames(
  tx: Transaction,
  { makeId, family, generation }: { makeId: number; family: string; generation: string },
): Promise<void> {
  await tx.execute(sql`
    DELETE FROM vehicle_names WHERE make_id = ${makeId} AND family = ${family} AND model_id IS NOT NULL AND origin = 'merchant'
      AND key = ANY (${sql.param(keysOf(generation))}::text[])`)
}

/** Takes the names that sellers gave to other makes, or to other families of a make, if they are what this one is called now. */
async function dropNamesOfOthers(
  tx: Transaction,
  name: string,
  { makeId, family }: { makeId: number; family: string | null },
): Promise<void> {
  const ofOthers =
    family === null
      ? sql`make_id <> ${makeId} AND family IS NULL`
      : sql`make_id = ${makeId} AND family <> ${family} AND model_id IS NULL`
  await tx.execute(sql`DELETE FROM vehicle_names WHERE ${ofOthers} AND origin = 'merchant' AND key = ${nameKey(name)}`)
}

const keysOf = (generation: string): string[] => [...namesOfGeneration(generation, [])].map(nameKey)

/** Keeps the name of what is renamed or merged as one that people write. */
export async function keepName(
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
