import { type Static, Type } from 'typebox'
import { endpoint, FilledText, IdParams, Success, Text } from '#contract/endpoint.ts'
import { pageQuery, SearchWords } from '#contract/paging.ts'

/** A review as it crosses the wire; `massage` is its text, `rating` counts stars. Its author's e-mail stays with the shop. */
export const Review = Type.Object({
  _id: Type.String(),
  name: Type.String(),
  displayName: Type.String(),
  designation: Type.String(),
  massage: Type.String(),
  image: Type.String(),
  rating: Type.Integer(),
  publishedAt: Type.String(),
})
export type Review = Static<typeof Review>

/** A review as its author sees it: `hidden` when the shop does not show it. */
export const OwnReview = Type.Object({ ...Review.properties, hidden: Type.Boolean() })
export type OwnReview = Static<typeof OwnReview>

/** A review as an admin sees it, with the author's e-mail while there is such a user. */
export const ManagedReview = Type.Object({ ...OwnReview.properties, email: Type.Optional(Type.String()) })
export type ManagedReview = Static<typeof ManagedReview>

const reviewParts = {
  displayName: Type.Optional(Text(120)),
  designation: Type.Optional(Text(120)),
  massage: FilledText(5000),
  image: Text(2000, 1),
  rating: Type.Integer({ minimum: 0, maximum: 5 }),
}

export const listReviews = endpoint({
  name: 'listReviews',
  method: 'GET',
  path: '/reviews',
  whoMayCall: 'anyone',
  summary: 'The reviews that the shop shows, the newest first.',
  query: Type.Object(pageQuery),
  answer: Type.Array(Review),
  problems: [],
})

export const addReview = endpoint({
  name: 'addReview',
  method: 'POST',
  path: '/add-review',
  whoMayCall: 'signed-in',
  summary: 'Publishes a review in the name of the caller.',
  body: Type.Object(reviewParts),
  answer: Type.Object({ success: Type.Literal(true), _id: Type.String(), review: Review }),
  problems: ['image-not-ours', 'already-reviewed'],
})

export const listOwnReviews = endpoint({
  name: 'listOwnReviews',
  method: 'GET',
  path: '/my-reviews',
  whoMayCall: 'signed-in',
  summary: 'The caller’s own reviews, the newest first.',
  query: Type.Object(pageQuery),
  answer: Type.Array(OwnReview),
  problems: [],
})

export const changeReview = endpoint({
  name: 'changeReview',
  method: 'PUT',
  path: '/reviews/:id',
  whoMayCall: 'signed-in',
  summary: 'Changes the parts that are sent of a review of the caller.',
  params: IdParams,
  body: Type.Partial(Type.Object(reviewParts)),
  answer: Type.Object({ success: Type.Literal(true), review: OwnReview }),
  problems: ['review-not-found', 'image-not-ours'],
})

export const withdrawReview = endpoint({
  name: 'withdrawReview',
  method: 'DELETE',
  path: '/reviews/:id',
  whoMayCall: 'signed-in',
  summary: 'Takes a review of the caller back.',
  params: IdParams,
  answer: Success,
  problems: ['review-not-found'],
})

export const listAllReviews = endpoint({
  name: 'listAllReviews',
  method: 'GET',
  path: '/all-reviews',
  whoMayCall: 'admin',
  summary: 'All reviews with their authors, the newest first; `q` searches the words of names and text.',
  query: Type.Object({
    ...pageQuery,
    q: Type.Optional(SearchWords),
    show: Type.Optional(Type.Union([Type.Literal('shown'), Type.Literal('hidden')])),
  }),
  answer: Type.Array(ManagedReview),
  problems: [],
})

export const hideReview = endpoint({
  name: 'hideReview',
  method: 'PATCH',
  path: '/reviews/:id',
  whoMayCall: 'admin',
  summary: 'Hides a review from the shop’s pages, or shows it again.',
  params: IdParams,
  body: Type.Object({ hidden: Type.Boolean() }),
  answer: Success,
  problems: ['review-not-found'],
})
