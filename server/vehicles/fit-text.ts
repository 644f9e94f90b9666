import { findAll } from '#server/vehicles/find-all.ts'
import { connector, negations, versionKeys } from '#server/vehicles/fit-words.ts'
import type { FitAnswer, UsedWords } from '#server/vehicles/fits.ts'
import { isBrand } from '#server/vehicles/part-words.ts'
import { nameKey, plainText, type VehicleNames } from '#server/vehicles/vehicle-names.ts'

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
  /** Set for a further generation of the vehicle in front of it, as in `Golf V VI`. */
  isContinued: boolean
  /** Set if a code behind it, such as `J12`, may name a part of the family that the index does not know. */
  isDoubtful: boolean
  answer: FitAnswer['fits'][number] | null
  /** What a person decided of the words, which holds only if nothing more exact stands behind them. */
  answered: FitAnswer | null
  /** Set for a code behind it that the index does not know, so that only years say which of the family is meant. */
  hasCode: boolean
  /** A code in brackets behind it that is not understood, so that only years say which of the family is meant. */
  stranger: Word | null
  /** Makes that have a family of this name, if the text names none of them: a generation or the years decide. */
  makes: readonly string[]
}
export interface Span {
  start: number
  end: number
}

export function readWords(text: string, plain: string, names?: VehicleNames): Word[] {
  const words: Word[] = []
  let last = 0
  const spaced = withoutGlued(plain, names)
  for (const match of findAll(plain, /[\p{L}\p{N}]+/gu)) {
    const cut = match.index + (/^\s*/.exec(spaced.slice(match.index, match.index + match[0].length))?.[0].length ?? 0)
    for (const [start, end] of [
      [match.index, cut],
      [cut, match.index + match[0].length],
    ] as const) {
      if (start === end) continue
      words.push({
        key: plain.slice(start, end).toUpperCase(),
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
  }
  return words
}

/** Matches a word with litres joined to it, such as the `evo` of `evo1.3`, or with the number of a part. */
const glued =
  /(?<![\p{L}\p{N}])\p{L}{3,}(?=(?<litres>\d)[.,]\d(?![\d.,]|[abce-hj-km-z](?!\p{L}))|\d{7,}\p{L}?(?![\p{L}\p{N}]))/gu

/** Returns a text of the same length without the bodies, versions, families and brands that have such a number joined to them. */
export const withoutGlued = (plain: string, names?: VehicleNames): string =>
  plain.replaceAll(glued, (word, litres: string | undefined) => {
    const key = word.toUpperCase()
    // `Golf5.3` may be a fifth Golf.
    const isFamily =
      (litres === undefined || Number(litres) <= 2) &&
      word.length > 3 &&
      (names?.things.get(key) ?? []).some(({ kind }) => kind === 'family')
    return versionKeys.has(key) || isFamily || isBrand(word) ? ' '.repeat(word.length) : word
  })

/** Returns the words within a span. Words stand in order, so that a long text takes no more steps for each of its spans. */
export function wordsIn(words: readonly Word[], { start, end }: Span): Word[] {
  const first = firstFrom(words, start)
  let last = first
  while (last < words.length && (words[last] as Word).end <= end) last++
  return words.slice(first, last)
}

/** Returns the place of the first word that does not begin before a place of the text. */
export function firstFrom(words: readonly Word[], start: number): number {
  let [from, to] = [0, words.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((words[middle] as Word).start < start) from = middle + 1
    else to = middle
  }
  return from
}

/** Returns the words that are within one of some spans. */
export const wordsOf = (words: readonly Word[], spans: readonly Span[]): Set<Word> =>
  new Set(spans.flatMap((span) => wordsIn(words, span)))

/** Splits at semicolons, bars and line breaks. */
export function splitClauses(plain: string): [number, number][] {
  const clauses: [number, number][] = []
  let start = 0
  for (const { index } of findAll(plain, /[;|\n]/g)) {
    clauses.push([start, index])
    start = index + 1
  }
  clauses.push([start, plain.length])
  return clauses
}

export const joins = /^[ \-.'_]?$/

const numeral = /^[IVX]+$/

/** Returns the words from a place on that may be one name, longest first. */
export function spansOf(words: readonly Word[], first: number, max: number): { key: string; last: number }[] {
  const keys: { key: string; last: number }[] = []
  let key = ''
  for (let last = first; last < Math.min(words.length, first + max); last++) {
    const word = words[last] as Word
    // Volkswagen writes `ID. Buzz`.
    const isOfId = word.gap === '. ' && last === first + 1 && key === 'ID'
    if (word.isTaken || (last > first && !joins.test(word.gap) && !isOfId && !isAndOfName(words, last))) break
    // `Golf I II` are two generations, and no III.
    if (last > first && numeral.test(word.key) && numeral.test((words[last - 1] as Word).key)) break
    key += word.key
    // `Q5 e Q7` are two names, and so are `A3 A4 y A6`.
    if (last === first || !isJoin(words, last)) keys.push({ key, last })
  }
  return keys.reverse()
}

/** Returns what may be a name, and the phrases that answers hold for, whatever signs and numbers are in them; longest first. */
export function spansOfPhrases(
  words: readonly Word[],
  first: number,
  max: number,
  held: readonly { key: string; first: number; last: number }[],
): { key: string; last: number; isName: boolean }[] {
  const spans = spansOf(words, first, max).map(({ key, last }) => ({ key, last, isName: true }))
  if (held.length === 0) return spans
  for (const one of held)
    if (one.first === first && !spans.some(({ last }) => last === one.last)) spans.push({ ...one, isName: false })
  return spans.toSorted((a, b) => b.last - a.last)
}

/** The most words of a phrase, so that its answer is found again. */
export const maxWordsOfPhrase = 8

/** Tells whether words name nothing by themselves: a number, a unit or a letter. */
export const meansNothing = (key: string): boolean => /^(?:\p{L}|\d+(?:mm|cm|kg|ml|ah|kw|ps|[vwalgmk])?)$/iu.test(key)

/** Tells whether a number names a vehicle also without its make. */
export const isNamedByNumber = (number: string): boolean => number === '911'

/** Tells whether words are worth a question: numbers, units, single letters and words such as *not* leave a text unread, but name nothing. */
export const mayNameVehicle = (words: string): boolean =>
  nameKey(words) !== '' &&
  (isNamedByNumber(words) || !meansNothing(nameKey(words))) &&
  plainText(words).replaceAll(negations, '').trim() !== ''

/** Tells whether the sign between two words may be part of a name, such as `Town & Country`. */
const isAndOfName = (words: readonly Word[], at: number): boolean =>
  /^ ?& ?$/.test((words[at] as Word).gap) && [at - 1, at].every((one) => /^\p{L}{4,}$/u.test(words[one]?.key ?? ''))

/** Tells whether a word of one letter joins the words beside it, as in `Q5 e Q7`. */
const isJoin = (words: readonly Word[], at: number): boolean => {
  const [{ key, gap } = { key: '', gap: '' }, next] = [words[at], words[at + 1]]
  // `Classe A W176` and `Tesla Model Y hood`
  if (/^(?:MODEL|KLASS[EA]?|KLASA|CLASSE|CLASE|CLASA|TRIDA)$/.test(words[at - 1]?.key ?? '')) return false
  return /^[EYIOUA]$/.test(key) && gap === ' ' && next?.gap === ' ' && /\p{L}|^\d{3}$/u.test(next.key)
}

/** Tells whether a word follows another with at most signs and words of lists between them. */
export function follows(words: readonly Word[], before: number, first: number, isStrict = false): boolean {
  if (before < 0) return false
  for (let at = before + 1; at <= first; at++) {
    const word = words[at] as Word
    if (!/^[\s,/&+().:_-]*$/.test(word.gap)) return false
    if (at < first && (isStrict || !connector.test(word.key.toLowerCase()))) return false
  }
  return true
}

/** Tells whether only a few words stand between years or an engine and a vehicle. */
export function isBeside(words: readonly Word[], span: Span, one: Named, others: readonly Span[]): boolean {
  const [from, to] = span.end <= one.at ? [span.end, one.at] : [one.end, span.start]
  if (from > to) return false
  let [count, strangers] = [0, 0]
  for (let at = firstFrom(words, from); (words[at]?.end ?? Infinity) <= to; at++) {
    const word = words[at] as Word
    if (others.some((other) => other.start <= word.start && word.end <= other.end)) continue
    count += 1
    if (!connector.test(word.key.toLowerCase())) strangers += 1
    if (count > 4 || strangers > 2) return false
  }
  return true
}

/** Tells whether only words of lists, or some others, stand between years or an engine and a vehicle. */
export function isNextTo(words: readonly Word[], span: Span, one: Named, others?: ReadonlySet<Word>): boolean {
  const [from, to] = span.end <= one.at ? [span.end, one.at] : [one.end, span.start]
  for (let at = firstFrom(words, from); (words[at]?.end ?? Infinity) <= to; at++) {
    const word = words[at] as Word
    if (!connector.test(word.key.toLowerCase()) && !others?.has(word)) return false
  }
  return true
}
