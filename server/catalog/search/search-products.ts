import { and, asc, desc, not, or, type SQL, sql } from 'drizzle-orm'
import { maxCountedResults } from '#contract/facets.ts'
import type { MatchedNumber, Reading } from '#contract/search.ts'
import { products } from '#server/catalog/catalog.tables.ts'
import {
  correctBeginnings,
  type Correction,
  correctedParts,
  correctWords,
} from '#server/catalog/search/correct-words.ts'
import { findSized } from '#server/catalog/search/find-sized.ts'
import { type NumberHit, type ReadSearch, readSearch } from '#server/catalog/search/read-search.ts'
import { withUmlauts } from '#server/catalog/search/with-umlauts.ts'
import type { Database } from '#server/platform/database/database.ts'
import { rowsAfter } from '#server/platform/database/pagination.ts'
import { allOf, readList, readWords, type SearchedList, type SearchedWord } from '#server/platform/database/search.ts'

export interface ProductList extends Omit<SearchedList, 'parts'> {
  /** The filter on top of `where`. What a search finds does not depend on it, so that counts of filters are those of the list. */
  filter?: SQL | undefined
  /** The number of rows to skip. */
  offset?: number
  /** Set if the order was asked for, so that it comes before the rank of a match. */
  isSorted?: boolean
  withArchived?: boolean
}

interface FoundRows<Row> {
  /** One row more than the page, to know whether something follows. */
  rows: Row[]
  readings: Reading[]
}

export interface FoundProducts<Row> extends FoundRows<Row> {
  /** The numbers that led to products, by their ids. */
  matches: ReadonlyMap<string, MatchedNumber>
}

type Select<Row> = (where: SQL | undefined, order: SQL[], limit: number) => Promise<Row[]>

/** Reads the first rows of a list without a filter that have one of these ids, in their order, and behind them those that match a `tsquery`. */
export type SelectNumbered<Row> = (ids: readonly string[], query: string, limit: number) => Promise<Row[]>

interface Known<Row> {
  /** Holds the rows that the words alone find among the first products, if they are no number. */
  near?: Row[] | undefined
  /** Reads what a part number finds with one statement. */
  selectNumbered?: SelectNumbered<Row> | undefined
}

/** A rank of the results: products by id in this order, or those whose words match. */
interface Stage {
  ids?: readonly string[]
  parts?: readonly string[]
  isRare?: boolean
  /** Set if categories and brands that the words name are none of it. */
  isPlain?: boolean
  readings?: readonly Reading[]
}

/**
 * Finds products rank by rank: their numbers, all words as typed, synonyms, the middle of words, and, if nothing was found,
 * corrections. Inside of a rank they are in the order of the list.
 */
export async function searchProducts<Row extends { id: string }>(
  db: Database,
  list: ProductList,
  select: Select<Row>,
  more: Known<Row> = {},
): Promise<FoundProducts<Row>> {
  if (list.offset) return searchFrom(db, list, list.offset, select)
  const filtered = { ...list, where: and(list.where, list.filter) }
  if (!list.q?.trim()) return { rows: await readList(filtered, select), matches: new Map(), readings: [] }
  const search = await readSearch(db, list.q, list.withArchived)
  const known = knownRanks(search)
  const found = list.isSorted
    ? await readSorted(filtered, await allRanks(db, search, known, list), select)
    : await searchRanked(db, list, search, known, select, more)
  return { ...found, matches: new Map(search.numbers.map((hit) => [hit.productId, presentMatch(hit)])) }
}

