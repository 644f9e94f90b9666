import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '#server/platform/database.ts'
import { parseId } from '#server/platform/ids.ts'
import { problem } from '#server/platform/problem.ts'
import type { NewReview } from '#server/reviews/publish-review.ts'
import { reviews } from '#server/reviews/reviews.tables.ts'

/** What is to change; a part that is undefined stays. */
export type ReviewChange = { [Part in keyof NewReview]?: NewReview[Part] | undefined }

/** Changes a review of this author; one that was hidden stays so. Throws `review-not-found`. */
export async function changeReview(db: Database, id: string, author: { id: string }, change: ReviewChange) {
  const sent = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const [row] = await db
    .update(reviews)
    .set({ ...sent, changedAt: sql`clock_timestamp()` })
    .where(ownReview(id, author))
    .returning()
  if (!row) throw problem('review-not-found')
  return row
}

/** Takes a review of this author back: nobody sees it any more. Throws `review-not-found`. */
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
