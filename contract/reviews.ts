import { type Static, Type } from 'typebox'
import { endpoint, FilledText, Text } from '#contract/endpoint.ts'

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

export const listReviews = endpoint({
  name: 'listReviews',
  method: 'GET',
  path: '/reviews',
  whoMayCall: 'anyone',
  summary: 'The newest reviews.',
  answer: Type.Array(Review),
  problems: [],
})

export const addReview = endpoint({
  name: 'addReview',
  method: 'POST',
  path: '/add-review',
  whoMayCall: 'signed-in',
  summary: 'Publishes a review in the name of the caller.',
  body: Type.Object({
    displayName: Type.Optional(Text(120)),
    designation: Type.Optional(Text(120)),
    massage: FilledText(5000),
    image: Text(2000, 1),
    rating: Type.Integer({ minimum: 0, maximum: 5 }),
  }),
  answer: Type.Object({ success: Type.Literal(true), _id: Type.String(), review: Review }),
  problems: ['image-not-ours', 'already-reviewed'],
})
