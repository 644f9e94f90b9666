import { sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { groupByFamily, placeFit, type PlacedModel } from '#server/vehicles/place-fits.ts'
import { nameKey, namesOfFamily, namesOfGeneration } from '#server/vehicles/vehicle-names.ts'

/** Names a vehicle in words of a seller; null is what is not said. */
export interface NamedVehicleRow {
  make: string
  family: string
  generation: string | null
  from: number | null
  to: number | null
}

/** Holds a model with the years of the row that are its own; null is all of them. */
export interface FoundModel {
  model: PlacedModel
  from: number | null
  to: number | null
  /** Set if the model was not built in some of these years, as far as the shop knows. */
  isOutside: boolean
}

/** Says what of a vehicle the shop does not know, as the codes of field problems. */
export interface VehicleFault {
  fault: 'make-unknown' | 'family-unknown' | 'generation-unknown' | 'generation-needed'
  field: 'make' | 'family' | 'generation'
  facts: { text: string; of: string }
  /** What of it the shop knows, as it spells it; the generation as it was asked for. */
  known?: { make: string; family?: string; generation?: string }
}

export type VehicleFinder = (asked: NamedVehicleRow) => FoundModel[] | VehicleFault

/** Makes editors of vehicles wait for writers of fitments: a row never names what was merged meanwhile. */
export const keepVehicles = (tx: Transaction) =>
  tx.execute(sql`SELECT pg_advisory_xact_lock_shared(hashtext('boltyard.vehicles'))`)

/** Makes writers of fitments and other editors of vehicles wait. */
export const lockVehicles = (tx: Transaction) =>
  tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('boltyard.vehicles'))`)

/** Names the vehicles of a family that are of no generation, where it also has generations. */
export const noGeneration = 'none'

const keyOf = (name: string) => nameKey(name) || name.trim().toUpperCase()

/** Reads all vehicles, hidden ones too, and returns what finds them by what people call them; some 40 ms. */
export async function readVehicleFinder(db: Database | Transaction): Promise<VehicleFinder> {
  const { rows: models } = await db.execute<PlacedModel & Record<string, unknown>>(sql`
    SELECT vehicle_models.id, name AS make, family, generation, year_from AS "from", year_to AS "to"
    FROM vehicle_models JOIN vehicle_makes ON vehicle_makes.id = make_id
    ORDER BY year_from NULLS FIRST, generation NULLS FIRST, vehicle_models.id`)
  const { rows: names } = await db.execute<{
    name: string
    make: string
    family: string | null
    model: number | null
  }>(sql`
    SELECT vehicle_names.name, vehicle_makes.name AS make, family, model_id AS model
    FROM vehicle_names JOIN vehicle_makes ON vehicle_makes.id = make_id ORDER BY vehicle_names.id`)
  const namesOfModel = Map.groupBy(names, ({ model }) => model)
  const { rows: ownNames } = await db.execute<{ name: string }>(sql`SELECT name FROM vehicle_makes`)
  // The own name of a make or a family comes before what others are called.
  const makes = new Map(ownNames.map(({ name }) => [keyOf(name), name]))
  const families = new Map<string, string>()
  const ofFamily = Map.groupBy(models, ({ make, family }) => `${make}|${family}`)
  for (const { make, family } of models) families.set(`${make}|${keyOf(family)}`, family)
  for (const [first] of ofFamily.values()) {
    if (!first) continue
    const { make, family } = first
    for (const name of namesOfFamily(family, [])) addName(families, `${make}|${keyOf(name)}`, family)
  }
  for (const { name, make, family } of namesOfModel.get(null) ?? []) {
    if (family === null) addName(makes, keyOf(name), make)
    else addName(families, `${make}|${keyOf(name)}`, family)
  }
  const isCalled = ({ id, generation }: PlacedModel, asked: string) => {
    if (generation === null) return false
    const others = (namesOfModel.get(id) ?? []).map(({ name }) => name)
    return [...namesOfGeneration(generation, others)].some((name) => keyOf(name) === asked)
  }

  return (asked) => {
    const make = makes.get(keyOf(asked.make))
    if (make === undefined) return { fault: 'make-unknown', field: 'make', facts: { text: asked.make, of: '' } }
    const isOwnName = ofFamily.has(`${make}|${asked.family}`)
    const family = isOwnName ? asked.family : families.get(`${make}|${keyOf(asked.family)}`)
    const found =
      family === undefined
        ? findInOneText(asked, make)
        : { rows: ofFamily.get(`${make}|${family}`) ?? [], generation: asked.generation }
    if (!found)
      return { fault: 'family-unknown', field: 'family', facts: { text: asked.family, of: make }, known: { make } }
    const { rows, generation } = found
    if (generation === null || generation.trim() === '') return placeInYears(rows, asked)
    const key = keyOf(generation)
    const model =
      rows.find((row) => row.generation === (generation === noGeneration ? null : generation)) ??
      rows.find((row) => row.generation !== null && keyOf(row.generation) === key) ??
      rows.find((row) => isCalled(row, key))
    if (model) return [placeIn(model, asked)]
    return {
      fault: 'generation-unknown',
      field: 'generation',
      facts: { text: generation, of: `${make} ${asked.family}` },
      known: { make, family: rows[0]?.family ?? asked.family, generation },
    }
  }

  /** Finds a family and its generation in one text, such as `Golf V`. */
  function findInOneText({ family, generation }: NamedVehicleRow, make: string) {
    const words = family.trim().split(/\s+/)
    for (let count = words.length - 1; count > 0; count -= 1) {
      const known = families.get(`${make}|${keyOf(words.slice(0, count).join(' '))}`)
      if (known === undefined) continue
      return {
        rows: ofFamily.get(`${make}|${known}`) ?? [],
        generation: [...words.slice(count), generation ?? ''].join(' ').trim(),
      }
    }
    return undefined
  }
}

function addName(names: Map<string, string>, key: string, target: string): void {
  if (!names.has(key)) names.set(key, target)
}

const placeIn = (model: PlacedModel, { from, to }: NamedVehicleRow): FoundModel => ({
  model,
  from,
  to,
  isOutside:
    (from !== null && ((model.from !== null && from < model.from) || (model.to !== null && from > model.to))) ||
    (to !== null && ((model.to !== null && to > model.to) || (model.from !== null && to < model.from))),
})

/** Returns the rows of a family that were certainly built in the asked years, each with its part of them. */
function placeInYears(rows: readonly PlacedModel[], asked: NamedVehicleRow): FoundModel[] | VehicleFault {
  const [only] = rows
  if (only && rows.length === 1) return [placeIn(only, asked)]
  const { make, family } = only ?? asked
  const rest = { generation: null, engine: null, position: null, condition: null }
  const placed = placeFit({ make, family, from: asked.from, to: asked.to, ...rest }, groupByFamily(rows))
  const found = placed.flatMap(({ modelId, yearFrom: from, yearTo: to }): FoundModel[] => {
    const model = rows.find(({ id }) => id === modelId)
    return model ? [{ model, from, to, isOutside: false }] : []
  })
  if (found.length > 0) return found
  const text = rows.map(({ generation }) => generation ?? noGeneration).join(', ')
  return { fault: 'generation-needed', field: 'generation', facts: { text, of: `${make} ${family}` } }
}
