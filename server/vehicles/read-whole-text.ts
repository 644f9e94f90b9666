import { type Span, type Word, meansNothing, spansOf, wordsIn } from '#server/vehicles/fit-text.ts'
import type { Fit, FitAnswer } from '#server/vehicles/fits.ts'
import type { EngineSpan } from '#server/vehicles/read-engines.ts'
import { daysOf, type YearRange, type YearSpan, withoutContainedYears } from '#server/vehicles/read-years.ts'
import type { VehicleNames } from '#server/vehicles/vehicle-names.ts'
import { isInYears } from '#server/vehicles/years-of-models.ts'

const nothingSaid = { from: null, to: null, engine: null, position: null, condition: null }

/** Matches versions of one letter, as in `Golf VIII R`. */
const version = /^[RS]$/i

/** Matches years, of four digits or from one to another, which restrict what no years were read of. */
const yearsInWords = /(?<!\d)(?:(?:19[5-9]|20[0-3])\d|\d\d\s?[-–/]\s?\d\d)(?!\d)/

/** Matches two digits that a text may begin with for a year, and seldom does for a number of parts. */
const numberInFront = /^(?:[89]\d|0[1-9])$/

/**
 * Returns the fits of a text of which a person said which vehicles it means, and what its other words say. Numbers and letters beside
 * them say nothing if the words do, but for what may be a version, an engine or years.
 */
export function readWhole(
  readings: readonly Fit[],
  { fits, isCondition = false }: FitAnswer,
  words: readonly Word[],
  {
    text,
    names,
    years,
    engines,
  }: { text: string; names: VehicleNames; years: readonly YearSpan[]; engines: readonly EngineSpan[] },
): Fit[] {
  const isMeant = (one: Fit) =>
    fits.some(
      ({ make, family, generation }) => make === one.make && family === one.family && generation === one.generation,
    )
  // A family of which another generation is read than is meant is not missing: its years and engine are those of what is meant.
  const missing = fits.filter(
    (one) =>
      !readings.some(
        (fit) =>
          fit.make === one.make && fit.family === one.family && (fit.generation === one.generation || !isMeant(fit)),
      ),
  )
  const hasVersion = words.some(
    ({ key, as, gap }, at) =>
      as === null && version.test(key) && /^[ /]$/.test(gap) && /^(?:vehicle|condition)$/.test(words[at - 1]?.as ?? ''),
  )
  const ofYears = missing.length > 0 ? onlyYears(years, words, missing, names) : undefined
  const ofEngines = missing.length > 0 ? onlyEngine(engines, words) : undefined
  // A list of years within the range says nothing more.
  for (const span of ofYears ? years.filter((one) => isFree(one, words)) : [])
    for (const word of wordsIn(words, span)) word.as = 'years'
  for (const word of ofEngines ? wordsIn(words, ofEngines) : []) word.as = 'engine'
  const front = ofYears === undefined ? yearInFront([...readings, ...fits], words, names) : undefined
  const isRestricted = isCondition && words[0]?.as === null && numberInFront.test(words[0].key)
  const rest = takeRest(words, text, names, new Set(fits.map(({ make }) => make)))
  const limited = (fit: Fit, limits: readonly string[]) => ({
    ...fit,
    condition: [fit.condition, ...limits].filter(Boolean).join(' ') || null,
  })
  const isWord = (one: string) => one.split(/[^\p{L}\p{N}]+/u).some((word) => !meansNothing(word))
  // `w/ 350`: an engine of three digits that a person took for a condition is one also where no word is left.
  const saysWords = rest.some(isWord)
  const isSaid = (one: string) =>
    isCondition || isWord(one) || /\d[.,]\d/.test(one) || yearsInWords.test(one) || version.test(one)
  return [
    ...readings.map((fit) =>
      limited(
        fit.from === null && fit.to === null ? { ...fit, ...front } : fit,
        rest.filter(
          (one, at) =>
            (isRestricted && at === 0) ||
            (hasVersion && version.test(one)) ||
            isWord(one) ||
            (isCondition && !saysWords && /^\d{3}$/.test(one)) ||
            (fit.from === null && fit.to === null && yearsInWords.test(one)),
        ),
      ),
    ),
    ...missing.flatMap((fit) =>
      (ofYears?.ranges ?? [front ?? { from: null, to: null }]).flatMap((range) =>
        (ofEngines?.names ?? [null]).map((engine) =>
          limited(
            { ...nothingSaid, ...fit, from: range.from, to: range.to, ...daysOf(range), engine },
            rest.filter(isSaid),
          ),
        ),
      ),
    ),
  ]
}

