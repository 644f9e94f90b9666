import { sql } from 'drizzle-orm'
import type { PartNumberKind } from '#contract/part-numbers.ts'
import { addNamed, namedWords } from '#server/catalog/search/add-named.ts'
import { maxSynonymsOfTerm } from '#server/catalog/search/synonyms.ts'
import { tradeMeaningsOf } from '#server/catalog/search/trade-synonyms.ts'
import { withUmlauts } from '#server/catalog/search/with-umlauts.ts'
import type { Database } from '#server/platform/database/database.ts'
import { elementsOf, prepareStatement } from '#server/platform/database/prepare-statement.ts'
import { allOf, readWords, type SearchedWord, singularsOf } from '#server/platform/database/search.ts'

/** Describes how a number that was typed led to a product. */
export interface NumberHit {
  productId: string
  kind: PartNumberKind
  maker: string
  number: string
  /** Whether the whole search is the whole number. */
  isWhole: boolean
  /** Holds the typed text, if the number differs from it by signs between digits: it is another one. */
  nearTo: string | null
  /** The own number of the product. */
  sku: string | null
}

interface SynonymHit {
  word: string
  means: string
}

/** Describes what a search says: numbers that it names, its words, and what else these stand for. */
export interface ReadSearch {
  words: readonly SearchedWord[]
  /**
   * Best first: the whole number, one that differs by signs between digits or from a separator on, a beginning; inside of a rank what is
   * spelled exactly so, then in the shop's order.
   */
  numbers: readonly NumberHit[]
  /** The parts of a `tsquery`, one per word, with the categories and brands of that name. */
  typed: readonly string[]
  /** The same with synonyms, if there are any. */
  widened:
    | {
        parts: readonly string[]
        /** The same without the categories and brands that the words name, if they name any. */
        plain?: readonly string[]
        synonyms: readonly SynonymHit[]
      }
    | undefined
}

const maxTokens = 10
const maxTokensOfNumber = 5
const maxWordsOfTerm = 4
/** The number of numbers that are looked at for each way to read one. */
const maxNumbers = 60

/** Reads a search with one statement. Numbers of archived products count only `withArchived`. */
export async function readSearch(db: Database, q: string, withArchived = false): Promise<ReadSearch> {
  const words = readWords(q)
  const { typed, numbers, synonyms } = await lookUp(db, words, numberReadings(q), termReadings(words), withArchived)
  return { words, numbers, typed, widened: await widen(db, words, typed, synonyms) }
}

/**
 * Returns the parts of a `tsquery` for rows that have the own numbers of products among their words: a search that names a product by
 * any of its numbers, in any spelling, finds its own one there.
 */
export async function addOwnNumbers(db: Database, q: string): Promise<string[]> {
  const typed = readWords(q).map(({ part }) => part)
  const whole = numberReadings(q).filter(({ rest, text }) => rest === null && /\d/.test(text))
  if (typed.length === 0 || whole.length === 0) return typed
  const { numbers } = await lookUp(db, [], whole, [], true)
  const own = new Set(numbers.flatMap(({ sku }) => sku ?? []))
  const exact = [...own].map((sku) => allOf(readWords(sku).map(({ word }) => `'${word}'`)))
  return exact.length > 0 ? [[allOf(typed), ...exact].map((part) => `(${part})`).join(' | ')] : typed
}

