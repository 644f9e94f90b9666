import { sql } from 'drizzle-orm'
import { type FitmentRange, judgeFit } from '#contract/judge-fit.ts'
import type { ChosenVehicle, ListVehicle, NamedVehicle } from '#contract/chosen-vehicle.ts'
import type { FitKind, Fitment, judgeFitments, ProductVerdict, VehicleEngine } from '#contract/vehicles.ts'
import { isBuiltInYear, type ListedVehicle } from '#contract/vehicle-address.ts'
import type { Body, ResponseBody } from '#contract/endpoint.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { fitmentColumns, fitmentOrder, fitmentSources } from '#server/vehicles/fitment-columns.ts'
import { firstYear, lastYear } from '#server/vehicles/fit-years.ts'
import { presentEngine, presentModel } from '#server/vehicles/follow-merges.ts'
import { engineColumns } from '#server/vehicles/vehicle-columns.ts'
import { withoutNulls } from '#server/platform/database/without-nulls.ts'

/** Sets how many rows of a list are shown where it does not have the vehicle that is asked for. */
const maxListed = 3

/** Returns a vehicle with its name, such as `2013 Kia Sorento`; throws `vehicle-not-found` and `built-outside-year`. */
export async function nameVehicle(db: Database | Transaction, vehicle: ChosenVehicle): Promise<NamedVehicle> {
  checkBuilt(vehicle)
  const named = await findVehicle(db, vehicle)
  if (!named) throw problem('vehicle-not-found')
  return { ...named, year: vehicle.year }
}

/** Throws `built-outside-year` if a vehicle was built on a day that is not in its year. */
export function checkBuilt({ year, built }: ChosenVehicle): void {
  if (!isBuiltInYear(year, built)) throw problem('built-outside-year', { year: String(year) })
}

/** Returns a vehicle of a list with its name, by the ids of now; undefined if the shop does not know it, or not this engine of it. */
export async function findVehicle(
  db: Database | Transaction,
  vehicle: ListedVehicle,
): Promise<ListVehicle | undefined> {
  const { rows } = await db.execute<{
    modelId: number
    engineId: number | null
    make: string
    family: string
    generation: string | null
    engine: string | null
  }>(sql`
    SELECT vehicle_models.id AS "modelId", vehicle_engines.id AS "engineId", vehicle_makes.name AS make, family, generation,
      vehicle_engines.name AS engine
    FROM vehicle_models JOIN vehicle_makes ON vehicle_makes.id = make_id
      LEFT JOIN vehicle_engines ON vehicle_engines.id = ${presentEngine(vehicle.engineId)} AND vehicle_engines.model_id = vehicle_models.id
    WHERE vehicle_models.id = ${presentModel(vehicle.modelId)}`)
  const [row] = rows
  if (!row || (vehicle.engineId !== undefined && row.engineId === null)) return undefined
  const { modelId, engineId, make, family, generation, engine } = row
  const { year, built } = vehicle
  const name = [year, make, family, generation, engine].filter(Boolean).join(' ')
  return {
    modelId,
    ...(year !== undefined && { year }),
    ...(built !== undefined && { built }),
    ...(engineId !== null && { engineId }),
    name,
  }
}

interface PartRow extends Record<string, unknown> {
  id: string
  kind: FitKind
  isComplete: boolean
  hasRows: boolean
  rows: FitmentRange[] | null
}

/** Returns what lines of an order keep of a vehicle: nothing where nothing is to be said. Throws what `nameVehicle` throws. */
export async function judgeLines(
  db: Database,
  vehicle: ChosenVehicle,
  lines: readonly { productId: string }[],
): Promise<(line: { productId: string }) => { vehicle?: NamedVehicle; fitVerdict?: ProductVerdict['verdict'] }> {
  const productIds = lines.map(({ productId }) => productId)
  const { named, parts } = await readJudged(db, vehicle, productIds)
  const verdicts = new Map(parts.map((part) => [part.id, judgePart(part, named)?.verdict]))
  return ({ productId }) => {
    const fitVerdict = verdicts.get(productId)
    return fitVerdict ? { vehicle: named, fitVerdict } : {}
  }
}

const judgePart = (part: PartRow, vehicle: ChosenVehicle) => judgeFit({ ...part, rows: part.rows ?? [] }, vehicle)

