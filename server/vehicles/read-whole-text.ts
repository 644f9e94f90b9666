import { type Span, type Word, meansNothing, spansOf, wordsIn } from '#server/vehicles/fit-text.ts'
import type { Fit, FitAnswer } from '#server/vehicles/fits.ts'
import type { EngineSpan } from '#server/vehicles/read-engines.ts'
import { daysOf, type YearSpan, withoutContainedYears } from '#server/vehicles/read-years.ts'
import type { VehicleNames } from '#server/vehicles/vehicle-names.ts'
import { isInYears } from '#server/vehicles/years-of-models.ts'

const nothingSaid = { from: null, to: null, engine: null, position: null, condition: null }

/** Matches versions of one letter, as in `Golf VIII R`; other letters and numbers beside a vehicle say nothing. */
const version = /^[RS]$/i

/**
 * Returns the fits of a text of which a person said which vehicles it means. Once its words are decided, what is left over restricts
 * them, but for numbers and letters beside a vehicle that was read.
 */
export function readWhole(
  readings: readonly Fit[],
  { fits }: FitAnswer,
  words: readonly Word[],
  {
    text,
    names,
    isSpent,
    years,
    engines,
  }: {
    text: string
    names: VehicleNames
    isSpent: boolean
    years: readonly YearSpan[]
    engines: readonly EngineSpan[]
  },
): Fit[] {
  const missing = fits.filter(
    (one) =>
      !readings.some(
        ({ make, family, generation }) =>
          make === one.make && family === one.family && (generation === null || generation === one.generation),
      ),
  )
  const hasVersion = words.some(
    ({ key, as, gap }, at) =>
      as === null && version.test(key) && /^[ /]$/.test(gap) && /^(?:vehicle|condition)$/.test(words[at - 1]?.as ?? ''),
  )
  const ofYears = isSpent && missing.length > 0 ? onlyYears(years, words, missing, names) : undefined
  const ofEngines = isSpent && missing.length > 0 ? onlyEngine(engines, words) : undefined
  // A list of years within the range says nothing more.
  for (const span of ofYears ? years.filter((one) => isFree(one, words)) : [])
    for (const word of wordsIn(words, span)) word.as = 'years'
  for (const word of ofEngines ? wordsIn(words, ofEngines) : []) word.as = 'engine'
  const rest = isSpent ? takeRest(words, text, names, new Set(fits.map(({ make }) => make))) : []
  const limited = (fit: Fit, limits: readonly string[]) => ({
    ...fit,
    condition: [fit.condition, ...limits].filter(Boolean).join(' ') || null,
  })
  const telling = rest.filter(
    (one) => (hasVersion && version.test(one)) || one.split(/[^\p{L}\p{N}]+/u).some((word) => !meansNothing(word)),
  )
  return [
    ...readings.map((fit) => limited(fit, telling)),
    ...missing.flatMap((fit) =>
      (ofYears?.ranges ?? [{ from: null, to: null }]).flatMap((range) =>
        (ofEngines?.names ?? [null]).map((engine) =>
          limited({ ...nothingSaid, ...fit, from: range.from, to: range.to, ...daysOf(range), engine }, rest),
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