/** Returns the ids of the products that have a text as one of their numbers, in any spelling. */
export async function findProductsByNumber(db: Database, q: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT DISTINCT product_id AS id FROM part_number_keys JOIN part_numbers ON part_numbers.id = part_number_id
    WHERE key = part_number_key(${q}) AND start = 0`)
  return rows.map(({ id }) => id)
}

interface NumberReading {
  text: string
  /** Whether a beginning is not enough. */
  exact: boolean
  /** The `tsquery` of the other words. */
  rest: string | null
}

/** Returns the ways to read a part number in a search: neighbours that hold a digit, and the whole text. */
function numberReadings(q: string): NumberReading[] {
  const tokens = q.trim().split(/\s+/).slice(0, maxTokens)
  const readings: NumberReading[] = []
  for (let from = 0; from < tokens.length; from++) {
    for (let to = from + 1; to <= tokens.length; to++) {
      const text = tokens.slice(from, to).join(' ')
      const isWhole = from === 0 && to === tokens.length
      if (!isWhole && (to - from > maxTokensOfNumber || !/\d/.test(text))) continue
      const others = [...tokens.slice(0, from), ...tokens.slice(to)].join(' ')
      const rest = allOf(readWords(others).map(({ part }) => part))
      // A few digits alone are a size more often than a number.
      readings.push({ text, exact: !/\d/.test(text) || /^\d{1,4}$/.test(text), rest: isWhole ? null : rest || null })
    }
  }
  return readings
}

interface TermReading {
  from: number
  to: number
  text: string
}

/** Returns the ways to read a term that may have synonyms: neighbouring words, as they are, as singulars, and with umlauts. */
function termReadings(words: readonly SearchedWord[]): TermReading[] {
  return words.flatMap((_, from) =>
    words.slice(from, from + maxWordsOfTerm).flatMap((_, more) => {
      const to = from + more + 1
      const own = words.slice(from, to).map(({ word }) => word)
      const last = own.at(-1) ?? ''
      const texts = [last, ...singularsOf(last)].map((end) => [...own.slice(0, -1), end].join(' '))
      return [...new Set([...texts, ...texts.map(withUmlauts)])].map((text) => ({ from, to, text }))
    }),
  )
}

const readAll = prepareStatement<{
  typed: string[]
  numbers: NumberHit[] | null
  synonyms: { text: string; means: string }[] | null
  changed: string[]
}>(
  'read-search',
  sql`
    SELECT ARRAY(SELECT word FROM ${namedWords(sql.placeholder('words'))} named) AS typed, (
      SELECT json_agg(json_build_object('productId', product_id, 'kind', kind, 'maker', maker, 'number', number, 'isWhole', rank = 0,
        'nearTo', CASE WHEN position(part_number_identity(text) IN part_number_identity(number)) = 0 THEN text END, 'sku', sku)
        ORDER BY rank, upper(number) <> upper(text), position)
      FROM (
        SELECT DISTINCT ON (product_id) product_id, kind, maker, number, sku, position, text,
          CASE WHEN rest IS NULL THEN 0 ELSE 4 END
            + CASE WHEN key <> asked_key THEN 2 WHEN start > 0 OR part_number_identity(number) <> part_number_identity(text) THEN 1 ELSE 0 END
            + CASE WHEN key <> asked_key THEN least(start, 1) ELSE 0 END AS rank
        FROM ${elementsOf(sql`unnest(${sql.placeholder('texts')}::text[], ${sql.placeholder('exacts')}::boolean[], ${sql.placeholder('rests')}::text[])`)} AS asked (text, exact, rest)
        CROSS JOIN LATERAL (SELECT part_number_key(text) AS asked_key OFFSET 0) wanted
        CROSS JOIN LATERAL (
          SELECT key, start, part_number_id FROM part_number_keys
          WHERE key >= asked_key AND key < (asked_key || U&'\\FFFF') COLLATE "C"
            AND (key = asked_key OR NOT exact AND length(asked_key) >= 3)
          ORDER BY key, start LIMIT ${sql.raw(String(maxNumbers))}) near
        JOIN part_numbers ON part_numbers.id = part_number_id
        JOIN products ON products.id = product_id AND (${sql.placeholder('withArchived')}::boolean OR archived_at IS NULL)
        WHERE length(asked_key) >= 2 AND (rest IS NULL OR (words || words_of(maker)) @@ rest::tsquery)
        ORDER BY product_id, rank, upper(number) <> upper(text), part_numbers.id) best) AS numbers,
      (SELECT json_agg(json_build_object('text', text, 'means', other) ORDER BY id)
      FROM ${elementsOf(sql`unnest(${sql.placeholder('terms')}::text[])`)} AS asked (text)
      JOIN LATERAL (
        SELECT id, means AS other FROM synonyms WHERE term = text AND NOT is_off
        UNION ALL SELECT id, term FROM synonyms WHERE means = text AND is_two_way AND NOT is_off
        ORDER BY id LIMIT ${sql.raw(String(maxSynonymsOfTerm))}) found ON true) AS synonyms,
      ARRAY(SELECT changes FROM synonyms WHERE changes = ANY (${sql.placeholder('trade')}::text[])) AS changed`,
)

async function lookUp(
  db: Database,
  words: readonly SearchedWord[],
  numbers: readonly NumberReading[],
  terms: readonly TermReading[],
  withArchived: boolean,
) {
  const trade = terms.flatMap(({ text }) => tradeMeaningsOf(text).map((meant) => ({ text, ...meant })))
  const [row] = await readAll(db, {
    words: words.map(({ part }) => part),
    texts: numbers.map(({ text }) => text),
    exacts: numbers.map(({ exact }) => exact),
    rests: numbers.map(({ rest }) => rest),
    terms: terms.map(({ text }) => text),
    trade: trade.map(({ id }) => id),
    withArchived,
  })
  // What the seller says comes first.
  const found = [...(row?.synonyms ?? []), ...trade.filter(({ id }) => !row?.changed.includes(id))]
  return {
    typed: row?.typed ?? [],
    numbers: row?.numbers ?? [],
    synonyms: terms
      .map((term) => ({
        ...term,
        means: found
          .filter(({ text }) => text === term.text)
          .map(({ means }) => means)
          .slice(0, maxSynonymsOfTerm),
      }))
      .filter(({ means }) => means.length > 0),
  }
}

/**
 * Puts synonyms beside the words that they stand for; of terms that overlap, the longer one counts. A meaning finds what it would find if
 * it was typed: products of the categories and brands that it names, too.
 */
async function widen(
  db: Database,
  words: readonly SearchedWord[],
  typed: readonly string[],
  found: readonly (TermReading & { means: readonly string[] })[],
): Promise<ReadSearch['widened']> {
  if (found.length === 0) return undefined
  const meant = [
    ...new Set(found.flatMap(({ means }) => means).flatMap((text) => readWords(text).map(({ part }) => part))),
  ]
  const named = await addNamed(db, meant)
  const parts: string[] = []
  const plain: string[] = []
  const synonyms: SynonymHit[] = []
  for (let at = 0; at < words.length;) {
    const longest = Math.max(0, ...found.filter(({ from }) => from === at).map(({ to }) => to))
    const here = found.filter(({ from, to }) => from === at && to === longest)
    const to = Math.max(longest, at + 1)
    const own = allOf(typed.slice(at, to))
    const means = [...new Set(here.flatMap((term) => term.means))]
    const partsOf = (text: string) => readWords(text).map(({ part }) => part)
    const others = means.map((text) => allOf(partsOf(text).map((part) => named[meant.indexOf(part)] ?? part)))
    const plainOwn = allOf(words.slice(at, to).map(({ part }) => part))
    const anyOf = (some: readonly string[]) =>
      some
        .filter(Boolean)
        .map((part) => `(${part})`)
        .join(' | ')
    const word = words
      .slice(at, to)
      .map((each) => each.word)
      .join(' ')
    synonyms.push(...means.map((meant) => ({ word, means: meant })))
    parts.push(anyOf([own, ...others]))
    plain.push(anyOf([plainOwn, ...means.map((text) => allOf(partsOf(text)))]))
    at = to
  }
  const isNaming = words.some(({ part }, at) => typed[at] !== part)
  return { parts, synonyms, ...(isNaming && { plain }) }
}