/** Finds products behind the first `offset` ones, if there are so many and a search finds few enough to be counted. */
async function searchFrom<Row extends { id: string }>(
  db: Database,
  list: ProductList,
  offset: number,
  select: Select<Row>,
): Promise<FoundProducts<Row>> {
  const search = list.q?.trim() ? await readSearch(db, list.q, list.withArchived) : undefined
  const ranks = search ? await allRanks(db, search, knownRanks(search), list) : undefined
  const where = and(list.where, list.filter, ranks && inAnyOf(ranks))
  const inOrder = list.direction === 'ascending' ? asc : desc
  const order = [...(ranks && !list.isSorted ? inRanks(ranks) : []), ...list.keys.map((key) => inOrder(key))]
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT ${products.id} AS id FROM ${products} WHERE ${where ?? true}
      ${ranks ? sql`AND (SELECT count(*) FROM (SELECT FROM ${products} WHERE ${where ?? true} LIMIT ${maxCountedResults + 1}) some_rows) <= ${maxCountedResults}` : sql``}
    ORDER BY ${sql.join(order, sql`, `)} OFFSET ${offset - 1} LIMIT 1`)
  const [last] = rows
  if (!last) return { rows: [], readings: [], matches: new Map() }
  return searchProducts(db, { ...list, offset: 0, page: { ...list.page, after: last.id } }, select)
}

/** Orders products by the first of the ranks that has them, and by their place in it. */
const inRanks = (ranks: readonly Stage[]): SQL[] => [
  sql`CASE ${sql.join(
    ranks.map((rank, at) => sql`WHEN ${matching(rank)} THEN ${sql.raw(String(at))}`),
    sql` `,
  )} END`,
  ...ranks.flatMap(({ ids }) => (ids ? [sql`array_position(${sql.param(ids)}::uuid[], ${products.id})`] : [])),
]

/** Returns the ids of all products that a search finds among those of `where`, as a subquery; what it finds does not depend on `filter`. */
export async function findSearched(
  db: Database,
  q: string,
  { where, filter }: Pick<ProductList, 'where' | 'filter'>,
): Promise<SQL> {
  const search = await readSearch(db, q)
  const list: ProductList = { ...inShopOrder, where, q }
  const ranks = await allRanks(db, search, knownRanks(search), list)
  return sql`(SELECT ${products.id} FROM ${products} WHERE ${and(where, filter, inAnyOf(ranks))})`
}

const inShopOrder = {
  keys: [products.position, products.id],
  direction: 'ascending',
  page: { limit: 0, after: undefined },
} satisfies Partial<ProductList>

/** Returns the ranks of numbers, words and synonyms; none for signs only. */
const knownRanks = ({ words, numbers, typed, widened }: ReadSearch): Stage[] => [
  ...(numbers.length > 0 ? [{ ids: numbers.map(({ productId }) => productId), readings: nearReadings(numbers) }] : []),
  // A text that is a whole part number is no common word.
  // What has the words, or what they mean, comes before all else of a category that is named by them.
  ...(widened?.plain && numbers.length === 0
    ? [
        { parts: words.map(({ part }) => part), isPlain: true },
        { parts: widened.plain, isPlain: true, readings: synonymReadings(widened.synonyms) },
      ]
    : []),
  ...(words.length > 0 ? [{ parts: typed, isRare: numbers.some(({ isWhole }) => isWhole) }] : []),
  ...(widened ? [{ parts: widened.parts, readings: synonymReadings(widened.synonyms) }] : []),
]

/** Returns the ranks that are behind those of the words: sizes that only attributes hold, the middle of words, and beginnings that may be typing errors. */
async function lateRanks(db: Database, search: ReadSearch): Promise<Stage[]> {
  const { words, typed, numbers } = search
  const sized = await findSized(db, search)
  const middle = await middleOfWords(db, words, typed)
  // A part number is no typing error.
  const corrections = numbers.length > 0 ? [] : await correctBeginnings(db, words)
  const similar = corrections.length > 0 && {
    parts: await correctedParts(db, words, corrections, 1),
    readings: correctionReadings(corrections, 1).map((reading) => ({ ...reading, kind: 'similar-word' as const })),
  }
  return [...(sized.length > 0 ? [{ ids: sized }] : []), ...(middle ? [middle] : []), ...(similar ? [similar] : [])]
}

/** Returns all ranks of a search: of its words, or, if the list without its filter has nothing of them, of corrections. */
async function allRanks(
  db: Database,
  search: ReadSearch,
  known: readonly Stage[],
  list: ProductList,
): Promise<readonly Stage[]> {
  const ranks = [...known, ...(await lateRanks(db, search))]
  if (await hasAny(db, list, ranks)) return ranks
  const corrected = await correctedRanks(db, search.words, list)
  return corrected.length > 0 ? corrected : ranks
}

/** Returns whether a list without its filter has products of these ranks. */
async function hasAny(db: Database, { where, q }: ProductList, ranks: readonly Stage[]): Promise<boolean> {
  const { rows } = await readSorted({ ...inShopOrder, where, q }, ranks, (condition, order, limit) =>
    db
      .select({ id: products.id })
      .from(products)
      .where(condition)
      .orderBy(...order)
      .limit(limit),
  )
  return rows.length > 0
}

async function searchRanked<Row extends { id: string }>(
  db: Database,
  list: ProductList,
  search: ReadSearch,
  known: readonly Stage[],
  select: Select<Row>,
  more: Known<Row>,
): Promise<FoundRows<Row>> {
  const { limit, after } = list.page
  const filtered = { ...list, where: and(list.where, list.filter) }
  const from = after === undefined ? 0 : await rankOf(db, after, known)
  const found = from < 0 ? { rows: [], readings: [] } : await readRanked(filtered, known, from, select, more)
  const missing = limit - found.rows.length
  if (missing < 0) return found
  const late = await lateRanks(db, search)
  const ranks = [...known, ...late]
  // The cursor is in an earlier rank, or there is none: then the first of the late ones begins at its start.
  const behind = from < 0 && late.length > 0 ? await rankOf(db, after ?? '', ranks) : -1
  if (late.length > 0 && (from >= 0 || behind >= 0)) {
    const page = { limit: missing, after: behind >= 0 ? after : undefined }
    const longer = await readRanked({ ...filtered, page }, ranks, behind >= 0 ? behind : known.length, select)
    found.rows.push(...longer.rows)
    addReadings(found.readings, longer.readings)
  }
  if (found.rows.length > 0 || behind >= 0 || (after !== undefined && from >= 0)) return found
  if (list.filter && (await hasAny(db, list, ranks))) return found
  const corrected = await correctedRanks(db, search.words, list)
  if (corrected.length === 0) return found
  return readRanked(
    filtered,
    corrected,
    after === undefined ? 0 : Math.max(0, await rankOf(db, after, corrected)),
    select,
  )
}

/** Reads the rows of the ranks from `first` on, each behind the ones before. */
async function readRanked<Row extends { id: string }>(
  list: ProductList,
  stages: readonly Stage[],
  first: number,
  select: Select<Row>,
  { near, selectNumbered }: Known<Row> = {},
): Promise<FoundRows<Row>> {
  const { page } = list
  const rows: Row[] = []
  const readings: Reading[] = []
  const [{ ids } = {}, { parts, isRare } = {}] = stages
  const isNumber = selectNumbered && first === 0 && page.after === undefined && ids && parts && isRare
  if (isNumber) rows.push(...(await selectNumbered(ids, allOf(parts), page.limit + 1)))
  for (const [at, stage] of stages.entries()) {
    const missing = page.limit + 1 - rows.length
    if (at < (isNumber ? 2 : first) || missing <= 0) continue
    const cursor = at === first ? page.after : undefined
    const where = and(list.where, ...stages.slice(0, at).map((before) => not(matching(before))))
    const ids = stage.ids?.slice(cursor === undefined ? 0 : stage.ids.indexOf(cursor) + 1)
    const found = ids
      ? await readIds({ ...list, where }, ids, missing, select)
      : await readList(
          {
            ...list,
            where,
            ...(stage.parts && { parts: stage.parts, isRare: stage.isRare }),
            page: { limit: missing - 1, after: cursor },
          },
          select,
          at === 0 && !stage.isPlain ? near : undefined,
        )
    if (found.length > 0) addReadings(readings, stage.readings)
    rows.push(...found)
  }
  return { rows, readings }
}

async function readIds<Row extends { id: string }>(
  list: ProductList,
  ids: readonly string[],
  limit: number,
  select: Select<Row>,
): Promise<Row[]> {
  if (ids.length === 0) return []
  const rows = await select(and(list.where, isOneOf(ids)), [], ids.length)
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []).slice(0, limit)
}

/** Reads what any rank has in the order that was asked for. */
async function readSorted<Row extends { id: string }>(
  list: ProductList,
  ranks: readonly Stage[],
  select: Select<Row>,
): Promise<FoundRows<Row>> {
  const readings: Reading[] = []
  for (const rank of ranks) addReadings(readings, rank.readings)
  if (ranks.length === 0) return { rows: [], readings }
  const words = anyWords(ranks)
  if (ranks.every(({ ids }) => !ids) && words)
    return { rows: await readList({ ...list, parts: [words] }, select), readings }
  const inOrder = list.direction === 'ascending' ? asc : desc
  const where = and(list.where, rowsAfter(list.page, list.direction, list.keys), inAnyOf(ranks))
  return {
    rows: await select(
      where,
      list.keys.map((key) => inOrder(key)),
      list.page.limit + 1,
    ),
    readings,
  }
}

/** Adds what is not said yet. */
function addReadings(said: Reading[], more: readonly Reading[] = []): void {
  const isSaid = ({ kind, word, means }: Reading) =>
    said.some((one) => one.kind === kind && one.word === word && one.means.join() === means.join())
  said.push(...more.filter((reading) => !isSaid(reading)))
}

const isOneOf = (ids: readonly string[]) => sql`${products.id} = ANY(${sql.param(ids)}::uuid[])`

const matching = ({ ids, parts }: Stage): SQL =>
  ids ? isOneOf(ids) : sql`${products}.words @@ ${allOf(parts ?? [])}::tsquery`

/** Builds the one condition of a search: rows, counts and the total are made of it. */
function inAnyOf(ranks: readonly Stage[]): SQL {
  const ids = ranks.flatMap((rank) => rank.ids ?? [])
  const words = anyWords(ranks)
  return (
    or(ids.length > 0 ? isOneOf(ids) : undefined, words ? sql`${products}.words @@ ${words}::tsquery` : undefined) ??
    sql`false`
  )
}

const anyWords = (ranks: readonly Stage[]): string =>
  ranks.flatMap(({ parts }) => (parts ? [`(${allOf(parts)})`] : [])).join(' | ')

/** Returns the first rank that has the last row of the page before, -1 if none has. */
async function rankOf(db: Database, id: string, stages: readonly Stage[]): Promise<number> {
  if (stages.length === 0) return -1
  const { rows } = await db.execute<{ matched: boolean[] }>(sql`
    SELECT ARRAY[${sql.join(stages.map(matching), sql`, `)}] AS matched FROM ${products} WHERE ${products.id} = ${id}`)
  return rows[0]?.matched.indexOf(true) ?? -1
}

const synonymReadings = (synonyms: readonly { word: string; means: string }[]): Reading[] =>
  [...Map.groupBy(synonyms, ({ word }) => word)].map(([word, found]) => ({
    kind: 'synonym',
    word,
    means: found.map(({ means }) => means),
  }))

const minLettersInMiddle = 5
const maxLongerWords = 30

/** Returns the rank of words that are found inside of longer ones, such as `scheibe` in `Bremsscheibe`. */
async function middleOfWords(
  db: Database,
  words: readonly SearchedWord[],
  typed: readonly string[],
): Promise<Stage | undefined> {
  const asked = words.map(({ word }) => word).filter((word) => !/\d/.test(word) && word.length >= minLettersInMiddle)
  if (asked.length === 0) return undefined
  const { rows } = await db.execute<{ asked: string; longer: string }>(sql`
    SELECT asked, longer FROM unnest(${sql.param(asked)}::text[], ${sql.param(asked.map(withUmlauts))}::text[]) AS asked (asked, umlauts)
    CROSS JOIN LATERAL (
      SELECT word AS longer FROM dictionary WHERE word LIKE '_%' || asked || '%' OR word LIKE '_%' || umlauts || '%' ORDER BY seen DESC, word LIMIT ${maxLongerWords}) found`)
  if (rows.length === 0) return undefined
  const longer = Map.groupBy(rows, (row) => row.asked)
  const parts = words.map(({ word }, at) =>
    [typed[at], ...(longer.get(word) ?? []).map((row) => `'${row.longer}'`)].join(' | '),
  )
  const readings = [...longer].map(([word, found]) => ({
    kind: 'part-of' as const,
    word,
    means: found.map((row) => row.longer).slice(0, 5),
  }))
  return { parts, readings }
}

/**
 * Returns the ranks of what may be meant: the search with the best correction of each word and without words that no product has, the
 * second best corrections, and all others.
 */
async function correctedRanks(
  db: Database,
  words: readonly SearchedWord[],
  { q = '', withArchived }: ProductList,
): Promise<Stage[]> {
  const { corrections, without } = await correctWords(db, words)
  const kept = words.filter(({ word }) => !without.includes(word))
  // What is left of `2019 sprinter` is no search.
  const isSearch = kept.some(({ word }) => !/^\d+$/.test(word))
  if (without.length > 0 && (!isSearch || !(await canBeLeftOut(db, q, words, without)))) return []
  if (corrections.length === 0 && without.length === 0) return []
  const leftOut = without.map((word): Reading => ({ kind: 'left-out', word, means: [] }))
  const texts = kept.map(({ word }) => corrections.find((one) => one.word === word)?.candidates[0] ?? word)
  const best = knownRanks(await readSearch(db, texts.join(' '), withArchived)).map((rank) => ({
    ...rank,
    readings: [...correctionReadings(corrections, 1), ...leftOut, ...(rank.readings ?? [])],
  }))
  const others = await Promise.all(
    [2, Infinity]
      .filter((count) => hasMore(corrections, count))
      .map(async (count) => ({
        parts: await correctedParts(db, kept, corrections, count),
        readings: [...correctionReadings(corrections, count), ...leftOut],
      })),
  )
  return [...best, ...others]
}

/** Returns whether words stand alone in a search, not as parts of a number, and no product has them. */
async function canBeLeftOut(
  db: Database,
  q: string,
  words: readonly SearchedWord[],
  without: readonly string[],
): Promise<boolean> {
  const alone = q.split(/\s+/).map((token) => readWords(token).map(({ word }) => word))
  if (!without.every((word) => alone.some((token) => token.join() === word))) return false
  const parts = words.filter(({ word }) => without.includes(word)).map(({ part }) => part)
  const { rows } = await db.execute(
    sql`SELECT FROM ${products} WHERE ${products}.words @@ ${parts.map((part) => `(${part})`).join(' | ')}::tsquery LIMIT 1`,
  )
  return rows.length === 0
}

const hasMore = (corrections: readonly Correction[], count: number) =>
  corrections.some(({ candidates }) => candidates.length > (count === Infinity ? 2 : 1))

const correctionReadings = (corrections: readonly Correction[], count: number): Reading[] =>
  corrections.map(({ word, candidates }) => ({ kind: 'correction', word, means: candidates.slice(0, count) }))

const presentMatch = ({ kind, maker, number, nearTo }: NumberHit): MatchedNumber => ({
  kind,
  ...(maker && { maker }),
  number,
  ...(nearTo !== null && { isNear: true }),
})

const maxNamedNumbers = 5

/** Says that no product has a number that was typed, if there are only others like it. */
function nearReadings(hits: readonly NumberHit[]): Reading[] {
  if (hits.some(({ nearTo }) => nearTo === null)) return []
  return [...Map.groupBy(hits, ({ nearTo }) => nearTo ?? '')].map(([word, found]) => ({
    kind: 'near-number',
    word,
    means: [...new Set(found.map(({ number }) => number))].slice(0, maxNamedNumbers),
  }))
}
