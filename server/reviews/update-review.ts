import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'
import { parseId } from '#server/platform/ids.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { NewReview } from '#server/reviews/publish-review.ts'
import { reviews } from '#server/reviews/reviews.tables.ts'

/** Describes a change; undefined fields stay as they are. */
export type ReviewChange = { [Part in keyof NewReview]?: NewReview[Part] | undefined }

/** Changes a review of this author; one that was hidden stays so, and staff check it again. Throws `review-not-found`. */
export async function updateReview(db: Database, id: string, author: { id: string }, change: ReviewChange) {
  const sent = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const [row] = await db
    .update(reviews)
    .set({ ...sent, checkedAt: null, changedAt: sql`clock_timestamp()` })
    .where(ownReview(id, author))
    .returning()
  if (!row) throw problem('review-not-found')
  return row
}

/** Withdraws a review of this author. Throws `review-not-found`. */
export async function withdrawReview(db: Database, id: string, author: { id: string }): Promise<void> {
  const withdrawn = await db
    .update(reviews)
    .set({ withdrawnAt: sql`now()`, changedAt: sql`clock_timestamp()` })
    .where(ownReview(id, author))
    .returning({ id: reviews.id })
  if (withdrawn.length === 0) throw problem('review-not-found')
}

const ownReview = (id: string, author: { id: string }) =>
  and(eq(reviews.id, parseId(id, 'review-not-found')), eq(reviews.authorId, author.id), isNull(reviews.withdrawnAt))
