import { is, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { PgColumn } from 'drizzle-orm/pg-core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { maxRows, type PageQuery } from '#contract/pagination.ts'

/** Describes the requested page of a list. Queries fetch one row more than `limit` to detect a next page. */
export interface Page {
  limit: number
  after: string | undefined
}

export const readPage = ({ limit, after }: PageQuery): Page => ({
  limit: limit === undefined ? maxRows : Number(limit),
  after: after?.toLowerCase(),
})

/** Returns the condition for rows after the cursor in a list ordered by `keys`, the last of which is the id. */
export function rowsAfter(
  page: { after: string | Placeholder | undefined },
  direction: 'ascending' | 'descending',
  keys: [...(PgColumn | SQL)[], PgColumn],
): SQL | undefined {
  const id = keys[keys.length - 1]
  if (page.after === undefined || !is(id, PgColumn)) return undefined
  const list = sql.join(keys, sql`, `)
  // The database looks the row up itself: its moments are finer than those of JavaScript.
  const last = sql`(SELECT ${list} FROM ${id.table} WHERE ${id} = ${page.after})`
  return direction === 'ascending' ? sql`(${list}) > ${last}` : sql`(${list}) < ${last}`
}

/** Cuts the rows to the page and sets the `Link` header if there are more. */
export function sendPageOfRows<Row extends { id: string | number }>(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  page: Page,
  rows: readonly Row[],
): Row[] {
  const link = nextLink(request.url, page, rows)
  if (link) reply.header('link', link)
  return rows.slice(0, page.limit)
}

/** Returns the `Link` header of the page at `url`; undefined on the last page. */
export function nextLink(url: string, page: Page, rows: readonly { id: string | number }[]): string | undefined {
  const last = rows[page.limit - 1]
  if (!last || rows.length <= page.limit) return undefined
  const [path, query] = url.split('?', 2)
  const next = new URLSearchParams(query)
  next.delete('offset')
  next.set('limit', String(page.limit))
  next.set('after', String(last.id))
  return `<${path}?${next.toString()}>; rel="next"`
}
