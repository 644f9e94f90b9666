import { connector } from '#server/vehicles/fit-words.ts'
import { readWords, spansOf } from '#server/vehicles/fit-text.ts'
import type { UsedWords } from '#server/vehicles/fits.ts'
import type { ModelsOfFamilies, PlacedModel } from '#server/vehicles/place-fits.ts'
import { readEngines } from '#server/vehicles/read-engines.ts'
import { bmwModel } from '#server/vehicles/numbered-models.ts'
import { readFits } from '#server/vehicles/read-fits.ts'
import { familyKey, type NamedThing, nameKey, plainText, type VehicleNames } from '#server/vehicles/vehicle-names.ts'

/** Holds a vehicle that a line names, as the dictionary spells it. */
export interface LineVehicle {
  make: string
  family: string | null
  generation: string | null
  year: number | null
  engine: string | null
}

/** Splits a line of a buyer into what it names, the words for that, and the words that are left. */
export interface ReadLine {
  named: LineVehicle[]
  typed: string
  rest: string
}

/** Whether a text has a name of the index at all: most searches have none, and reading them would cost 20 to 40 µs. */
export function hasName(text: string, names: VehicleNames): boolean {
  const words = readWords(text, plainText(text))
  return words.some((_, first) => spansOf(words, first, names.maxWords).some(({ key }) => names.things.has(key)))
}

/** Reads the vehicles of a line as texts of parts are read: what may be another word is left. */
export function readLine(text: string, names: VehicleNames): ReadLine {
  const { readings, used } = readFits(text, names)
  const named = readings.map(({ make, family, generation, from, to, engine }): LineVehicle => ({
    make,
    family,
    generation,
    // Years from one to another are those of a part: a vehicle has one.
    year: from === to ? from : null,
    engine,
  }))
  return { named, ...splitWords(text, used) }
}

/**
 * Finds names more freely: the line is about a vehicle, so that two digits are its year, and a person takes one of the proposals.
 */
export function readNames(text: string, names: VehicleNames, thisYear: number): ReadLine {
  const found = [...text.matchAll(/[\p{L}\p{N}.]+/gu)]
  const words = found.map(([word]) => word)
  const yearAt = words.findLastIndex((word) => readYear(word, thisYear) !== null)
  const year = yearAt < 0 ? null : readYear(words[yearAt] ?? '', thisYear)
  const spans = words.flatMap((_, first) =>
    Array.from({ length: Math.min(names.maxWords, words.length - first) }, (__, more) => ({
      words: Array.from({ length: more + 1 }, (___, at) => first + at),
    }))
      .filter((span) => !span.words.includes(yearAt))
      .map((span) => ({
        ...span,
        things: findThings(nameKey(span.words.map((at) => words[at]).join('')), names),
      })),
  )
  const things = spans.toSorted((a, b) => b.words.length - a.words.length).flatMap((one) => one.things)
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
  const ofMake = [...makes].map((make) => ({ make, family: null, generation: null, year, engine: null }))
  const meant = new Set<NamedThing>([...models, ...things.filter(({ kind }) => kind === 'make')])
  const read = new Set(spans.flatMap((span) => (span.things.some((thing) => meant.has(thing)) ? span.words : [])))
  const [motor] = readEngines(plainText(text)).filter(({ start, end }) =>
    found.every(({ index }, at) => index < start || index >= end || !(read.has(at) || at === yearAt)),
  )
  const isOfMotor = (at: number) => {
    const { index = -1 } = found[at] ?? {}
    return motor !== undefined && motor.start <= index && index < motor.end
  }
  const named = narrowed.map(({ make, family, generation }) => ({
    make,
    family,
    generation,
    year,
    engine: motor?.names[0] ?? null,
  }))
  const isRead = (at: number) => read.has(at) || at === yearAt || (named.length > 0 && isOfMotor(at))
  return {
    named: named.length > 0 ? named : ofMake,
    typed: words.filter((_, at) => isRead(at)).join(' '),
    rest: words.filter((word, at) => !isRead(at) && !connector.test(plainText(word))).join(' '),
  }
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
export function readYear(word: string, thisYear: number): number | null {
  if (/^(?:19|20)\d{2}$/.test(word)) return Number(word)
  if (!/^\d{2}$/.test(word)) return null
  const year = 2000 + Number(word)
  return year <= thisYear + 1 ? year : year - 100
}

/**
 * Returns the generations that a line names, or those that its year is in. One that was not built in the year is meant without it, since
 * data of years have holes.
 */
export function findModels(
  { make, family, generation, year }: LineVehicle,
  models: ModelsOfFamilies,
): { found: readonly PlacedModel[]; year: number | null } {
  const ofFamily = family === null ? [] : (models.get(familyKey(make, family)) ?? [])
  const named = generation === null ? ofFamily : ofFamily.filter((model) => model.generation === generation)
  const built = named.filter(({ from, to }) => year !== null && (from ?? year) <= year && year <= (to ?? year))
  return built.length > 0 ? { found: built, year } : { found: named, year: null }
}

const isOfVehicle = ({ as }: UsedWords) => as === 'vehicle' || as === 'years' || as === 'engine'

/** Takes the words of the vehicle out of a text, with a `for` before it. */
function splitWords(text: string, used: readonly UsedWords[]): { typed: string; rest: string } {
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
  return { typed: typed.join(' '), rest: words.filter(Boolean).join(' ') }
}
