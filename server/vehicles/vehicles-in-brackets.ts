import { isMake, reopen } from '#server/vehicles/choose-name.ts'
import { type Named, type Word, maxWordsOfPhrase, wordsIn } from '#server/vehicles/fit-text.ts'
import { connector, isSide } from '#server/vehicles/fit-words.ts'
import { isCodeAlone } from '#server/vehicles/hold-answers.ts'
import { isPartWord } from '#server/vehicles/part-words.ts'
import type { VehicleNames } from '#server/vehicles/vehicle-names.ts'

/** Tells whether some of the words name a part. */
export const hasPart = (words: readonly Word[]): boolean =>
  words.some(({ key }) => isPartWord(key.toLowerCase()) && !connector.test(key.toLowerCase()) && !isSide(key))

/**
 * Doubts vehicles in brackets behind a vehicle of another family, as in `Combo C (Corsa C)`: the first may be built on the second, and the
 * part fits only one of them. Right behind it, both are one phrase for a person, since an answer for the second would go for all texts. Behind a part or a make, brackets hold a list.
 */
export function doubtVehiclesInBrackets(
  named: readonly Named[],
  words: readonly Word[],
  text: string,
  start: number,
  names: VehicleNames,
): void {
  for (const one of named) {
    const opening = Math.max(...['(', '[', '{'].map((sign) => text.lastIndexOf(sign, one.at)))
    if (opening < start || /[)\]}]/.test(text.slice(opening, one.at))) continue
    const before = named.findLast(({ end }) => end <= opening)
    const own = words.slice(one.first, one.last + 1).map(({ key }) => key)
    if (before && isOfAnother(one, before, own.join(''), text, names)) {
      before.isDoubtful = one.isDoubtful = true
      const both = words.slice(before.first, one.last + 1)
      for (const word of both) word.phrase = before.first
      reopen(both)
      continue
    }
    if (!before || before.family === one.family || isCodeAlone(own.join(''), names)) continue
    // The bracket of a list closes between them, that of a code of the first does not.
    const withoutBrackets = (part: string) => part.replaceAll(/\([^()]*\)|\[[^[\]]*\]|\{[^{}]*\}/g, '')
    const isList =
      /[)\]}]/.test(withoutBrackets(text.slice(before.at, opening))) ||
      /[,/&+]/.test(withoutBrackets(text.slice(before.end, opening)))
    const beside = wordsIn(words, { start: before.end, end: opening })
    if (isList || hasPart(beside) || beside.some((word) => isMake(word, names))) continue
    // A word in front of it, such as `also` and `not`, says what is meant.
    const inside = wordsIn(words, { start: opening, end: one.at })
    const isOfNamed = (word: Word) => named.some(({ at, end }) => at <= word.start && word.end <= end)
    if (!inside.every((word) => isMake(word, names) || isOfNamed(word))) continue
    one.isDoubtful = true
    const both = words.slice(before.first, one.last + 1)
    const isPhrase = /^\)? ?\($/.test(text.slice(before.end, opening + 1)) && both.length <= maxWordsOfPhrase
    if (isPhrase) {
      before.isDoubtful = true
      for (const word of both) word.phrase = before.first
    }
    reopen(isPhrase ? both : words.slice(one.first, one.last + 1))
  }
}

/** Tells whether a code right behind a generation is that of another one of its family, as in `Ibiza IV (6L)`: one of them is wrong. */
const isOfAnother = (one: Named, before: Named, key: string, text: string, names: VehicleNames): boolean =>
  before.make === one.make &&
  before.family === one.family &&
  before.generation !== null &&
  one.generation !== null &&
  before.generation !== one.generation &&
  /^ ?[([{]$/.test(text.slice(before.end, one.at)) &&
  /^[)\]}]/.test(text.slice(one.end)) &&
  isCodeAlone(key, names) &&
  !(names.things.get(key) ?? []).some(
    (thing) => thing.family === before.family && thing.generation === before.generation,
  )
