import { sql } from 'drizzle-orm'
import type { VehicleProposal, VehicleReading } from '#contract/garage.ts'
import { codeSystems, type VehicleEngine } from '#contract/vehicles.ts'
import type { Database } from '#server/platform/database/database.ts'
import { type Dictionary, readDictionary } from '#server/vehicles/read-dictionary.ts'
import type { PlacedModel } from '#server/vehicles/place-fits.ts'
import { findModels, type LineVehicle, readLine, readNames, readYear } from '#server/vehicles/read-line.ts'
import { nameVehicle, readEnginesOf } from '#server/vehicles/name-vehicle.ts'
import { readVin, type ReadVin } from '#server/vehicles/read-vin.ts'
import { spellCode } from '#server/vehicles/vehicle-codes.ts'
import { nameKey, type VehicleNames } from '#server/vehicles/vehicle-names.ts'
import { engineAsJson } from '#server/vehicles/vehicle-columns.ts'
import { withoutNulls } from '#server/platform/database/without-nulls.ts'

/** Limits what is proposed for one line. */
const maxProposals = 20

/** Reads a line that a buyer types: a code of an imported list, a vehicle identification number, or names and a year. */
export async function readVehicle(db: Database, text: string, thisYear: number): Promise<VehicleReading> {
  const byCode = await readCode(db, text)
  if (byCode.length > 0) return { as: 'code', proposals: byCode }
  const dictionary = await readDictionary(db)
  const vin = readVin(text, thisYear)
  if (vin) {
    const { proposals } = await propose(db, nameMakes(vin, dictionary), dictionary)
    return { as: 'vin', proposals, ...(vin.hasWrongCheckDigit && { wrongCheckDigit: true as const }) }
  }
  const { named, rest } = readTyped(text, dictionary.names, thisYear)
  const { proposals, unused } = await propose(db, named, dictionary)
  const notUnderstood = [...unused, rest].filter(Boolean).join(' ')
  return { as: 'text', proposals, ...(proposals.length > 0 && notUnderstood && { notUnderstood }) }
}

function readTyped(text: string, names: VehicleNames, thisYear: number): { named: LineVehicle[]; rest: string } {
  const { named, rest } = readLine(text, names)
  if (named.length === 0) return readNames(text, names, thisYear)
  const words = rest.split(' ')
  // In a line about one vehicle, two digits are its year.
  const short = named.every(({ year }) => year === null) ? words.find((word) => readYear(word, thisYear)) : undefined
  if (short === undefined) return { named, rest }
  return {
    named: named.map((one) => ({ ...one, year: readYear(short, thisYear) })),
    rest: words.filter((word) => word !== short).join(' '),
  }
}

/**
 * Finds the makes of a number, by any of their names, with each year that it may mean; before them the generations that its type names and
 * that were built in such a year, which are proposals beside the make, since families share types.
 */
function nameMakes({ makes, years, type }: ReadVin, { names, models }: Dictionary): LineVehicle[] {
  const named = makes.flatMap(
    (name) => names.things.get(nameKey(name))?.flatMap(({ kind, make }) => (kind === 'make' ? make : [])) ?? [],
  )
  const possible = years.length > 0 ? years : [null]
  const ofMakes = named.flatMap((make) =>
    possible.map((year): LineVehicle => ({ make, family: null, generation: null, year, engine: null })),
  )
  const ofType = ((type && names.things.get(type)) || [])
    .filter(({ kind, make }) => kind === 'generation' && named.includes(make))
    .flatMap(({ make, family, generation }) =>
      years.map((year): LineVehicle => ({ make, family, generation, year, engine: null })),
    )
    .filter((line) => findModels(line, models).year !== null)
  return [...ofType, ...ofMakes]
}

