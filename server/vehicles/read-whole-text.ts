import { type Word, meansNothing, spansOf } from '#server/vehicles/fit-text.ts'
import type { Fit, FitAnswer } from '#server/vehicles/fits.ts'
import type { VehicleNames } from '#server/vehicles/vehicle-names.ts'

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
  { text, names, isSpent }: { text: string; names: VehicleNames; isSpent: boolean },
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
    ...missing.map((fit) => {
      const { years, others } = takeYears(rest)
      return limited({ ...nothingSaid, ...fit, ...years }, others)
    }),
  ]
}

const yearsOfRest =
  /(?<![\p{L}\p{N}.,/-])((?:19[5-9]|20[0-3])\d)(?:\s?[-–]\s?((?:19[5-9]|20[0-3])\d))?(?![\p{L}\p{N}/–-]|[.,]\d)/gu

/** Takes the only year or range of years that is left over, which is that of what a person named, out of the rest. */
function takeYears(rest: readonly string[]): { years: Partial<Fit>; others: readonly string[] } {
  const [found, ...more] = rest.flatMap((one) => [...one.matchAll(yearsOfRest)])
  const isOther = rest.some((one) => /(?<!\d)(?:19[5-9]|20[0-3])\d(?!\d)/.test(one.replaceAll(yearsOfRest, '')))
  // Beside other words one year may be a model or a number of a part.
  const isAlone = found !== undefined && (found[2] !== undefined || found[0] === found.input)
  const [from, to] = [Number(found?.[1]), Number(found?.[2] ?? found?.[1])]
  if (!isAlone || more.length > 0 || isOther || from > to) return { years: {}, others: rest }
  const others = rest
    .map((one) =>
      one
        .replaceAll(yearsOfRest, '')
        .trim()
        .replace(/^[)\],] ?/, ''),
    )
    .filter(Boolean)
  return { years: { from, to }, others }
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
