import type { Review } from '#contract/reviews.ts'
import type { reviews } from '#server/reviews/reviews.tables.ts'

export const presentReview = (row: typeof reviews.$inferSelect): Review => ({
  _id: row.id,
  name: row.name,
  displayName: row.displayName,
  designation: row.designation,
  massage: row.message,
  image: row.imageUrl,
  rating: row.rating,
  publishedAt: row.publishedAt.toISOString(),
})
