import { sql } from 'drizzle-orm'
import type { codeSystems } from '#contract/vehicles.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { addEngines, isUnusedEngine, shownGeneration } from '#server/vehicles/fitment-rows.ts'
import type { PlacedModel } from '#server/vehicles/place-fits.ts'
import { nameKey } from '#server/vehicles/vehicle-names.ts'

export interface VehicleCode {
  system: (typeof codeSystems)[number]
  code: string
}

/** Holds the vehicle of a code; `shown` has what people read and write where it differs from what is stored. */
export interface CodedVehicle extends PlacedModel, VehicleCode {
  engineId: number | null
  shown: { generation: string | null; engine: string | null }
  [column: string]: unknown
}

/** Names the engine of a code; a string is the name of one that the model does not have yet. */
export interface PlacedCode extends VehicleCode {
  modelId: number
  engine: number | string | null
}

/** Returns a code as the shop keeps it: `0603/ALN`, however a list divides it and also where a spreadsheet took its zeros. */
export function spellCode({ system, code }: VehicleCode): string {
  const text = code.trim().toUpperCase()
  if (system !== 'hsn-tsn') return text
  const [, maker, type] = /^(\d{1,4})[\s/.-]+([A-Z\d]{3})$/.exec(text) ?? /^(\d{4})([A-Z\d]{3})$/.exec(text) ?? []
  return maker && type ? `${maker.padStart(4, '0')}/${type}` : text
}

export const codeKey = ({ system, code }: VehicleCode): string => `${system} ${code}`

// An engine that shares its name has its code behind it, so that its text means only one.
const shownEngine = sql`CASE WHEN EXISTS (
  SELECT FROM vehicle_engines other WHERE other.model_id = vehicle_engines.model_id AND other.name = vehicle_engines.name AND other.id <> vehicle_engines.id)
  THEN concat_ws(' ', vehicle_engines.name, vehicle_engines.code) ELSE vehicle_engines.name END`

const codedVehicles = sql`
  SELECT system, vehicle_codes.code, engine_id AS "engineId", vehicle_models.id, vehicle_makes.name AS make, family, generation,
    vehicle_models.year_from AS "from", vehicle_models.year_to AS "to",
    jsonb_build_object('generation', ${shownGeneration}, 'engine', (SELECT ${shownEngine} FROM vehicle_engines WHERE id = engine_id)) AS shown
  FROM vehicle_codes JOIN vehicle_models ON vehicle_models.id = vehicle_codes.model_id JOIN vehicle_makes ON vehicle_makes.id = make_id`

/** Reads what codes mean, by `codeKey`; with `lock`, other writers of them wait. */
export async function readCodes(
  tx: Transaction,
  asked: readonly VehicleCode[],
  { lock = false } = {},
): Promise<Map<string, CodedVehicle>> {
  if (asked.length === 0) return new Map()
  const given = sql`SELECT system, code FROM jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) AS given (system text, code text)`
  const { rows } = await tx.execute<CodedVehicle>(sql`
    ${codedVehicles} WHERE (system, vehicle_codes.code) IN (${given})
    ORDER BY system, vehicle_codes.code ${lock ? sql`FOR UPDATE OF vehicle_codes` : sql``}`)
  return new Map(rows.map((row) => [codeKey(row), row]))
}

/** Lists codes behind one, in their order. */
export async function listCodes(
  db: Database | Transaction,
  { system, code }: { system: string; code: string },
  limit: number,
): Promise<CodedVehicle[]> {
  const { rows } = await db.execute<CodedVehicle>(sql`
    ${codedVehicles} WHERE (system, vehicle_codes.code) > (${system}, ${code}) ORDER BY system, vehicle_codes.code LIMIT ${limit}`)
  return rows
}

/** Returns the generations of models as they are written. */
export async function readShownGenerations(tx: Transaction, modelIds: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await tx.execute<{ id: number; shown: string | null }>(sql`
    SELECT id, ${shownGeneration} AS shown FROM vehicle_models WHERE id = ANY (${sql.param([...new Set(modelIds)])}::integer[])`)
  return new Map(rows.map(({ id, shown }) => [id, shown ?? '']))
}

interface Engine extends Record<string, unknown> {
  id: number
  modelId: number
  name: string
  code: string | null
  shown: string
}

/** Returns what lists the engines of these models that a text may mean: one as it is shown, or all of that name or code. */
export async function readEnginesOf(
  tx: Transaction,
  modelIds: readonly number[],
): Promise<(modelId: number, text: string) => Engine[]> {
  const { rows } = await tx.execute<Engine>(sql`
    SELECT id, model_id AS "modelId", name, code, ${shownEngine} AS shown FROM vehicle_engines
    WHERE model_id = ANY (${sql.param([...new Set(modelIds)])}::integer[]) ORDER BY id`)
  const ofModel = Map.groupBy(rows, ({ modelId }) => modelId)
  return (modelId, text) => {
    const engines = ofModel.get(modelId) ?? []
    const isCalled = (name: string | null) => name !== null && nameKey(name) === nameKey(text)
    const exact = engines.filter(({ shown }) => shown === text)
    return exact.length > 0 ? exact : engines.filter(({ name, code }) => isCalled(name) || isCalled(code))
  }
}

/** Adds codes, or changes what they mean; a code that is there already is not added. */
export async function writeCodes(
  tx: Transaction,
  { added, changed }: { added: readonly PlacedCode[]; changed: readonly PlacedCode[] },
): Promise<void> {
  const placed = await addEngines(tx, [...added, ...changed])
  const given = (codes: readonly PlacedCode[]) =>
    sql`jsonb_to_recordset(${JSON.stringify(codes)}::jsonb) AS given (system text, code text, "modelId" integer, engine integer)`
  if (added.length > 0)
    await tx.execute(sql`
      INSERT INTO vehicle_codes (system, code, model_id, engine_id)
      SELECT system, code, "modelId", engine FROM ${given(placed.slice(0, added.length))} ORDER BY system, code`)
  if (changed.length > 0)
    await tx.execute(sql`
      UPDATE vehicle_codes SET model_id = "modelId", engine_id = engine FROM ${given(placed.slice(added.length))}
      WHERE vehicle_codes.system = given.system AND vehicle_codes.code = given.code`)
}

/** Removes codes; parts that were listed by them keep their vehicles. */
export async function deleteCodes(tx: Transaction, codes: readonly VehicleCode[]): Promise<void> {
  if (codes.length > 0)
    await tx.execute(sql`
      DELETE FROM vehicle_codes USING jsonb_to_recordset(${JSON.stringify(codes)}::jsonb) AS given (system text, code text)
      WHERE vehicle_codes.system = given.system AND vehicle_codes.code = given.code`)
}

/** Removes engines that a file has added, unless something names them or somebody has completed them. */
export async function deleteAddedEngines(tx: Transaction, ids: readonly number[]): Promise<void> {
  if (ids.length > 0)
    await tx.execute(sql`
      DELETE FROM vehicle_engines WHERE id = ANY (${sql.param([...ids])}::integer[]) AND code IS NULL AND ${isUnusedEngine}`)
}
