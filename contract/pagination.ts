import { maxLengths } from '#contract/max-lengths.ts'
import { type Static, Type } from 'typebox'

/** Limits the length of every list. */
export const maxRows = 1000

/**
 * Defines the query parameters of one page of a list: at most `limit` rows after the row `after`. The `Link` header with
 * `rel="next"` has the URL of the next page; it is absent on the last one.
 */
export const pageQuery = {
  limit: Type.Optional(Type.String({ format: 'page-limit', description: `How many rows, 1 to ${maxRows}.` })),
  after: Type.Optional(Type.String({ format: 'uuid', description: 'The `_id` of the last row of the page before.' })),
}

/** Marks a 404 page, between the pages and the server, that is kept for its own address only. */
export const ownPageHeader = 'x-own-page'

/** Limits how many rows a page can skip; what is beyond is read page by page, `after` the last row. */
export const maxOffset = 100_000

/** Sets where the counts of the filters of a list end. */
export const maxCountedRows = 1000

/** Defines the first and the last day of a list, in UTC. */
export const dayRangeQuery = {
  from: Type.Optional(Type.String({ format: 'day', description: 'The first day of the store, as 2026-11-24.' })),
  to: Type.Optional(Type.String({ format: 'day', description: 'The last day of the store, as 2026-11-30.' })),
}

/** Defines search text; every word must match. */
export const SearchText = Type.String({ maxLength: maxLengths.search, format: 'text' })

const PageQuery = Type.Object(pageQuery)
export type PageQuery = Static<typeof PageQuery>
