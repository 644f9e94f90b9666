import { sql } from 'drizzle-orm'
import type { VehicleProposal, VehicleReading } from '#contract/garage.ts'
import { codeSystems, type VehicleEngine } from '#contract/vehicles.ts'
import type { Database } from '#server/platform/database/database.ts'
import { readDictionary } from '#server/vehicles/read-dictionary.ts'
import { bmwModel, readFits } from '#server/vehicles/read-fits.ts'
import { readVin, type ReadVin } from '#server/vehicles/read-vin.ts'
import { familyKey, type NamedThing, nameKey, type VehicleNames } from '#server/vehicles/vehicle-names.ts'
import { engineAsJson } from '#server/vehicles/vehicle-columns.ts'
import { withoutNulls } from '#server/platform/database/without-nulls.ts'

/** Limits what is proposed for one line. */
const maxProposals = 20

/** Holds what a line names, as the dictionary spells it. */
interface NamedInLine {
  make: string
  family: string | null
  generation: string | null
  year: number | null
  engine: string | null
}

/** Reads a line that a buyer types: a code of an imported list, a vehicle identification number, or names and a year. */
export async function readVehicle(db: Database, text: string, thisYear: number): Promise<VehicleReading> {
  const byCode = await readCode(db, text)
  if (byCode.length > 0) return { as: 'code', proposals: byCode }
  const { names } = await readDictionary(db)
  const vin = readVin(text, thisYear)
  if (vin) {
    const named = await propose(db, nameMakes(vin, names))
    return { as: 'vin', proposals: named, ...(vin.hasWrongCheckDigit && { wrongCheckDigit: true as const }) }
  }
  const { readings, leftover } = readFits(text, names)
  // In a line about one vehicle, two digits are its year.
  const [short = null] = leftover.flatMap((word) => readYear(word, thisYear))
  const named = readings.map(({ make, family, generation, from, to, engine }): NamedInLine => ({
    make,
    family,
    generation,
    year: from ?? to ?? short,
    engine,
  }))
  return { as: 'text', proposals: await propose(db, named.length > 0 ? named : readNames(text, names, thisYear)) }
}

/** Finds the makes of a number, by any of their names, with each year that it may mean. */
const nameMakes = ({ makes, years }: ReadVin, names: VehicleNames): NamedInLine[] =>
  makes
    .flatMap(
      (name) => names.things.get(nameKey(name))?.flatMap(({ kind, make }) => (kind === 'make' ? make : [])) ?? [],
    )
    .flatMap((make) =>
      (years.length > 0 ? years : [null]).map((year) => ({ make, family: null, generation: null, year, engine: null })),
    )

/**
 * Finds names more freely than `readFits`, which leaves alone what may be another word: here the line is about a vehicle, and a person
 * takes the proposal.
 */
function readNames(text: string, names: VehicleNames, thisYear: number): NamedInLine[] {
  const words = text.match(/[\p{L}\p{N}.]+/gu) ?? []
  const year = words.flatMap((word) => readYear(word, thisYear)).at(-1) ?? null
  const rest = words.filter((word) => year === null || readYear(word, thisYear)[0] !== year)
  const found = rest.flatMap((_, first) =>
    Array.from({ length: Math.min(names.maxWords, rest.length - first) }, (__, more) => ({
      more,
      things: findThings(nameKey(rest.slice(first, first + more + 1).join('')), names),
    })),
  )
  const things = found.toSorted((a, b) => b.more - a.more).flatMap((one) => one.things)
  const makes = new Set(things.flatMap(({ kind, make }) => (kind === 'make' ? make : [])))
  const ofMakes = things.filter(({ kind, make }) => kind !== 'make' && (makes.size === 0 || makes.has(make)))
  // A generation beside a family is one of that family, also if the shop does not offer it.
  const families = new Set(
    ofMakes.flatMap(({ kind, make, family }) => (kind === 'family' && isWord(family) ? familyKey(make, family) : [])),
  )
  const models = ofMakes.filter(({ make, family }) => families.size === 0 || families.has(familyKey(make, family)))
  const withGeneration = new Set(
    models.flatMap(({ make, family, generation }) => (generation === null ? [] : familyKey(make, family))),
  )
  const narrowed = models.filter(
    ({ make, family, generation }) => generation !== null || !withGeneration.has(familyKey(make, family)),
  )
  const named = narrowed.map(({ make, family, generation }) => ({ make, family, generation, year, engine: null }))
  return named.length > 0
    ? named
    : [...makes].map((make) => ({ make, family: null, generation: null, year, engine: null }))
}