/** Finds what a line may mean, the best first, and which of its words say nothing of any of that. */
async function propose(
  db: Database,
  named: readonly LineVehicle[],
  { models }: Dictionary,
): Promise<{ proposals: VehicleProposal[]; unused: string[] }> {
  if (named.length === 0) return { proposals: [], unused: [] }
  const { rows: makes } = await db.execute<{ id: number; name: string }>(sql`
    SELECT id, name FROM vehicle_makes WHERE is_offered AND name = ANY (${sql.param([...new Set(named.map(({ make }) => make))])}::text[])`)
  const makeIds = new Map(makes.map(({ id, name }) => [name, id]))
  const found = named.flatMap((line): { line: LineVehicle; model: PlacedModel | undefined; year: number | null }[] => {
    if (line.family === null) return [{ line, model: undefined, year: line.year }]
    const { found: ofLine, year } = findModels(line, models)
    return ofLine
      .toSorted((a, b) => (b.from ?? 0) - (a.from ?? 0) || a.id - b.id)
      .map((model) => ({ line, model, year }))
  })
  const engines = await readEnginesOf(
    db,
    found.flatMap(({ line, model }) => (line.engine === null || !model ? [] : model.id)),
  )
  const proposals = new Map<string, VehicleProposal & { unused: string[] }>()
  for (const { line, model, year } of found) {
    const makeId = makeIds.get(line.make)
    const key = `${line.make} ${model?.id} ${year}`
    if (makeId === undefined || proposals.has(key)) continue
    const generation = model?.generation ?? null
    const { name, engine, unused } = nameVehicle({ ...line, generation, year }, engines.get(model?.id ?? 0) ?? [])
    const [from, to] = [model?.from ?? null, model?.to ?? null]
    const { make, family } = line
    const row = { makeId, make, family, modelId: model?.id ?? null, generation, from, to, year, engine, name }
    const unusedYear = line.year !== null && year === null ? [String(line.year)] : []
    proposals.set(key, { ...withoutNulls<VehicleProposal>(row), unused: [...unusedYear, ...unused] })
  }
  const [first, ...others] = [...proposals.values()].slice(0, maxProposals)
  return {
    proposals: (first ? [first, ...others] : []).map(({ unused: _, ...proposal }) => proposal),
    unused: (first?.unused ?? []).filter((word) => others.every(({ unused }) => unused.includes(word))),
  }
}

interface CodeRow extends Record<string, unknown> {
  makeId: number
  make: string
  family: string
  modelId: number
  generation: string | null
  from: number | null
  to: number | null
  engine: VehicleEngine | null
}

/** Matches the name of a list before a code, as in `KType: 17428` and `HSN 0603 TSN ALN`. */
const listName = /^\s*(?:k-?typ(?:e|nr)?|vcdb|epid|hsn(?:\s?[/+&]?\s?tsn)?)\b[\s:.#]*/i

/** Finds a code of an imported list as it is typed, also behind the name of its list, without its separators or a zero before it. */
async function readCode(db: Database, text: string): Promise<VehicleProposal[]> {
  const code = text
    .replace(listName, '')
    .replaceAll(/\btsn\b[\s:.]*|[,;]/gi, ' ')
    .trim()
  const key = nameKey(code)
  const ofPapers = spellCode({ system: 'hsn-tsn', code })
  const forms = [code, code.toUpperCase(), key, `${key.slice(0, 4)}/${key.slice(4)}`, ofPapers]
  const { rows } = await db.execute<CodeRow>(sql`
    SELECT DISTINCT vehicle_makes.id AS "makeId", vehicle_makes.name AS make, family, vehicle_models.id AS "modelId", generation,
      vehicle_models.year_from AS "from", vehicle_models.year_to AS "to",
      CASE WHEN vehicle_engines.id IS NOT NULL THEN ${engineAsJson} END AS engine
    FROM vehicle_codes JOIN vehicle_models ON vehicle_models.id = vehicle_codes.model_id JOIN vehicle_makes ON vehicle_makes.id = make_id
      LEFT JOIN vehicle_engines ON vehicle_engines.id = engine_id
    WHERE system = ANY (${sql.param([...codeSystems])}::text[]) AND vehicle_codes.code = ANY (${sql.param(forms)}::text[])
      AND vehicle_models.is_offered AND vehicle_makes.is_offered
    ORDER BY make, family, generation LIMIT ${maxProposals}`)
  return rows.map(({ engine, ...row }) => {
    const name = [row.make, row.family, row.generation, engine?.name].filter(Boolean).join(' ')
    return withoutNulls({ ...row, engine, name })
  })
}
