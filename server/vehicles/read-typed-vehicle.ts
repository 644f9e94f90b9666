import { sql } from 'drizzle-orm'
import type { ListedVehicle } from '#contract/vehicle-address.ts'
import type { Database } from '#server/platform/database/database.ts'
import { nameVehicle, readEnginesOf } from '#server/vehicles/name-vehicle.ts'
import { type Dictionary, readDictionary } from '#server/vehicles/read-dictionary.ts'
import type { PlacedModel } from '#server/vehicles/place-fits.ts'
import { findModels, hasName, readLine, readNames } from '#server/vehicles/read-line.ts'

/** Describes the vehicle that a search names. */
export interface TypedVehicle {
  /** As it was typed. */
  typed: string
  /** Such as `2019 Mercedes-Benz Sprinter`. */
  name: string
  /** The words that remain to be searched. */
  words: string
  /** An engine that is unlike those of the vehicle, and a year in which it was not built. */
  notUnderstood: string[]
  /** Several generations, if its year is in all of them. */
  vehicles: (ListedVehicle & { name: string })[]
}

/** Sets for how long a dictionary is used unchecked: searches take no statement more because vehicles might be in them. */
const keptMs = 1000

interface Kept {
  dictionary: Promise<Dictionary | undefined>
  until: number
}
const kept = new WeakMap<object, Kept>()

/** Returns the names of vehicles, at most a second old; undefined in a shop without fitments, where words are just words. */
function recentDictionary(db: Database): Promise<Dictionary | undefined> {
  const before = kept.get(db)
  if (before && performance.now() < before.until) return before.dictionary
  const dictionary = readIfListed(db)
  kept.set(db, { dictionary, until: performance.now() + keptMs })
  // A failure is for the one who met it.
  dictionary.catch(() => kept.delete(db))
  return dictionary
}

async function readIfListed(db: Database): Promise<Dictionary | undefined> {
  const { rows } = await db.execute(sql`SELECT FROM fitments LIMIT 1`)
  return rows.length > 0 ? readDictionary(db) : undefined
}

/** Reads the vehicle out of a search, if it names one family with a year or a generation; undefined for all other texts. */
export async function readTypedVehicle(db: Database, text: string): Promise<TypedVehicle | undefined> {
  const dictionary = await recentDictionary(db)
  if (!dictionary || !hasName(text, dictionary.names)) return undefined
  const { named, typed, rest } = readLine(text, dictionary.names)
  const [line, ...others] = named
  if (!line || others.length > 0) return undefined
  const { found, year } = findModels(line, dictionary.models)
  const [model, another] = found
  // All generations of a family are too many to mean.
  if (!model || (line.generation === null && (line.year === null || (year === null && another)))) return undefined
  const engines = await readEnginesOf(db, line.engine === null ? [] : found.map(({ id }) => id))
  const vehicles = found.map(({ id, generation }) => {
    const { name, engine, unused } = nameVehicle({ ...line, generation, year }, engines.get(id) ?? [])
    return { modelId: id, ...(year !== null && { year }), ...(engine && { engineId: engine.id }), name, unused }
  })
  const ofFamily = nameVehicle({ ...line, year }, [...engines.values()].flat())
  return {
    typed,
    words: rest,
    name: another ? ofFamily.name : (vehicles[0]?.name ?? ofFamily.name),
    notUnderstood: [
      ...(line.year !== null && year === null ? [String(line.year)] : []),
      ...(vehicles[0]?.unused ?? []).filter((word) => vehicles.every(({ unused }) => unused.includes(word))),
    ],
    vehicles: vehicles.map(({ unused: _, ...vehicle }) => vehicle),
  }
}

/** Describes the family that words of a search name without saying which generation. */
export interface TypedFamily {
  /** As it was typed. */
  typed: string
  /** The generations that have parts, the latest first; all, if none has. */
  models: PlacedModel[]
  hasParts: boolean
}

/** Reads the family that words name, which are known to say nothing else; undefined if they name none. Digits alone are a number. */
export async function readTypedFamily(db: Database, words: string): Promise<TypedFamily | undefined> {
  const dictionary = await recentDictionary(db)
  if (!dictionary || !/\p{L}/u.test(words) || !hasName(words, dictionary.names)) return undefined
  const { named, typed } = readNames(words, dictionary.names, new Date().getFullYear())
  const found = new Map(
    named.flatMap((line) => findModels(line, dictionary.models).found).map((model) => [model.id, model]),
  )
  const { rows } = await db.execute<{ id: number }>(sql`
    SELECT id FROM unnest(${sql.param([...found.keys()])}::integer[]) AS asked (id)
    WHERE EXISTS (SELECT FROM fitments WHERE model_id = asked.id)`)
  const listed = rows.flatMap(({ id }) => found.get(id) ?? [])
  const models = listed.length > 0 ? listed : [...found.values()]
  if (models.length === 0) return undefined
  return { typed, models: models.toSorted((a, b) => (b.from ?? 0) - (a.from ?? 0)), hasParts: listed.length > 0 }
}
