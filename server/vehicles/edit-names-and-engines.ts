import { sql } from 'drizzle-orm'
import type { Body } from '#contract/endpoint.ts'
import type { addVehicleEngine, addVehicleName } from '#contract/vehicle-editing.ts'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { editVehicles, getMake, getModel, nameOfModel } from '#server/vehicles/edit-vehicles.ts'
import { isUnusedEngine } from '#server/vehicles/fitment-rows.ts'
import { nameKey } from '#server/vehicles/vehicle-names.ts'

/** Adds what people write for a make, a family or a model; throws `vehicle-name-empty`, `vehicle-name-taken` or `vehicle-not-found`. */
export const addName = (
  db: Database,
  makeId: number,
  { name: text, family: asked, modelId, counts }: Body<typeof addVehicleName>,
  by: AuditActor,
): Promise<number> =>
  editVehicles(db, text, async (tx) => {
    const name = text.trim()
    const family = asked ?? null
    const key = nameKey(name)
    if (key === '') throw problem('vehicle-name-empty', { name })
    const make = await getMake(tx, makeId)
    const model = modelId === undefined ? undefined : await getModel(tx, modelId)
    if (model && model.makeId !== make.id) throw problem('vehicle-not-found')
    if (!model && family !== null) await assertFamily(tx, make.id, family)
    const { rows } = await tx.execute<{ id: number }>(sql`
      INSERT INTO vehicle_names (key, name, make_id, family, model_id, counts, origin)
      VALUES (${key}, ${name}, ${make.id}, ${model?.family ?? family}, ${model?.id ?? null}, ${counts}, 'merchant') RETURNING id`)
    await recordAuditEvent(tx, by, {
      kind: 'vehicle-changed',
      subject: { type: 'vehicle', id: model ? nameOfModel(model) : [make.name, family].filter(Boolean).join(' ') },
      after: { means: name },
    })
    return rows[0]?.id ?? 0
  })

async function assertFamily(tx: Transaction, makeId: number, family: string): Promise<void> {
  const { rows } = await tx.execute(
    sql`SELECT FROM vehicle_models WHERE make_id = ${makeId} AND family = ${family} LIMIT 1`,
  )
  if (rows.length === 0) throw problem('vehicle-not-found')
}

/** Removes what people write for a vehicle; throws `vehicle-not-found`. */
export const deleteName = (db: Database, id: number, by: AuditActor): Promise<void> =>
  editVehicles(db, '', async (tx) => {
    const { rows } = await tx.execute<{ name: string; of: string }>(sql`
      DELETE FROM vehicle_names USING vehicle_makes WHERE vehicle_names.id = ${id}::bigint AND vehicle_makes.id = make_id
      RETURNING vehicle_names.name, concat_ws(' ', vehicle_makes.name, family, (SELECT generation FROM vehicle_models WHERE vehicle_models.id = model_id)) AS of`)
    const [deleted] = rows
    if (!deleted) throw problem('vehicle-not-found')
    await recordAuditEvent(tx, by, {
      kind: 'vehicle-changed',
      subject: { type: 'vehicle', id: deleted.of },
      before: { means: deleted.name },
    })
  })

type EngineInput = Body<typeof addVehicleEngine>

const readEngine = ({ name, code = '' }: EngineInput) => ({
  name: name.trim(),
  code: code.trim() === '' ? null : code.trim(),
})
const engineText = ({ name, code }: { name: string; code: string | null }) => [name, code].filter(Boolean).join(' ')

/** Adds an engine to a model; throws `vehicle-not-found` or `vehicle-name-taken`. */
export const addEngine = (db: Database, modelId: number, input: EngineInput, by: AuditActor): Promise<number> =>
  editVehicles(db, input.name, async (tx) => {
    const model = await getModel(tx, modelId)
    const engine = readEngine(input)
    const { rows } = await tx.execute<{ id: number }>(sql`
      INSERT INTO vehicle_engines (model_id, name, code) VALUES (${model.id}, ${engine.name}, ${engine.code}) RETURNING id`)
    await recordAuditEvent(tx, by, {
      kind: 'vehicle-changed',
      subject: { type: 'vehicle', id: nameOfModel(model) },
      after: { engine: engineText(engine) },
    })
    return rows[0]?.id ?? 0
  })

interface EngineRow {
  id: number
  modelId: number
  name: string
  code: string | null
  [column: string]: unknown
}

async function getEngine(tx: Transaction, id: number): Promise<EngineRow> {
  const { rows } = await tx.execute<EngineRow>(
    sql`SELECT id, model_id AS "modelId", name, code FROM vehicle_engines WHERE id = ${id}::bigint FOR UPDATE`,
  )
  if (!rows[0]) throw problem('vehicle-not-found')
  return rows[0]
}

/** Replaces name and code of an engine; throws `vehicle-not-found` or `vehicle-name-taken`. */
export const updateEngine = (db: Database, id: number, input: EngineInput, by: AuditActor): Promise<void> =>
  editVehicles(db, input.name, async (tx) => {
    const before = await getEngine(tx, id)
    const engine = readEngine(input)
    await tx.execute(
      sql`UPDATE vehicle_engines SET name = ${engine.name}, code = ${engine.code} WHERE id = ${before.id}`,
    )
    await recordAuditEvent(tx, by, {
      kind: 'vehicle-changed',
      subject: { type: 'vehicle', id: nameOfModel(await getModel(tx, before.modelId)) },
      before: { engine: engineText(before) },
      after: { engine: engineText(engine) },
    })
  })

/** Removes an engine that nothing names; throws `vehicle-not-found` or `vehicle-engine-in-use`. */
export const deleteEngine = (db: Database, id: number, by: AuditActor): Promise<void> =>
  editVehicles(db, '', async (tx) => {
    const engine = await getEngine(tx, id)
    const { rows } = await tx.execute(sql`
      DELETE FROM vehicle_engines WHERE id = ${engine.id} AND ${isUnusedEngine} RETURNING id`)
    if (rows.length === 0) throw problem('vehicle-engine-in-use')
    await recordAuditEvent(tx, by, {
      kind: 'vehicle-changed',
      subject: { type: 'vehicle', id: nameOfModel(await getModel(tx, engine.modelId)) },
      before: { engine: engineText(engine) },
    })
  })
