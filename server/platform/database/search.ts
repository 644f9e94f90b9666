import { and, asc, desc, is, type SQL, sql } from 'drizzle-orm'
import { PgColumn } from 'drizzle-orm/pg-core'
import { foldText } from '#contract/fold-text.ts'
import { foldSizes } from '#server/platform/database/fold-sizes.ts'
import { type Page, rowsAfter } from '#server/platform/database/pagination.ts'

/** Describes a list ordered by `keys`, the last of which is the id. */
export interface SearchedList {
  keys: [...(PgColumn | SQL)[], PgColumn]
  direction: 'ascending' | 'descending'
  /** The filter of the list without the search. */
  where: SQL | undefined
  /** Search text: each word must be the prefix of one of the row's `words`, or equal one that continues without a space. */
  q: string | undefined
  /** The parts of a `tsquery`, all of which must match, if they are not simply those of `q`. */
  parts?: readonly string[]
  /** Set if few rows can match, so that the index is asked at once. */
  isRare?: boolean | undefined
  page: Page
}

type Select<Row> = (where: SQL | undefined, order: SQL[], limit: number) => Promise<Row[]>

/** Sets the number of rows scanned along the list before the frequency of the words is known. */
export const nearRows = 1000
/** Sets the number of matches that makes a word common: then scanning the list is faster than the index. */
const commonRows = 3
/** Sets the number of matches above which a word is not looked up in the index. */
const rareRows = 50
/** Words this many times as common as the rarest one are compared on the rows instead. */
const muchCommoner = 10

/** Reads a page and one row more, to know whether something follows. `near` has what is found among the first rows, if that is known. */
export async function readList<Row>(list: SearchedList, select: Select<Row>, near?: Row[]): Promise<Row[]> {
  const { keys, direction, page } = list
  const inOrder = direction === 'ascending' ? asc : desc
  const order = keys.map((key) => inOrder(key))
  const limit = page.limit + 1
  const rest = and(list.where, rowsAfter(page, direction, keys))
  const words = list.parts ?? readWords(list.q).map(({ part }) => part)
  if (words.length === 0) return select(rest, order, limit)

  const all = allOf(words)
  const id = keys.at(-1)
  if (!is(id, PgColumn)) throw new Error('The last key of a list is the column of its id.')
  const first = (distance: number) => sql`(
    SELECT ${id} AS id, ${id.table}.words AS words FROM ${id.table} WHERE ${rest ?? true}
    ORDER BY ${sql.join(order, sql`, `)} LIMIT ${distance}) near`
  const found = (distance: number) =>
    sql`${id} IN (SELECT near.id FROM ${first(distance)} WHERE near.words @@ ${all}::tsquery)`
  let rows = near ?? (list.isRare ? [] : await select(found(nearRows), order, limit))
  if (rows.length < limit && rows.length >= commonRows) {
    rows = await select(found(Math.ceil((2 * nearRows * limit) / rows.length)), order, limit)
  }
  if (rows.length === limit) return rows
  const rare = sql`(
    SELECT string_agg('(' || word::text || ')', ' & ') FROM (
      SELECT word, seen, min(seen) OVER () AS fewest FROM (
        SELECT word, count(*) FILTER (WHERE near.words @@ word) AS seen
        FROM unnest(${sql.param(words)}::text[]::tsquery[]) word, ${first(nearRows)} GROUP BY word) counted) compared
    WHERE seen <= least(${rareRows}, ${muchCommoner} * (fewest + 1)))`
  const indexed = words.length === 1 ? sql`${all}` : sql`coalesce(${rare}, ${all})`
  // An order that no index has: PostgreSQL shall find the words first, and not walk the list in search of them.
  const unindexed = keys.map((key) => inOrder(sql`coalesce(${key}, ${key})`))
  const fitting = sql`${id.table}.words @@ ${indexed}::tsquery AND coalesce(${id.table}.words) @@ ${all}::tsquery`
  return select(and(rest, fitting), unindexed, limit)
}

/** Returns the `tsquery` that all parts of one must match. */
export const allOf = (parts: readonly string[]) => parts.map((part) => `(${part})`).join(' & ')

/** Matches what stands before the size of a tire and says for which vehicles it is: `P205/55R16`, `LT245/75R16`. */
const tireClass = /(?<![a-z0-9])(?:p|lt) ?(?=[1-3]\d5 *[/ -] *[2-9][05] *[/ -]? *(?:z?r *-? *)?(?:1\d|2[0-4])(?!\d))/g

export interface SearchedWord {
  /** In lower case. */
  word: string
  /** The part of a `tsquery`. */
  part: string
}

/** The number of different words of a search that count: the cost of a search grows with each. */
const maxWords = 10

/**
 * Returns the words of a search with the parts of a `tsquery`, one per word, each once. A word that continues without a space, as `GEN` in `GEN-0000008`, must match
 * whole; others match as prefixes. A plural also matches its singular, `öl` also `oel` and `ol`, and `GEN8` also matches `GEN-8`. A size is one word, however it is written.
 */
export function readWords(q = ''): SearchedWord[] {
  const words = new Map<string, SearchedWord>()
  for (const [, whole = '', rest] of foldSizes(foldText(q).replaceAll(tireClass, '')).matchAll(wordInPlace)) {
    if (words.size >= maxWords) break
    const word = whole.slice(0, 64)
    const end = rest === undefined ? ':*' : ''
    const squeezed = word.includes('×') ? [] : (word.match(/\d+|\D+/g) ?? [])
    // The index reads every row that a short prefix fits.
    const lastEnd = (squeezed.at(-1)?.length ?? 0) < 3 ? '' : end
    const [, ...tire] = /^(?:p|lt)?([1-3]\d5)([2-9][05])(?:z?r)?(1\d|2[0-4])$/.exec(word) ?? []
    const part = [
      `'${word}'${end}`,
      ...(/[äöü]/.test(word) ? [`'${transcribed(word)}'${end}`, `'${withoutUmlauts(word)}'`] : []),
      ...singularsOf(word).map((singular) => `'${singular}'`),
      ...(squeezed.length > 1 ? [`('${squeezed.join("' & '")}'${lastEnd})`] : []),
      ...(tire.length > 0 ? [`'${tire.join('×')}'`] : []),
    ].join(' | ')
    words.set(part, { word, part })
  }
  return [...words.values()]
}

/** Writes a word without umlauts, as the function of the same name of the migrations. */
const transcribed = (word: string) => word.replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue')
const withoutUmlauts = (word: string) => word.replaceAll('ä', 'a').replaceAll('ö', 'o').replaceAll('ü', 'u')

/** Returns what an English or German plural may be the plural of; what is none has no product. */
export const singularsOf = (word: string): string[] => [
  ...(/^[a-z]{3,}s$/.test(word) ? [singularOf(word)] : []),
  ...(/^\p{L}{4,}e$/u.test(word) ? [word.slice(0, -1)] : []),
  ...(/^\p{L}{4,}n$/u.test(word) ? [word.slice(0, -1)] : []),
  ...(/^\p{L}{4,}(?:en|er)$/u.test(word) ? [word.slice(0, -2)] : []),
]

const singularOf = (plural: string) => plural.replace(/ies$/, 'y').replace(/(?<=ch|sh|ss|x)es$|(?<!s)s$/, '')

// As `plain_words` of the migrations takes a text apart: at everything in ASCII that is no letter and no digit. Behind a word stands the
// one that may follow without a space.
const wordInPlace = /([a-z0-9\u0080-\u{10ffff}]+)(?=([^a-z0-9\s\u0080-\u{10ffff}]+[a-z0-9\u0080-\u{10ffff}])|)/gu
