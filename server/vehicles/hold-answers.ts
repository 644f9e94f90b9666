import { maxWordsOfPhrase, mayNameVehicle, type Named, spansOf, type Word } from '#server/vehicles/fit-text.ts'
import type { FitAnswer, FitAnswers } from '#server/vehicles/fits.ts'
import { nameKey, phraseOf, type VehicleNames } from '#server/vehicles/vehicle-names.ts'

interface WordRange {
  first: number
  last: number
}

/** Holds an answer at the words of a text that it goes for. */
export interface HeldAnswer extends WordRange {
  key: string
  answer: FitAnswer
}

/** Returns where phrases that a person decided stand in a clause, whatever signs are in them. */
export function findAnswers(
  words: readonly Word[],
  isClaimed: (word: Word) => boolean,
  names: VehicleNames,
  answers: FitAnswers | undefined,
): HeldAnswer[] {
  if (answers === undefined || answers.size === 0) return []
  return words.flatMap((word, first) => {
    const found: HeldAnswer[] = []
    let key = ''
    for (let last = first; last < Math.min(words.length, first + maxWordsOfPhrase); last++) {
      key += (words[last] as Word).key
      const answer = answers.get(key)
      // What a family without a generation means is asked once it is read.
      if (answer === undefined || names.phrases.has(key) || (last === first && isClaimed(word))) continue
      // That a make alone is no vehicle leaves it the make of the families behind it.
      if (answer.fits.length === 0 && isMakeKey(key, names)) continue
      found.push({ first, last, key, answer })
    }
    return found
  })
}

/**
 * Returns the answers that hold, whatever the order in which they were given: none for a part of a vehicle or make that is read without
 * it, none for a bare family that is read without it and whose whole name is answered, and none for words of which a longer answer needs some.
 */
export function holdAnswers(
  found: readonly HeldAnswer[],
  plain: readonly Named[],
  words: readonly Word[],
  names: VehicleNames,
  answers: FitAnswers,
): HeldAnswer[] {
  const whole: WordRange[] = [...plain.filter(isCertain), ...longMakes(words, names)]
  const held = found.filter(
    (one) =>
      !whole.some((other) => overlap(one, other) && !(one.first <= other.first && other.last <= one.last)) &&
      !plain.some(
        (other) =>
          other.first === one.first &&
          other.last === one.last &&
          other.generation === null &&
          isCertain(other) &&
          one.answer.fits.length > 0 &&
          answers.has(nameKey(phraseOf(other))),
      ),
  )
  return held.filter((one) => !held.some((other) => other.first > one.first && isCutBy(one, other)))
}

/** Tells whether a vehicle is read for certain without answers. */
export const isCertain = (one: Named): boolean => !one.isDoubtful && (!one.needsYears || one.generation !== null)

export const overlap = (one: WordRange, other: WordRange): boolean => one.first <= other.last && other.first <= one.last

const isCutBy = (one: WordRange, other: WordRange): boolean =>
  other.first <= one.last && other.last > one.last && other.last - other.first > one.last - one.first

/** Finds makes of several words, such as Land Rover. */
const longMakes = (words: readonly Word[], names: VehicleNames): WordRange[] =>
  words.flatMap((_, first) =>
    spansOf(words, first, 3).flatMap(({ key, last }) => (last > first && isMakeKey(key, names) ? { first, last } : [])),
  )

export const isMakeKey = (key: string, names: VehicleNames): boolean =>
  (names.things.get(key) ?? []).some(({ kind }) => kind === 'make')

/**
 * Returns the vehicles that an answer means where it stands: a code such as `MK7` is that of the family beside it, which it was asked
 * with, and no other; of a text without any, that of the makes in it.
 */
export function meantBeside(
  { key, answer: { fits } }: HeldAnswer,
  beside: Named | undefined,
  makesOfText: ReadonlySet<string>,
  names: VehicleNames,
): FitAnswer['fits'] {
  // `A5 8F` says its family itself.
  if (!isCodeAlone(key, names) || fits.some(({ family }) => key.startsWith(nameKey(family)))) return fits
  if (beside !== undefined)
    return fits.filter(({ make, family }) => family === beside.family && beside.makes.includes(make))
  return makesOfText.size === 0 ? fits : fits.filter(({ make }) => makesOfText.has(make))
}

/** Tells whether a phrase is a code of a generation that does not say its family. */
export function isCodeAlone(key: string, names: VehicleNames): boolean {
  const things = names.things.get(key)
  return things === undefined
    ? /^(?:MK)?(?:\d{1,3}|[IVX]+)$|^\p{L}{1,3}\d{1,3}\p{L}?$/u.test(key)
    : things.every(({ kind, family }) => kind === 'generation' && !key.startsWith(nameKey(family)))
}

/** Tells whether all phrases that may name a vehicle have an answer. */
export const areAnswered = (phrases: readonly string[], answers: FitAnswers | undefined): boolean =>
  phrases.every((one) => !mayNameVehicle(one) || answers?.has(nameKey(one)))
