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

/** Reads a page and one row more, to know whether something follows. */
export async function readList<Row>(list: SearchedList, select: Select<Row>): Promise<Row[]> {
  const { keys, direction, page } = list
  const inOrder = direction === 'ascending' ? asc : desc
  const order = keys.map((key) => inOrder(key))
  const limit = page.limit + 1
  const rest = and(list.where, rowsAfter(page, direction, keys))
  const query = readWords(list.q)
  if (query === undefined) return select(rest, order, limit)

  const id = keys[keys.length - 1] ?? keys[0]
  const near = (distance: number) => sql`${id} IN (
    SELECT near.id FROM (
      SELECT ${id} AS id, ${id.table}.words AS words FROM ${id.table} WHERE ${rest ?? true}
      ORDER BY ${sql.join(order, sql`, `)} LIMIT ${distance}) near
    WHERE near.words @@ ${query.all}::tsquery)`
  let rows = await select(near(nearRows), order, limit)
  if (rows.length < limit && rows.length >= commonRows) {
    rows = await select(near(Math.ceil((2 * nearRows * limit) / rows.length)), order, limit)
  }
  if (rows.length === limit) return rows
  // An order that no index has: PostgreSQL shall find the words first, and not walk the list in search of them.
  const unindexed = keys.map((key) => inOrder(sql`coalesce(${key}, ${key})`))
  const words = sql`${id.table}.words @@ ${query.indexed}::tsquery AND coalesce(${id.table}.words) @@ ${query.all}::tsquery`
  return select(and(rest, words), unindexed, limit)
}

interface WordQuery {
  /** What every row that is found fulfils. */
  all: string
  /** What the index is asked: the same, without what it would have to read half of itself for. */
  indexed: string
}

/**
 * A query for rows that have a word with each of these beginnings; undefined if there are none. What goes on without a space, as
 * `GEN` in `GEN-0000008`, is a whole word: the index finds it beside a rare one without reading every row that has it. The end of
 * an e-mail address, which thousands share, is only compared.
 */
function readWords(q = ''): WordQuery | undefined {
  const words = [...q.toLowerCase().matchAll(wordInPlace)].map(([, address, word = '', rest]) => {
    const isWhole = rest !== undefined
    return { text: `'${word.slice(0, 64)}'${isWhole ? '' : ':*'}`, endsAddress: address !== undefined && !isWhole }
  })
  const join = (some: typeof words) => some.map(({ text }) => text).join(' & ')
  const all = join(words)
  return all === '' ? undefined : { all, indexed: join(words.filter(({ endsAddress }) => !endsAddress)) || all }
}

// As `words_of` of the migrations takes a text apart: at everything in ASCII that is no letter and no digit. Before the word stands
// the address that it may be a part of, behind it the word that may follow without a space.
const wordInPlace =
  /(?<=(\S@\S*)|)([a-z0-9\u0080-\u{10ffff}]+)(?=([^a-z0-9\s\u0080-\u{10ffff}]+[a-z0-9\u0080-\u{10ffff}])|)/gu
