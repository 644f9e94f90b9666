import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { users } from '#server/accounts/accounts.tables.ts'
import type { Database } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { problem } from '#server/platform/http/problem.ts'
import { reviews } from '#server/reviews/reviews.tables.ts'

export interface NewReview {
  displayName: string
  designation: string
  message: string
  imageUrl: string
  rating: number
}

/** Publishes a review in the author's name, at most one a day; throws `already-reviewed`, or `session-ended` when the author is gone. */
export function publishReview(db: Database, author: { id: string; name: string }, review: NewReview) {
  return db.transaction(async (tx) => {
    // Two reviews sent at once meet at their author's row; so does one that is sent while the account is deleted.
    const isActive = and(eq(users.id, author.id), isNull(users.removedAt))
    const [living] = await tx.select({ id: users.id }).from(users).where(isActive).for('update')
    if (!living) throw problem('session-ended')
    const [recent] = await tx
      .select({ id: reviews.id })
      .from(reviews)
      .where(and(eq(reviews.authorId, author.id), gt(reviews.publishedAt, sql`now() - interval '1 day'`)))
      .limit(1)
    if (recent) throw problem('already-reviewed')
    const [row] = await tx
      .insert(reviews)
      .values({ id: newId(), authorId: author.id, name: author.name, ...review })
      .returning()
    if (!row) throw new Error('The insert of a review answered no row.')
    return row
  })
}
