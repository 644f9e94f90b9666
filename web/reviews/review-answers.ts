import { listAllReviews, listOwnReviews } from '#contract/reviews.ts'
import { call } from '#web/api/call.ts'
import { keepPages } from '#web/api/keep-pages.ts'

/** The reviews of whoever looks, by their e-mail. */
export const ownReviews = keepPages((_: { viewer: string }, page) => call(listOwnReviews, { query: page }))

export type ReviewKind = '' | 'shown' | 'hidden'

/** Everybody's reviews, by the admin who looks, the words they contain, and whether they are shown. */
export const reviewsForAdmin = keepPages(({ q, show }: { viewer: string; q: string; show: ReviewKind }, page) =>
  call(listAllReviews, { query: { ...page, ...(q && { q }), ...(show && { show }) } }),
)
