import { and, eq, isNull, sql } from 'drizzle-orm'
import { type Author, recordChange } from '#server/audit-log/record-change.ts'
import { type Database, transaction } from '#server/platform/database.ts'
import { parseId } from '#server/platform/ids.ts'
import { problem } from '#server/platform/problem.ts'
import { reviews } from '#server/reviews/reviews.tables.ts'

/** Hides a review from everybody but its author and the admins, or shows it again. Throws `review-not-found`. */
export function hideReview(db: Database, id: string, hidden: boolean, by: Author): Promise<void> {
  const reviewId = parseId(id, 'review-not-found')
  return transaction(db, async (tx) => {
    const [before] = await tx
      .select()
      .from(reviews)
      .where(and(eq(reviews.id, reviewId), isNull(reviews.withdrawnAt)))
      .for('update')
    if (!before) throw problem('review-not-found')
    await tx
      .update(reviews)
      .set({
        hiddenAt: hidden ? sql`coalesce(${reviews.hiddenAt}, now())` : null,
        hiddenBy: hidden ? by.id : null,
        changedAt: sql`clock_timestamp()`,
      })
      .where(eq(reviews.id, reviewId))
    if ((before.hiddenAt !== null) === hidden) return
    await recordChange(tx, by, {
      kind: hidden ? 'review-hidden' : 'review-shown',
      subject: { type: 'review', id: reviewId },
    })
  })
}
