import { and, eq, isNull, sql } from 'drizzle-orm'
import { users } from '#server/accounts/accounts.tables.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Page } from '#server/platform/database/pagination.ts'
import { readList } from '#server/platform/database/search.ts'

export interface UserFilter {
  /** Beginnings of words in e-mail or name. */
  q: string | undefined
  role: 'customer' | 'admin' | undefined
}

/** Returns the users, newest first, and one row beyond the page. */
export function listUsers(db: Database, page: Page, { q, role }: UserFilter) {
  return readList(
    {
      keys: [users.createdAt, users.id],
      direction: 'descending',
      // The index of admins knows their role as a constant.
      where: and(
        isNull(users.removedAt),
        role === 'admin' ? sql`${users.role} = 'admin'` : role && eq(users.role, role),
      ),
      q,
      page,
    },
    (where, order, limit) =>
      db
        .select()
        .from(users)
        .where(where)
        .orderBy(...order)
        .limit(limit),
  )
}