/** Returns the verdicts on products for a vehicle, with what a person needs to compare; throws what `nameVehicle` throws. */
export async function judgeProducts(
  db: Database,
  { vehicle, productIds }: Body<typeof judgeFitments>,
): Promise<ResponseBody<typeof judgeFitments>> {
  const { named, parts } = await readJudged(db, vehicle, productIds)
  const judged = parts.flatMap((part) => {
    const verdict = judgePart(part, named)
    return verdict ? [{ part, verdict }] : []
  })
  const [engines, lists] = await Promise.all([
    readEngines(
      db,
      judged.flatMap(({ verdict }) => (verdict.verdict === 'check' ? verdict.engineIds : [])),
    ),
    readListed(
      db,
      named,
      judged.flatMap(({ part, verdict }) => (verdict.verdict === 'not-listed' ? part.id : [])),
    ),
  ])
  const verdicts = judged.map(({ part: { id: productId }, verdict }): ProductVerdict => {
    if (verdict.verdict === 'not-listed') return { productId, ...verdict, fits: lists.get(productId) ?? [] }
    if (verdict.verdict !== 'check') return { productId, ...verdict }
    const { conditions, built, engineIds } = verdict
    return {
      productId,
      verdict: 'check',
      conditions,
      built: built.map((days) => withoutNulls(days)),
      engines: engineIds.flatMap((id) => engines.get(id) ?? []),
    }
  })
  return { vehicle: named, verdicts }
}

/** Reads what verdicts need; what names a vehicle of before a merge is read again for the one that it leads to. */
async function readJudged(db: Database, vehicle: ChosenVehicle, productIds: readonly string[]) {
  const [named, parts] = await Promise.all([nameVehicle(db, vehicle), readParts(db, vehicle, productIds)])
  const isMerged = named.modelId !== vehicle.modelId
  return { named, parts: isMerged ? await readParts(db, named, productIds) : parts }
}

async function readParts(db: Database, vehicle: ChosenVehicle, productIds: readonly string[]): Promise<PartRow[]> {
  if (productIds.length === 0) return []
  const { rows } = await db.execute<PartRow>(sql`
    SELECT products.id, fit_kind AS kind, fit_complete AS "isComplete",
      EXISTS (SELECT FROM fitments WHERE product_id = products.id) AS "hasRows",
      (SELECT jsonb_agg(jsonb_build_object('modelId', model_id, 'yearFrom', ${firstYear},
          'yearTo', ${lastYear}, 'builtFrom', built_from, 'builtTo', built_to,
          'engineId', engine_id, 'condition', condition) ORDER BY fitments.id)
        FROM fitments JOIN vehicle_models ON vehicle_models.id = model_id
        WHERE product_id = products.id AND model_id = ${vehicle.modelId}) AS rows
    FROM products WHERE id = ANY (${sql.param([...new Set(productIds)])}::uuid[]) AND fit_kind <> 'none'`)
  return rows
}

async function readEngines(db: Database, ids: readonly number[]): Promise<Map<number, VehicleEngine>> {
  if (ids.length === 0) return new Map()
  const { rows } = await db.execute<{ id: number } & Record<string, unknown>>(sql`
    SELECT ${engineColumns} FROM vehicle_engines WHERE id = ANY (${sql.param(ids)}::integer[])`)
  return new Map(rows.map((row) => [row.id, withoutNulls<VehicleEngine>(row)]))
}

/** Returns the first rows of the lists of products, those of the model that is asked for before others. */
async function readListed(
  db: Database,
  { modelId }: ChosenVehicle,
  productIds: readonly string[],
): Promise<Map<string, Fitment[]>> {
  if (productIds.length === 0) return new Map()
  const { rows } = await db.execute<{ productId: string } & Record<string, unknown>>(sql`
    SELECT asked.id AS "productId", listed.* FROM unnest(${sql.param(productIds)}::uuid[]) WITH ORDINALITY AS asked (id, place)
    CROSS JOIN LATERAL (
      SELECT row_number() OVER (ORDER BY fitments.model_id <> ${modelId}, ${fitmentOrder}) AS number, ${fitmentColumns}
      FROM ${fitmentSources} WHERE product_id = asked.id ORDER BY number LIMIT ${maxListed + 1}) listed
    ORDER BY place, number`)
  const lists = new Map<string, Fitment[]>()
  for (const { productId, number: _, ...row } of rows) {
    lists.set(productId, [...(lists.get(productId) ?? []), withoutNulls<Fitment>(row)])
  }
  return lists
}
