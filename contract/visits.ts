import { type Static, Type } from 'typebox'
import { endpoint, Text } from '#contract/endpoint.ts'

/** Limits the period of one report, in days, and the rows of each of its lists. */
export const maxVisitDays = 366
export const maxVisitRows = 50

export const countVisit = endpoint('countVisit', 'POST', '/visits', {
  access: 'anyone',
  summary:
    'Counts a view of a page, or a product that was put into a cart. Neither the address nor the browser of the caller is stored; bots, and browsers that ask not to be tracked, are not counted.',
  body: Type.Object({
    /** The path of the page; of its query, only the words of a search are read. */
    path: Text(500, 1),
    /** The address that the visit came from. */
    referrer: Type.Optional(Text(500)),
    /** Set if the product of this id was put into a cart. */
    added: Type.Optional(Type.String({ format: 'uuid' })),
  }),
})

const Named = Type.Object({ name: Type.String(), count: Type.Integer() })

const VisitReport = Type.Object({
  total: Type.Object({ views: Type.Integer(), visits: Type.Integer(), orders: Type.Integer() }),
  /** Every day with views or orders, in their order. */
  days: Type.Array(
    Type.Object({ day: Type.String(), views: Type.Integer(), visits: Type.Integer(), orders: Type.Integer() }),
  ),
  /** The most frequent ones first. An empty name holds those beyond the limit of a day, and searches that may be personal. */
  pages: Type.Array(Named),
  referrers: Type.Array(Named),
  searches: Type.Array(Named),
  /** Lists the views of products and their outcome; `ordered` counts orders. */
  products: Type.Array(
    Type.Object({
      productId: Type.String(),
      name: Type.String(),
      viewed: Type.Integer(),
      added: Type.Integer(),
      ordered: Type.Integer(),
    }),
  ),
})
export type VisitReport = Static<typeof VisitReport>

const Day = Type.String({ format: 'day', description: 'A day of the store as 2026-11-24.' })

export const getVisits = endpoint('getVisits', 'GET', '/visit-counts', {
  access: 'admin',
  permission: 'orders',
  summary: `Returns the visits of a period of at most ${maxVisitDays} days: by day, the most viewed pages and products, where visits came from, and what was searched for.`,
  query: Type.Object({ from: Day, to: Day }),
  answer: VisitReport,
  problems: ['period-not-valid'],
})
