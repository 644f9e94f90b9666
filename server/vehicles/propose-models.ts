import type { Fit } from '#server/vehicles/fits.ts'
import type { Dictionary } from '#server/vehicles/read-dictionary.ts'
import { type PlacedFit, type PlacedModel, placeFit } from '#server/vehicles/place-fits.ts'
import { readFits } from '#server/vehicles/read-fits.ts'
import { isNamedByNumber, mayNameVehicle } from '#server/vehicles/fit-text.ts'
import { phraseOfYears, readText } from '#server/vehicles/read-texts.ts'
import { familyKey, nameKey, type NamedThing, phraseOf, type VehicleNames } from '#server/vehicles/vehicle-names.ts'

/** The most models that are proposed for a phrase. */
const maxProposed = 9

/** The most families whose generations are proposed for a code alone. */
const maxFamiliesOfCode = 3

/**
 * Returns what a phrase may mean: what it reads as, with all generations of a family, or what has such a name. A phrase that names a make
 * or a family means no other; a code that many families have means none of them.
 */
export function proposeModels(text: string, { names, models }: Pick<Dictionary, 'names' | 'models'>): number[] {
  const read = readFits(text, names).readings.flatMap((fit) => {
    const placed = new Set(placeFit(fit, models).map(({ modelId }) => modelId))
    const all = generationsOf(fit, models)
    const meant = all.filter(({ id }) => placed.has(id))
    return (meant.length > 0 ? meant : all).map(({ id }) => id)
  })
  const words = text
    .replaceAll(/(?<!\d)\d{1,3}[.,]\d\p{L}{0,3}/gu, ' ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  const all = words
    .flatMap((word, at) => [[word, words[at + 1] ?? ''].join(''), word])
    .flatMap((word) =>
      (names.things.get(nameKey(word)) ?? []).map((thing) => ({
        ...thing,
        isNumber: /^\d+$/.test(word) && !isNamedByNumber(word),
      })),
    )
  const makes = new Set(all.flatMap(({ kind, make }) => (kind === 'make' ? make : [])))
  const ofMakes = all.filter(({ kind, make }) => kind !== 'make' && (makes.size === 0 || makes.has(make)))
  // A number is a family behind its make only, and a generation beside its family only.
  const familiesIn = ofMakes.filter(({ kind, isNumber }) => kind === 'family' && (!isNumber || makes.size > 0))
  const keysOf = (list: readonly NamedThing[]) => new Set(list.map(({ make, family }) => familyKey(make, family)))
  const families = keysOf(familiesIn)
  const isOfFamily = ({ make, family }: NamedThing) => families.has(familyKey(make, family))
  const things = ofMakes.filter((thing) => !thing.isNumber || isOfFamily(thing))
  const meant = families.size > 0 ? things.filter(isOfFamily) : things
  const hasWord = makes.size > 0 || familiesIn.some(({ family }) => /\p{L}{3}/u.test(family))
  // `M4 G80`: short codes of two makes, and `E500 E63`: a code beside one that nothing has, may be anything.
  const isUnsure =
    !hasWord &&
    ((families.size > 0 && new Set(things.map(({ make }) => make)).size > 1) ||
      (words.length > 1 && words.some((word) => /^\p{L}\d{2,3}$/u.test(word) && !names.things.has(nameKey(word)))))
  const isCodeOfMany = makes.size === 0 && families.size === 0 && keysOf(meant).size > maxFamiliesOfCode
  // Two letters may be anything, where the text names no make.
  const isShort = makes.size === 0 && nameKey(text).length < 3
  // `Forester SG`: a code that is none of the family's may be any part of its years.
  const hasStranger = families.size > 0 && words.some((word, at) => isStrangerIn(word, words[at - 1], meant, names))
  const named = (isUnsure || isCodeOfMany || isShort ? [] : meant).flatMap(({ generation, ...family }) =>
    generationsOf(family, models).flatMap((model) =>
      (generation === null || model.generation === generation) && !(hasStranger && model.generation === null)
        ? model.id
        : [],
    ),
  )
  return [...new Set([...read, ...named])].slice(0, maxProposed)
}

/** Returns the models of a family in the order in which a person looks for them, the latest first. */
const generationsOf = (
  { make, family }: Pick<NamedThing, 'make' | 'family'>,
  models: Dictionary['models'],
): readonly PlacedModel[] =>
  (models.get(familyKey(make, family)) ?? []).toSorted((a, b) => (b.from ?? 0) - (a.from ?? 0))

/** Holds what a text says so far: rows, phrases that are left over, and the models that these may mean. */
interface TextProposal {
  rows: PlacedFit[]
  rest: string[]
  modelIds: number[]
  /** Tells whether these are the generations of families that the text names. */
  isFamily: boolean
}

/**
 * Returns what a person is shown of a text whose rest is one question. The generations of its families are proposed; without any such
 * family, what its other words may mean, of the makes that are read.
 */
export function proposeForText(text: string, dictionary: Dictionary): TextProposal {
  const { names, models, answers } = dictionary
  const { rows, leftover } = readText(text, dictionary)
  const { readings } = readFits(text, names, answers)
  const families = new Map(
    leftover.flatMap((phrase) => {
      const key = nameKey(phrase)
      const fit = readings.find(({ make, family, ...of }) =>
        [phraseOf({ make, family }), phraseOfYears({ make, family, ...of })].some((one) => nameKey(one) === key),
      )
      return fit ? [[phrase, generationsOf(fit, models)] as const] : []
    }),
  )
  const rest = leftover.filter((phrase) => !families.has(phrase))
  const isFamily = families.size > 0
  // Beside a family, as in `LX & GX`, only what is the name of another one.
  const ofRest = proposeForRest(text, rest, readings, dictionary).filter(
    (id) => !isFamily || isNamedBy(rest, id, dictionary),
  )
  const ids = [...[...families.values()].flat().map(({ id }) => id), ...ofRest]
  const read = new Set(rows.map(({ modelId }) => modelId))
  return { rows, rest, modelIds: [...new Set(ids)].filter((id) => !read.has(id)), isFamily }
}

/** Returns what the rest of a text may mean: a phrase such as `M4` is read behind its make, if the text names it, too. */
function proposeForRest(
  text: string,
  rest: readonly string[],
  readings: readonly Fit[],
  dictionary: Dictionary,
): number[] {
  const makes = new Set([...readings.map(({ make }) => make), ...makesIn(text, dictionary.names)])
  const all = rest.flatMap((phrase) => [
    phrase,
    ...(dictionary.names.things.get(nameKey(phrase)) ?? []).flatMap(({ kind, make }) =>
      kind === 'family' && makes.has(make) && mayNameVehicle(phrase) ? `${make} ${phrase}` : [],
    ),
  ])
  const ids = [...new Set(all.flatMap((phrase) => proposeModels(phrase, dictionary)))]
  if (ids.length === 0 || makes.size === 0) return ids.slice(0, maxProposed)
  const ofMakes = new Set([...dictionary.models.values()].flat().flatMap(({ id, make }) => (makes.has(make) ? id : [])))
  return ids.filter((id) => ofMakes.has(id)).slice(0, maxProposed)
}

const makesIn = (text: string, names: VehicleNames): string[] =>
  text
    .split(/[^\p{L}\p{N}]+/u)
    .flatMap((word) => names.things.get(nameKey(word)) ?? [])
    .flatMap(({ kind, make }) => (kind === 'make' ? make : []))

/** Tells whether one of some phrases is the name of the family of a model. */
const isNamedBy = (phrases: readonly string[], id: number, { names, models }: Dictionary): boolean =>
  phrases.some((phrase) =>
    (names.things.get(nameKey(phrase)) ?? []).some(
      ({ kind, make, family }) =>
        kind === 'family' && (models.get(familyKey(make, family)) ?? []).some((model) => model.id === id),
    ),
  )

/** Tells whether a word looks like the code of a generation, and none of the families that a phrase names has it. */
const isStrangerIn = (
  word: string,
  before: string | undefined,
  meant: readonly NamedThing[],
  names: VehicleNames,
): boolean =>
  /^(?=.*\d)[\p{L}\d]{2,4}$|^\p{Lu}{2}$/u.test(word) &&
  ![word, `${before ?? ''}${word}`].some((name) =>
    (names.things.get(nameKey(name)) ?? []).some(
      ({ kind, make, family }) => kind === 'make' || meant.some((one) => one.make === make && one.family === family),
    ),
  )
