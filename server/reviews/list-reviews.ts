import { and, desc, eq, getTableColumns, isNotNull, isNull } from 'drizzle-orm'
import { users } from '#server/accounts/accounts.tables.ts'
import type { Database } from '#server/platform/database.ts'
import { type Page, rowsAfter } from '#server/platform/paging.ts'
import { readList } from '#server/platform/search.ts'
import { reviews } from '#server/reviews/reviews.tables.ts'

const keys: [typeof reviews.publishedAt, typeof reviews.id] = [reviews.publishedAt, reviews.id]

/** The reviews that everybody sees, the newest first; one more than the page holds. */
export const listShownReviews = (db: Database, page: Page) =>
  db
    .select()
    .from(reviews)
    .where(and(isNull(reviews.withdrawnAt), isNull(reviews.hiddenAt), rowsAfter(page, 'descending', keys)))
    .orderBy(desc(reviews.publishedAt), desc(reviews.id))
    .limit(page.limit + 1)

/** As `listShownReviews`, of one author, hidden ones too. */
export const listReviewsOf = (db: Database, authorId: string, page: Page) =>
  db
    .select()
    .from(reviews)
    .where(and(eq(reviews.authorId, authorId), isNull(reviews.withdrawnAt), rowsAfter(page, 'descending', keys)))
    .orderBy(desc(reviews.publishedAt), desc(reviews.id))
    .limit(page.limit + 1)

export interface ReviewFilter {
  q: string | undefined
  show: 'shown' | 'hidden' | undefined
}

/** As `listShownReviews`, for an admin: hidden ones too, with their authors' e-mail. */
export function listAllReviews(db: Database, page: Page, { q, show }: ReviewFilter) {
  const isHidden = show === 'hidden' ? isNotNull(reviews.hiddenAt) : isNull(reviews.hiddenAt)
  return readList(
    {
      keys,
      direction: 'descending',
      where: and(isNull(reviews.withdrawnAt), show && isHidden),
      q,
      page,
    },
    (where, order, limit) =>
      db
        .select({ ...getTableColumns(reviews), email: users.email })
        .from(reviews)
        .leftJoin(users, and(eq(users.id, reviews.authorId), isNull(users.removedAt)))
        .where(where)
        .orderBy(...order)
        .limit(limit),
  )
}
