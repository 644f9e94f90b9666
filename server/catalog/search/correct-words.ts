import { sql } from 'drizzle-orm'
import { addNamed } from '#server/catalog/search/add-named.ts'
import { isTradeWord, tradeWordsLike } from '#server/catalog/search/trade-synonyms.ts'
import { withUmlauts } from '#server/catalog/search/with-umlauts.ts'
import type { Database } from '#server/platform/database/database.ts'
import { allOf, readWords, type SearchedWord, singularsOf } from '#server/platform/database/search.ts'

/** The number of letters by which the dictionary is looked up; `deletes_of` of the migrations has the same. */
const indexedLetters = 7
const maxCandidates = 5
/** Shorter words have too many neighbours. */
const minLetters = 4
const minLettersForTwo = 8
const minLettersOfTrade = 6
const minLettersOfPart = 3
/** In shorter words another first letter makes another word, such as `motor` of `rotor`. */
const minLettersForFirst = 7
/** Shorter beginnings are more often typed on than wrong. */
const minLettersOfBeginning = 5

export interface Correction {
  word: string
  /** Best first. */
  candidates: readonly string[]
}

/**
 * Returns corrections, or the two words that one joins, of the words that begin no word of the dictionary, or of all if each begins one,
 * and the unknown words without a correction. Words of the trade and words with digits are left alone: no part number is ever corrected
 * into another.
 */
export async function correctWords(
  db: Database,
  words: readonly SearchedWord[],
): Promise<{ corrections: readonly Correction[]; without: readonly string[] }> {
  const correctable = words
    .map(({ word }) => word)
    .filter((word) => !/\d/.test(word) && word.length >= minLetters && !isTradeWord(word))
  if (correctable.length === 0) return { corrections: [], without: [] }
  const { rows } = await db.execute<{ word: string }>(sql`
    SELECT word FROM unnest(${sql.param(correctable)}::text[]) AS asked (word)
    WHERE EXISTS (SELECT FROM dictionary WHERE dictionary.word >= asked.word AND dictionary.word < (asked.word || U&'\\FFFF') COLLATE "C")`)
  const unknown = correctable.filter((word) => !rows.some((row) => row.word === word))
  const wrong = unknown.length > 0 ? unknown : correctable
  const near = await findNear(db, wrong, 1)
  const joined = await findJoined(db, wrong)
  const isFar = (word: string) => !near.get(word)?.length && !joined.has(word)
  const far = wrong.filter((word) => isFar(word) && word.length >= minLettersForTwo)
  const further = far.length > 0 ? await findNear(db, far, 2) : undefined
  const corrections = wrong.map((word) => ({
    word,
    candidates: [
      ...(joined.get(word) ?? []),
      ...((near.get(word)?.length ? near.get(word) : further?.get(word)) ?? []),
    ],
  }))
  // What the trade calls a part need not be a word of any product.
  for (const correction of corrections)
    if (correction.candidates.length === 0) correction.candidates = findOfTrade(correction.word)
  return {
    corrections: corrections.filter(({ candidates }) => candidates.length > 0),
    without: unknown.filter((word) => corrections.every((one) => one.word !== word || one.candidates.length === 0)),
  }
}

/**
 * Returns corrections of words that only begin one of the dictionary, such as `filtr`, which the name of a brand begins with. A word that
 * goes on as typed is none.
 */
export async function correctBeginnings(db: Database, words: readonly SearchedWord[]): Promise<readonly Correction[]> {
  const asked = words
    .map(({ word }) => word)
    .filter((word) => !/\d/.test(word) && word.length >= minLettersOfBeginning && !isTradeWord(word))
  if (asked.length === 0) return []
  const { rows } = await db.execute<{ word: string }>(sql`
    SELECT word FROM unnest(${sql.param(asked)}::text[]) AS asked (word)
    WHERE EXISTS (SELECT FROM dictionary WHERE dictionary.word > asked.word AND dictionary.word < (asked.word || U&'\\FFFF') COLLATE "C")
      AND NOT EXISTS (SELECT FROM dictionary WHERE dictionary.word = asked.word)`)
  if (rows.length === 0) return []
  const near = await findNear(
    db,
    rows.map(({ word }) => word),
    1,
  )
  return [...near]
    .map(([word, found]) => ({
      word,
      candidates: found.filter(
        (other) =>
          other[0] === word[0] && !other.startsWith(word) && !word.startsWith(other) && other.length <= word.length + 1,
      ),
    }))
    .filter(({ candidates }) => candidates.length > 0)
}

/** Returns the parts of a `tsquery` with the first `count` candidates of each corrected word. */
export async function correctedParts(
  db: Database,
  words: readonly SearchedWord[],
  corrections: readonly Correction[],
  count: number,
): Promise<string[]> {
  const parts = words.map(({ word, part }) => {
    const candidates = corrections.find((one) => one.word === word)?.candidates.slice(0, count)
    return candidates
      ? candidates.map((each) => `(${allOf(readWords(each).map((read) => read.part))})`).join(' | ')
      : part
  })
  return addNamed(db, parts)
}

