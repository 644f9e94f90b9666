import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '#server/platform/database.ts'
import { parseId } from '#server/platform/ids.ts'
import { problem } from '#server/platform/problem.ts'
import { reviews } from '#server/reviews/reviews.tables.ts'

/** Hides a review from everybody but its author and the admins, or shows it again. Throws `review-not-found`. */
export async function hideReview(db: Database, id: string, hidden: boolean, by: { id: string }): Promise<void> {
  const changed = await db
    .update(reviews)
    .set({
      hiddenAt: hidden ? sql`coalesce(${reviews.hiddenAt}, now())` : null,
      hiddenBy: hidden ? by.id : null,
      changedAt: sql`clock_timestamp()`,
    })
    .where(and(eq(reviews.id, parseId(id, 'review-not-found')), isNull(reviews.withdrawnAt)))
    .returning({ id: reviews.id })
  if (changed.length === 0) throw problem('review-not-found')
}
