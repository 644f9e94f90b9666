import { maxLengths } from '#contract/max-lengths.ts'
import { type Static, Type } from 'typebox'
import { endpoint, IdParams, PersonNameOrEmpty, Text } from '#contract/endpoint.ts'
import { dayRangeQuery, pageQuery, SearchText } from '#contract/pagination.ts'

/** Describes a review on the wire; `massage` is its text, `rating` its stars. The author's e-mail is not included. */
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

/** Describes a review for its author; `hidden` is set if it is not published. */
export const OwnReview = Type.Object({ ...Review.properties, hidden: Type.Boolean() })
export type OwnReview = Static<typeof OwnReview>

/** Describes a review for admins, with the author's e-mail if that user exists. */
export const ManagedReview = Type.Object({
  ...OwnReview.properties,
  email: Type.Optional(Type.String()),
  /** Set while no member of staff has looked at it. */
  unchecked: Type.Optional(Type.Literal(true)),
})
export type ManagedReview = Static<typeof ManagedReview>

const reviewParts = {
  displayName: Type.Optional(PersonNameOrEmpty),
  designation: Type.Optional(Text(maxLengths.designation)),
  massage: Type.Optional(Text(maxLengths.review)),
  image: Text(2000, 1),
  rating: Type.Integer({ minimum: 0, maximum: 5 }),
}

export const listReviews = endpoint('listReviews', 'GET', '/reviews', {
  access: 'anyone',
  summary: 'Lists the visible reviews, newest first.',
  query: Type.Object(pageQuery),
  answer: Type.Array(Review),
})

export const addReview = endpoint('addReview', 'POST', '/add-review', {
  access: 'signed-in',
  summary: 'Publishes a review in the caller’s name.',
  body: Type.Object(reviewParts),
  answer: Type.Object({ success: Type.Literal(true), _id: Type.String(), review: Review }),
  problems: ['image-not-ours', 'already-reviewed'],
})

export const listOwnReviews = endpoint('listOwnReviews', 'GET', '/my-reviews', {
  access: 'signed-in',
  summary: 'Lists the caller’s own reviews, newest first.',
  query: Type.Object(pageQuery),
  answer: Type.Array(OwnReview),
})

export const updateReview = endpoint('updateReview', 'PUT', '/reviews/:id', {
  access: 'signed-in',
  summary: 'Updates the fields that are sent of a review of the caller.',
  params: IdParams,
  body: Type.Partial(Type.Object(reviewParts)),
  answer: Type.Object({ success: Type.Literal(true), review: OwnReview }),
  problems: ['review-not-found', 'image-not-ours'],
})

export const withdrawReview = endpoint('withdrawReview', 'DELETE', '/reviews/:id', {
  access: 'signed-in',
  summary: 'Deletes a review of the caller.',
  params: IdParams,
  problems: ['review-not-found'],
})

/** Lists the filters of reviews; `unchecked` ones are those that no member of staff has looked at since they were written. */
export const reviewFilters = ['shown', 'hidden', 'unchecked'] as const

export const listAllReviews = endpoint('listAllReviews', 'GET', '/all-reviews', {
  access: 'admin',
  permission: 'content',
  summary:
    'Lists all reviews with their authors, newest first; `q` searches the words of names and text; `from` and `to` are days on which they were published.',
  query: Type.Object({
    ...pageQuery,
    q: Type.Optional(SearchText),
    show: Type.Optional(Type.Enum(reviewFilters)),
    ...dayRangeQuery,
  }),
  answer: Type.Array(ManagedReview),
})

export const hideReview = endpoint('hideReview', 'PATCH', '/reviews/:id', {
  access: 'admin',
  permission: 'content',
  summary: 'Hides a review from the shop’s pages, or shows it; it is then no longer among the unchecked ones.',
  params: IdParams,
  body: Type.Object({ hidden: Type.Boolean() }),
  problems: ['review-not-found'],
})
