import { sql } from 'drizzle-orm'
import type { ListedVehicle } from '#contract/vehicle-address.ts'
import type { Database } from '#server/platform/database/database.ts'
import { connector } from '#server/vehicles/fit-words.ts'
import type { PlacedModel } from '#server/vehicles/place-fits.ts'
import { type Dictionary, readDictionary } from '#server/vehicles/read-dictionary.ts'
import type { Fit, UsedWords } from '#server/vehicles/fits.ts'
import { readFits } from '#server/vehicles/read-fits.ts'
import { familyKey, nameKey, plainText } from '#server/vehicles/vehicle-names.ts'

/** Describes the vehicle that a search names. */
export interface TypedVehicle {
  /** As it was typed. */
  typed: string
  /** Such as `2019 Mercedes-Benz Sprinter`. */
  name: string
  /** The words that remain to be searched. */
  words: string
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

/**
 * Reads the vehicle out of a search, if it names one family with a year or a generation; undefined for all other texts.
 * An engine that the shop does not know of the vehicle leaves the words, too: parts are listed by those that it knows.
 */
export async function readTypedVehicle(db: Database, text: string): Promise<TypedVehicle | undefined> {
  const dictionary = await recentDictionary(db)
  if (!dictionary) return undefined
  const { names, answers, models } = dictionary
  const { readings, used } = readFits(text, names, answers)
  const [fit, ...others] = readings
  if (!fit || others.length > 0) return undefined
  const year = fit.from !== null && fit.from === fit.to ? fit.from : undefined
  const ofFamily = models.get(familyKey(fit.make, fit.family)) ?? []
  const found = findModels(fit, year, ofFamily)
  const [model] = found
  if (!model) return undefined
  const engine = fit.engine === null ? undefined : await findEngine(db, found, fit.engine)
  const { typed, words } = splitWords(text, used)
  const nameOf = (generation: string | null, engineName?: string) =>
    [year, fit.make, fit.family, generation, engineName].filter(Boolean).join(' ')
  return {
    typed,
    words,
    name: nameOf(found.length === 1 ? model.generation : null, engine?.name),
    vehicles: found.map(({ id, generation }) => ({
      modelId: id,
      ...(year !== undefined && { year }),
      ...(engine?.modelId === id && { engineId: engine.id }),
      name: nameOf(generation, engine?.modelId === id ? engine.name : undefined),
    })),
  }
}

/** Returns the generation that a search names, or those that its year is in. */
function findModels(fit: Fit, year: number | undefined, ofFamily: readonly PlacedModel[]): readonly PlacedModel[] {
  if (fit.generation !== null) return ofFamily.filter(({ generation }) => generation === fit.generation)
  if (year === undefined) return []
  const inYear = ofFamily.filter(({ from, to }) => (from ?? year) <= year && year <= (to ?? year))
  // Data of years have holes: the only vehicle of its name is meant in any year.
  return inYear.length === 0 && ofFamily.length === 1 ? ofFamily : inYear
}

async function findEngine(
  db: Database,
  found: readonly PlacedModel[],
  typed: string,
): Promise<{ id: number; modelId: number; name: string } | undefined> {
  const { rows } = await db.execute<{ id: number; modelId: number; name: string }>(sql`
    SELECT id, model_id AS "modelId", name FROM vehicle_engines
    WHERE model_id = ANY (${sql.param(found.map(({ id }) => id))}::integer[]) ORDER BY id`)
  const key = nameKey(typed)
  const same = rows.filter(({ name }) => nameKey(name) === key)
  const near = same.length > 0 ? same : rows.filter(({ name }) => nameKey(name).startsWith(key))
  return near.length === 1 ? near[0] : undefined
}

const isOfVehicle = ({ as }: UsedWords) => as === 'vehicle' || as === 'years' || as === 'engine' || as === 'answer'

/** Takes the words of the vehicle out of a text, with a `for` before it. */
function splitWords(text: string, used: readonly UsedWords[]): { typed: string; words: string } {
  const typed: string[] = []
  const rest: string[] = []
  let at = 0
  for (const each of used) {
    const start = text.indexOf(each.text, at)
    if (start < 0 || !isOfVehicle(each)) continue
    rest.push(text.slice(at, start))
    typed.push(each.text)
    at = start + each.text.length
  }
  rest.push(text.slice(at))
  const words = rest.map((part, index) => {
    const own = part.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
    const isBefore = index < rest.length - 1
    while (isBefore && connector.test(plainText(own.at(-1) ?? ''))) own.pop()
    return own.join(' ')
  })
  return { typed: typed.join(' '), words: words.filter(Boolean).join(' ') }
}