/** Returns the words of the dictionary within `distance` edits of each word or of its singular, best first. */
async function findNear(db: Database, words: readonly string[], distance: 1 | 2): Promise<Map<string, string[]>> {
  const keys = words.flatMap((word) =>
    formsOf(word).flatMap((form) =>
      [...deletesOf(form.slice(0, indexedLetters), distance)].map((deleted) => ({ word, deleted })),
    ),
  )
  const { rows } = await db.execute<{ asked: string; word: string; seen: number }>(sql`
    SELECT DISTINCT asked.word AS asked, dictionary.word, seen
    FROM unnest(${sql.param(keys.map(({ word }) => word))}::text[], ${sql.param(keys.map(({ deleted }) => deleted))}::text[]) AS asked (word, deleted)
    JOIN dictionary_deletes ON dictionary_deletes.deleted = asked.deleted
    JOIN dictionary ON dictionary.id = word_id`)
  return new Map(
    words.map((word) => {
      const forms = formsOf(word)
      const isOther = (other: string, edits: number) =>
        edits > 0 && word.length < minLettersForFirst && other[0] !== word[0] && other[0] !== word[1]
      const candidates = rows
        .filter(({ asked }) => asked === word)
        .map((row) => ({ ...row, edits: Math.min(...forms.map((form) => editDistance(form, row.word))) }))
        .map((row) => ({ ...row, edits: Math.min(row.edits, beginningDistance(word, row.word) + 0.5) }))
        .filter((row) => row.edits < distance + 1 && !isOther(row.word, row.edits))
        .toSorted(
          (one, other) =>
            one.edits - other.edits ||
            Number(other.word[0] === word[0]) - Number(one.word[0] === word[0]) ||
            other.seen - one.seen ||
            (one.word < other.word ? -1 : 1),
        )
      const close = candidates.filter((candidate) => candidate.word[0] === word[0])
      const likely = word.length < minLettersForFirst && close.length > 0 ? close : candidates
      return [word, likely.slice(0, maxCandidates).map((candidate) => candidate.word)]
    }),
  )
}

/** Returns the words of the trade that differ by one edit from a word or from one of its forms. */
const findOfTrade = (word: string): string[] =>
  word.length < minLettersOfTrade
    ? []
    : [
        ...new Set(
          formsOf(word).flatMap((form) => tradeWordsLike(form).filter((other) => editDistance(form, other) === 1)),
        ),
      ]
        .toSorted()
        .slice(0, maxCandidates)

/** Returns the two words of the dictionary that a word joins, such as `brake pads`: of several such pairs the commonest. */
async function findJoined(db: Database, words: readonly string[]): Promise<Map<string, string[]>> {
  // Half of a sign of two units is no text.
  const pairs = words.flatMap((word) =>
    /[\uD800-\uDFFF]/.test(word)
      ? []
      : Array.from({ length: Math.max(0, word.length - 2 * minLettersOfPart + 1) }, (_, more) => {
          const [left, right] = [word.slice(0, more + minLettersOfPart), word.slice(more + minLettersOfPart)]
          return [right, ...singularsOf(right)].map((form) => ({ word, left, right, form }))
        }).flat(),
  )
  if (pairs.length === 0) return new Map()
  const { rows } = await db.execute<{ word: string; pair: string }>(sql`
    SELECT DISTINCT ON (word) asked.word, first || ' ' || second AS pair
    FROM jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) AS asked (word text, "left" text, "right" text, form text)
    CROSS JOIN LATERAL (SELECT "left" AS first, "right" AS second) typed
    JOIN dictionary one ON one.word = first JOIN dictionary other ON other.word = form
    ORDER BY asked.word, least(one.seen, other.seen) DESC, first`)
  return new Map(rows.map(({ word, pair }) => [word, [pair]]))
}

/** Returns what a word may be meant as: itself, its singular, and with umlauts that a keyboard does not have. */
const formsOf = (word: string): string[] => [
  // The `er` of `Sprinter` is none of a plural more often than of one.
  ...new Set([word, ...singularsOf(word).filter((one) => one !== word.replace(/er$/, '')), withUmlauts(word)]),
]

/** Returns a text and what is left of it without up to `count` of its letters. */
function deletesOf(text: string, count: number): Set<string> {
  const found = new Set([text])
  let last: readonly string[] = [text]
  for (let turn = 0; turn < count; turn++) {
    last = last.flatMap((each) => Array.from(each, (_, at) => each.slice(0, at) + each.slice(at + 1)))
    for (const each of last) found.add(each)
  }
  return found
}

/** Returns the number of letters to insert, delete, replace or swap with their neighbour (restricted Damerau-Levenshtein). */
const editDistance = (one: string, other: string): number => distances(one, other).at(-1) ?? 0

/** Returns the least distance of a text from a beginning of a longer one. */
const beginningDistance = (text: string, longer: string): number =>
  text.length < indexedLetters ? Infinity : Math.min(...distances(text, longer))

/** Returns the distances of a text from all beginnings of another. */
function distances(text: string, other: string): number[] {
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let row = 1; row <= text.length; row++) {
    const next = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSame = text[row - 1] === other[column - 1]
      const isSwapped = text[row - 1] === other[column - 2] && text[row - 2] === other[column - 1]
      next.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (next[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped ? (before[column - 2] ?? 0) + 1 : Infinity,
        ),
      )
    }
    before = last
    last = next
  }
  return last
}