/** Finds what has a name; `320d` is a 3 Series. */
function findThings(key: string, names: VehicleNames): readonly NamedThing[] {
  const things = names.things.get(key) ?? []
  const series = bmwModel.exec(key)?.[1]
  const ofSeries = series === undefined ? [] : (names.things.get(`${series}SERIES`) ?? [])
  return [...things, ...ofSeries.filter(({ kind, make }) => kind === 'family' && make === 'BMW')]
}

const isWord = (name: string) => /\p{L}{2}/u.test(name)

/** Reads a year of four digits, or of two: of this century unless that is to come. */
function readYear(word: string, thisYear: number): number[] {
  if (/^(?:19|20)\d{2}$/.test(word)) return [Number(word)]
  if (!/^\d{2}$/.test(word)) return []
  const year = 2000 + Number(word)
  return [year <= thisYear + 1 ? year : year - 100]
}

interface ProposalRow extends Record<string, unknown> {
  makeId: number
  make: string
  family: string | null
  modelId: number | null
  generation: string | null
  from: number | null
  to: number | null
  year: number | null
  typedEngine: string | null
  engines: VehicleEngine[] | null
}

/** Finds the rows that names mean; of generations without a year that they were built in, all. */
async function propose(db: Database, named: readonly NamedInLine[]): Promise<VehicleProposal[]> {
  if (named.length === 0) return []
  const { rows } = await db.execute<ProposalRow>(sql`
    WITH named AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(named.map((one, position) => ({ ...one, position })))}::jsonb)
        AS one (position integer, make text, family text, generation text, year integer, engine text)
    ), found AS (
      SELECT DISTINCT ON (vehicle_makes.id, vehicle_models.id, named.year) named.position, vehicle_makes.id AS "makeId",
        vehicle_makes.name AS make, vehicle_models.family, vehicle_models.id AS "modelId", vehicle_models.generation,
        year_from AS "from", year_to AS "to", named.year, named.engine AS "typedEngine",
        coalesce(year_from <= named.year, true) AND coalesce(named.year <= year_to, true) AS "isBuilt"
      FROM named JOIN vehicle_makes ON vehicle_makes.name = named.make AND vehicle_makes.is_offered
        LEFT JOIN vehicle_models ON make_id = vehicle_makes.id AND vehicle_models.is_offered AND vehicle_models.family = named.family
          AND (named.generation IS NULL OR vehicle_models.generation IS NOT DISTINCT FROM named.generation)
      ORDER BY vehicle_makes.id, vehicle_models.id, named.year, named.position)
    SELECT found.position, "makeId", make, family, "modelId", generation, "from", "to",
      -- A model that was not built in the year is proposed without it.
      CASE WHEN "isBuilt" THEN year END AS year, "typedEngine", (SELECT jsonb_agg(${engineAsJson}
        ORDER BY name, id) FROM vehicle_engines WHERE model_id = "modelId" AND "typedEngine" IS NOT NULL) AS engines
    FROM found
    WHERE "isBuilt" OR NOT EXISTS (SELECT FROM found other WHERE other.position = found.position AND other."isBuilt")
    ORDER BY position, "from" DESC NULLS LAST, "modelId" LIMIT ${maxProposals}`)
  return rows.map(presentProposal)
}

function presentProposal({ typedEngine, engines, ...row }: ProposalRow): VehicleProposal {
  const matching = typedEngine === null ? [] : (engines ?? []).filter(({ name }) => hasWords(name, typedEngine))
  const engine = matching.length === 1 ? matching[0] : undefined
  const { makeId, make, family, modelId, generation, from, to, year } = row
  const name = [year, make, family, generation, engine?.name ?? typedEngine].filter((part) => part !== null).join(' ')
  return withoutNulls({ makeId, make, family, modelId, generation, from, to, year, engine: engine ?? null, name })
}

const hasWords = (name: string, typed: string) => {
  const key = nameKey(name)
  return typed.split(/\s+/).every((word) => key.includes(nameKey(word)))
}

/** Finds a code of an imported list as it is typed, or without its separators. */
async function readCode(db: Database, text: string): Promise<VehicleProposal[]> {
  const key = nameKey(text)
  const forms = [text.trim(), text.trim().toUpperCase(), key, `${key.slice(0, 4)}/${key.slice(4)}`]
  const { rows } = await db.execute<ProposalRow & { engine: VehicleEngine | null }>(sql`
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
