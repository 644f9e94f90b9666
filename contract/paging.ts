import { type Static, Type } from 'typebox'

/** No list is longer than this, whatever was asked for. */
export const mostRows = 1000

/**
 * The parts of a query that ask for one page of a list: at most `limit` rows, those that follow the row `after`. The next page's
 * address stands in the answer's `Link` header, `rel="next"`; there is none on the last page.
 */
export const pageQuery = {
  limit: Type.Optional(Type.String({ format: 'page-limit', description: `How many rows, 1 to ${mostRows}.` })),
  after: Type.Optional(Type.String({ format: 'uuid', description: 'The `_id` of the last row of the page before.' })),
}

/** The words to search for: each of them must occur. */
export const SearchWords = Type.String({ maxLength: 200, format: 'text' })

const PageQuery = Type.Object(pageQuery)
export type PageQuery = Static<typeof PageQuery>
