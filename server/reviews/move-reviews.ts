import { eq } from 'drizzle-orm'
import type { Transaction } from '#server/platform/database/database.ts'
import { reviews } from '#server/reviews/reviews.tables.ts'

/** Makes the one that stays the author of the reviews of a merged account. */
export async function moveReviews(
  tx: Transaction,
  { from, to }: { from: string; to: string },
): Promise<{ reviews: number }> {
  const moved = await tx
    .update(reviews)
    .set({ authorId: to })
    .where(eq(reviews.authorId, from))
    .returning({ id: reviews.id })
  return { reviews: moved.length }
}