const isFree = (span: Span, words: readonly Word[]): boolean => wordsIn(words, span).every(({ as }) => as === null)

/** Returns the only years that are left over, which are those of what a person named; two digits only if it was built in them. */
function onlyYears(
  years: readonly YearSpan[],
  words: readonly Word[],
  vehicles: FitAnswer['fits'],
  names: VehicleNames,
): YearSpan | undefined {
  const [only, ...more] = withoutContainedYears(years.filter((span) => isFree(span, words)))
  if (!only || more.length > 0 || only.isDoubtful) return undefined
  // Beside other words one year may be a model or a number of a part.
  const at = words.findIndex(({ start }) => start >= only.start)
  const last = words.findLastIndex(({ end }) => end <= only.end)
  if (only.isBare && [words[at - 1], words[last + 1]].some((word) => word?.as === null)) return undefined
  return !only.isShort || vehicles.every((one) => isInYears(one, only.ranges, names)) ? only : undefined
}

/** Takes two digits that a text begins with, as in `08 Explorer`, as the year of vehicles that were all built in it. */
function yearInFront(
  vehicles: readonly Pick<Fit, 'make' | 'family' | 'generation'>[],
  words: readonly Word[],
  names: VehicleNames,
): YearRange | undefined {
  const [number, next] = words
  if (number?.as !== null || next?.gap !== ' ' || next.as === 'part' || !numberInFront.test(number.key))
    return undefined
  const year = Number(number.key) + (number.key.startsWith('0') ? 2000 : 1900)
  const range = { from: year, to: year }
  if (!vehicles.every((one) => isInYears(one, [range], names))) return undefined
  number.as = 'years'
  return range
}

/** Returns the only engine that is left over and that its litres or name leave no doubt of. */
function onlyEngine(engines: readonly EngineSpan[], words: readonly Word[]): EngineSpan | undefined {
  const [only, ...more] = engines.filter((span) => isFree(span, words))
  return only && !only.isBare && more.length === 0 ? only : undefined
}

/** Takes the words that are left over, and returns them as they are written, without the names of vehicles of some makes. */
function takeRest(words: readonly Word[], text: string, names: VehicleNames, makes: ReadonlySet<string>): string[] {
  const open = words.map((word) => (word.as === null ? word : null))
  for (const [first, word] of open.entries()) {
    if (!word) continue
    for (const { key, last } of spansOf(words, first, names.maxWords)) {
      if (open.slice(first, last + 1).includes(null)) continue
      if (!(names.things.get(key) ?? []).some(({ make }) => makes.has(make))) continue
      for (const one of words.slice(first, last + 1)) one.as ??= 'answer'
      break
    }
  }
  const rest: string[] = []
  for (let index = 0; index < words.length; index++) {
    if (words[index]?.as !== null) continue
    let last = index
    while (words[last + 1]?.as === null) last += 1
    // `1.25` is one number.
    let begin = index
    while (/^[.,]$/.test(words[begin]?.gap ?? '') && /^\d+$/.test(words[begin - 1]?.key ?? '')) begin -= 1
    rest.push(text.slice(words[begin]?.start, words[last]?.end))
    for (const word of words.slice(index, last + 1)) word.as = 'answer'
    index = last
  }
  return rest
}
