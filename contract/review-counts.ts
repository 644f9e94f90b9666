import { Type } from 'typebox'
import { endpoint } from '#contract/endpoint.ts'
import { dayRangeQuery, maxCountedRows } from '#contract/pagination.ts'
import { reviewFilters } from '#contract/reviews.ts'

// Not among the other calls of reviews, which every page of the shop loads.
export const countAllReviews = endpoint('countAllReviews', 'GET', '/review-counts', {
  access: 'admin',
  permission: 'content',
  summary: `Counts reviews by filter, as \`all\` in all, in one statement; each count ends at ${maxCountedRows.toLocaleString('en')}.`,
  query: Type.Object(dayRangeQuery),
  answer: Type.Array(Type.Object({ filter: Type.Enum(['all', ...reviewFilters]), count: Type.Integer() })),
})
