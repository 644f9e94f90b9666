import { and, eq, isNull, sql } from 'drizzle-orm'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import type { Database } from '#server/platform/database/database.ts'
import { parseId } from '#server/platform/ids.ts'
import { problem } from '#server/platform/http/problem.ts'
import { reviews } from '#server/reviews/reviews.tables.ts'

/** Hides a review from the public, or shows it; it is checked then. Throws `review-not-found`. */
export function hideReview(db: Database, id: string, hidden: boolean, by: AuditActor): Promise<void> {
  const reviewId = parseId(id, 'review-not-found')
  return db.transaction(async (tx) => {
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
        checkedAt: sql`now()`,
        changedAt: sql`clock_timestamp()`,
      })
      .where(eq(reviews.id, reviewId))
    if ((before.hiddenAt !== null) === hidden) return
    await recordAuditEvent(tx, by, {
      kind: hidden ? 'review-hidden' : 'review-shown',
      subject: { type: 'review', id: reviewId },
    })
  })
}
