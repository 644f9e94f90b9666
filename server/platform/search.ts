import { and, asc, desc, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { type Page, rowsAfter } from '#server/platform/paging.ts'

/** A list that is read page by page, in the order of `keys`, of which the last is its id. */
export interface SearchedList {
  keys: [...PgColumn[], PgColumn]
  direction: 'ascending' | 'descending'
  /** Which rows belong to it at all. */
  where: SQL | undefined
  /** Each of these words must begin one of the row's `words`, or be one where it goes on without a space. */
  q: string | undefined
  page: Page
}

type Select<Row> = (where: SQL | undefined, order: SQL[], limit: number) => Promise<Row[]>

/** How far along the list words are looked for before anything is known of how common they are. */
const nearRows = 1000
/** So many of them make a word common: the page lies within reach along the list, and the index would find far more. */
const commonRows = 3
/** A word of more of them than this is nothing to ask an index for, which would have to read all rows that have it. */
const rareRows = 50
/** Nor is one so many times as common as the rarest: that alone leaves hardly anything to compare. */
const muchCommoner = 10

/** Reads a page and one row more, to know whether something follows. */
export async function readList<Row>(list: SearchedList, select: Select<Row>): Promise<Row[]> {
  const { keys, direction, page } = list
  const inOrder = direction === 'ascending' ? asc : desc
  const order = keys.map((key) => inOrder(key))
  const limit = page.limit + 1
  const rest = and(list.where, rowsAfter(page, direction, keys))
  const words = readWords(list.q)
  if (words.length === 0) return select(rest, order, limit)

  const all = words.join(' & ')
  const id = keys[keys.length - 1] ?? keys[0]
  const near = (distance: number) => sql`(
    SELECT ${id} AS id, ${id.table}.words AS words FROM ${id.table} WHERE ${rest ?? true}
    ORDER BY ${sql.join(order, sql`, `)} LIMIT ${distance}) near`
  const found = (distance: number) =>
    sql`${id} IN (SELECT near.id FROM ${near(distance)} WHERE near.words @@ ${all}::tsquery)`
  let rows = await select(found(nearRows), order, limit)
  if (rows.length < limit && rows.length >= commonRows) {
    rows = await select(found(Math.ceil((2 * nearRows * limit) / rows.length)), order, limit)
  }
  if (rows.length === limit) return rows
  const rare = sql`(
    SELECT string_agg(word::text, ' & ') FROM (
      SELECT word, seen, min(seen) OVER () AS fewest FROM (
        SELECT word, count(*) FILTER (WHERE near.words @@ word) AS seen
        FROM unnest(${sql.param(words)}::text[]::tsquery[]) word, ${near(nearRows)} GROUP BY word) counted) compared
    WHERE seen <= least(${rareRows}, ${muchCommoner} * (fewest + 1)))`
  const indexed = words.length === 1 ? sql`${all}` : sql`coalesce(${rare}, ${all})`
  // An order that no index has: PostgreSQL shall find the words first, and not walk the list in search of them.
  const unindexed = keys.map((key) => inOrder(sql`coalesce(${key}, ${key})`))
  const fitting = sql`${id.table}.words @@ ${indexed}::tsquery AND coalesce(${id.table}.words) @@ ${all}::tsquery`
  return select(and(rest, fitting), unindexed, limit)
}

/**
 * What a row's words must fulfil, word by word, as parts of a `tsquery`. What goes on without a space, as `GEN` in `GEN-0000008`, is a
 * whole word; of the others only the beginning is known.
 */
function readWords(q = ''): string[] {
  return [...q.toLowerCase().matchAll(wordInPlace)].map(
    ([, word = '', rest]) => `'${word.slice(0, 64)}'${rest === undefined ? ':*' : ''}`,
  )
}

// As `words_of` of the migrations takes a text apart: at everything in ASCII that is no letter and no digit. Behind a word stands the
// one that may follow without a space.
const wordInPlace = /([a-z0-9\u0080-\u{10ffff}]+)(?=([^a-z0-9\s\u0080-\u{10ffff}]+[a-z0-9\u0080-\u{10ffff}])|)/gu
