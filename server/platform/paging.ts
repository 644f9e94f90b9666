import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { mostRows, type PageQuery } from '#contract/paging.ts'

/** Which part of a list is asked for. A verb takes one row more than `limit`, to know whether something follows. */
export interface Page {
  limit: number
  after: string | undefined
}

export const readPage = ({ limit, after }: PageQuery): Page => ({
  limit: limit === undefined ? mostRows : Number(limit),
  after: after?.toLowerCase(),
})

/** The condition that picks the rows behind the last one of the page before, in a list ordered by `keys`, of which the last is its id. */
export function rowsAfter(
  page: Page,
  direction: 'ascending' | 'descending',
  keys: [...PgColumn[], PgColumn],
): SQL | undefined {
  const id = keys.at(-1)
  if (page.after === undefined || !id) return undefined
  const list = sql.join(keys, sql`, `)
  // The database looks the row up itself: its moments are finer than those of JavaScript.
  const last = sql`(SELECT ${list} FROM ${id.table} WHERE ${id} = ${page.after})`
  return direction === 'ascending' ? sql`(${list}) > ${last}` : sql`(${list}) < ${last}`
}

/** Cuts the rows to the page and, when more follow, tells the next page's address in the `Link` header. */
export function answerPage<Row extends { id: string | number }>(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  page: Page,
  rows: readonly Row[],
): Row[] {
  const link = nextLink(request.url, page, rows)
  if (link) reply.header('link', link)
  return rows.slice(0, page.limit)
}

/** The `Link` header of a page at `url`; undefined on the last page. */
export function nextLink(url: string, page: Page, rows: readonly { id: string | number }[]): string | undefined {
  const last = rows[page.limit - 1]
  if (!last || rows.length <= page.limit) return undefined
  const next = new URL(url, 'http://localhost')
  next.searchParams.set('limit', String(page.limit))
  next.searchParams.set('after', String(last.id))
  return `<${next.pathname}${next.search}>; rel="next"`
}
