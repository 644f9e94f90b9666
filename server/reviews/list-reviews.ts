import { and, desc, eq, getTableColumns, isNotNull, isNull, sql } from 'drizzle-orm'
import { reviewFilters } from '#contract/reviews.ts'
import { users } from '#server/accounts/accounts.tables.ts'
import { countFilters } from '#server/platform/database/count-filters.ts'
import type { Database } from '#server/platform/database/database.ts'
import { type DayRange, inDayRange } from '#server/platform/database/day-range.ts'
import { type Page, rowsAfter } from '#server/platform/database/pagination.ts'
import { readList } from '#server/platform/database/search.ts'
import { reviews } from '#server/reviews/reviews.tables.ts'

const keys: [typeof reviews.publishedAt, typeof reviews.id] = [reviews.publishedAt, reviews.id]

/** Returns the public reviews, newest first, and one row beyond the page. */
export const listVisibleReviews = (db: Database, page: Page) =>
  db
    .select()
    .from(reviews)
    .where(and(isNull(reviews.withdrawnAt), isNull(reviews.hiddenAt), rowsAfter(page, 'descending', keys)))
    .orderBy(desc(reviews.publishedAt), desc(reviews.id))
    .limit(page.limit + 1)

/** Returns the reviews of one author, including hidden ones. */
export const listAuthorReviews = (db: Database, authorId: string, page: Page) =>
  db
    .select()
    .from(reviews)
    .where(and(eq(reviews.authorId, authorId), isNull(reviews.withdrawnAt), rowsAfter(page, 'descending', keys)))
    .orderBy(desc(reviews.publishedAt), desc(reviews.id))
    .limit(page.limit + 1)

export interface ReviewFilter {
  q: string | undefined
  show: (typeof reviewFilters)[number] | undefined
  /** The days on which it was published. */
  days: DayRange
}

/** Selects reviews of buyers that no member of staff has checked. */
export const isUnchecked = and(isNull(reviews.withdrawnAt), isNull(reviews.checkedAt), isNotNull(reviews.authorId))

const isShownAs = {
  shown: isNull(reviews.hiddenAt),
  hidden: isNotNull(reviews.hiddenAt),
  unchecked: isUnchecked,
}

/** Counts the reviews that each filter shows. */
export const countAllReviews = (db: Database, days: DayRange) =>
  countFilters(db, ['all', ...reviewFilters], (filter) => {
    const isListed = filter === 'all' ? undefined : isShownAs[filter]
    return sql`${reviews} WHERE ${and(isNull(reviews.withdrawnAt), inDayRange(reviews.publishedAt, days), isListed)}`
  })

/** Returns all reviews for admins, with the authors' e-mails. */
export function listAllReviews(db: Database, page: Page, { q, show, days }: ReviewFilter) {
  return readList(
    {
      keys,
      direction: 'descending',
      where: and(isNull(reviews.withdrawnAt), inDayRange(reviews.publishedAt, days), show && isShownAs[show]),
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
