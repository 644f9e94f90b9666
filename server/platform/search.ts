import { and, asc, desc, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { type Page, rowsAfter } from '#server/platform/paging.ts'

/** A list that is read page by page, in the order of `keys`, of which the last is its id. */
export interface SearchedList {
  keys: [...PgColumn[], PgColumn]
  direction: 'ascending' | 'descending'
  /** Which rows belong to it at all. */
  where: SQL | undefined
  /** The text that an index holds as `words_of(text)`. */
  text: SQL
  /** Each of these words must begin a word of the text. */
  q: string | undefined
  page: Page
}

type Select<Row> = (where: SQL | undefined, order: SQL[], limit: number) => Promise<Row[]>

/** How far along the list common words are looked for before the index of words is asked. */
const nearRows = 300

/** Reads a page and one row more, to know whether something follows. */
export async function readList<Row>(list: SearchedList, select: Select<Row>): Promise<Row[]> {
  const { keys, direction, page } = list
  const inOrder = direction === 'ascending' ? asc : desc
  const order = keys.map((key) => inOrder(key))
  const limit = page.limit + 1
  const rest = and(list.where, rowsAfter(page, direction, keys))
  const words = hasWords(list.text, list.q)
  if (!words) return select(rest, order, limit)

  // A word that is everywhere fills the page within the next few rows; the index would find all of them first.
  const id = keys.at(-1)
  if (id && limit <= nearRows / 3) {
    const near = sql`${id} IN (SELECT ${id} FROM ${id.table} WHERE ${rest ?? true} ORDER BY ${sql.join(order, sql`, `)} LIMIT ${nearRows})`
    const rows = await select(and(near, words), order, limit)
    if (rows.length === limit) return rows
  }
  // An order that no index has: PostgreSQL shall find the words first, and not walk the list in search of them.
  const unindexed = keys.map((key) => inOrder(sql`coalesce(${key}, ${key})`))
  return select(and(rest, words), unindexed, limit)
}

function hasWords(text: SQL, q = ''): SQL | undefined {
  // As `words_of` of the migrations takes a text apart: at everything in ASCII that is no letter and no digit.
  const words = q.toLowerCase().match(/[a-z0-9\u0080-\u{10ffff}]+/gu) ?? []
  if (words.length === 0) return undefined
  const query = words.map((word) => `'${word.slice(0, 64)}':*`).join(' & ')
  return sql`words_of(${text}) @@ ${query}::tsquery`
}
