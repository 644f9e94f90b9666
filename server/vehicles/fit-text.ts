import { connector } from '#server/vehicles/fit-words.ts'
import type { FitAnswer, UsedWords } from '#server/vehicles/fits.ts'

export interface Word {
  key: string
  start: number
  end: number
  /** The text before it, from the end of the last word. */
  gap: string
  /** Set while names are looked for: the word belongs to something else. */
  isTaken: boolean
  isEngine: boolean
  as: UsedWords['as'] | null
  origin: string | null
  /** Words of the same number are one phrase for a person. */
  phrase: number | null
}
export interface Named {
  make: string
  family: string
  generation: string | null
  at: number
  end: number
  first: number
  last: number
  needsYears: boolean
  /** Written in the text behind the family: what it has no row for, such as `2500`, or a body before its generation. */
  restriction: string | null
  isExcluded: boolean
  /** Set if a code behind it, such as `J12`, may name a part of the family that the index does not know. */
  isDoubtful: boolean
  answer: FitAnswer['fits'][number] | null
  /** Makes that have a family of this name, if the text names none of them: a generation or the years decide. */
  makes: readonly string[]
}
export interface Span {
  start: number
  end: number
}

export function readWords(text: string, plain: string): Word[] {
  const words: Word[] = []
  let last = 0
  for (const match of plain.matchAll(/[\p{L}\p{N}]+/gu)) {
    const [start, end] = [match.index, match.index + match[0].length]
    words.push({
      key: match[0].toUpperCase(),
      start,
      end,
      gap: text.slice(last, start),
      isTaken: false,
      isEngine: false,
      as: null,
      origin: null,
      phrase: null,
    })
    last = end
  }
  return words
}

/** Splits at semicolons, bars and line breaks. */
export function splitClauses(plain: string): [number, number][] {
  const clauses: [number, number][] = []
  let start = 0
  for (const { index } of plain.matchAll(/[;|\n]/g)) {
    clauses.push([start, index])
    start = index + 1
  }
  clauses.push([start, plain.length])
  return clauses
}

export const joins = /^[ \-.'_]?$/

export function* spansOf(words: readonly Word[], first: number, max: number): Generator<{ key: string; last: number }> {
  const keys: { key: string; last: number }[] = []
  let key = ''
  for (let last = first; last < Math.min(words.length, first + max); last++) {
    const word = words[last] as Word
    if (word.isTaken || (last > first && !joins.test(word.gap))) break
    key += word.key
    keys.push({ key, last })
  }
  yield* keys.toReversed()
}

/** Tells whether a word follows another with at most signs and words of lists between them. */
export function follows(words: readonly Word[], before: number, first: number, isStrict = false): boolean {
  if (before < 0) return false
  for (let at = before + 1; at <= first; at++) {
    const word = words[at] as Word
    if (!/^[\s,/&+().:-]*$/.test(word.gap)) return false
    if (at < first && (isStrict || !connector.test(word.key.toLowerCase()))) return false
  }
  return true
}

/** Tells whether only a few words stand between years or an engine and a vehicle. */
export function isBeside(words: readonly Word[], span: Span, one: Named, others: readonly Span[]): boolean {
  const [from, to] = span.end <= one.at ? [span.end, one.at] : [one.end, span.start]
  if (from > to) return false
  const between = words.filter(
    (word) =>
      word.start >= from &&
      word.end <= to &&
      !others.some((other) => other.start <= word.start && word.end <= other.end),
  )
  return between.length <= 4 && between.filter((word) => !connector.test(word.key.toLowerCase())).length <= 2
}

export function isNextTo(words: readonly Word[], span: Span, one: Named): boolean {
  const [from, to] = span.end <= one.at ? [span.end, one.at] : [one.end, span.start]
  return !words.some((word) => word.start >= from && word.end <= to && !connector.test(word.key.toLowerCase()))
}
