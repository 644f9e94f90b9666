import { and, eq, isNull, sql } from 'drizzle-orm'
import { users } from '#server/accounts/accounts.tables.ts'
import { getUserByEmail } from '#server/accounts/find-user.ts'
import { type Database, transaction } from '#server/platform/database.ts'
import { problem } from '#server/platform/problem.ts'

/** Removes a user: tokens end at once, orders stay. Throws `user-not-found`, `not-yourself` or `last-admin`. */
export function removeUser(db: Database, email: string, by: { id: string }): Promise<void> {
  return transaction(db, async (tx) => {
    // Two admins who remove each other at the same moment must meet here.
    const admins = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.role, 'admin'), isNull(users.removedAt)))
      .orderBy(users.id)
      .for('update')
    const user = await getUserByEmail(tx, email)
    if (user.id === by.id) throw problem('not-yourself')
    if (user.role === 'admin' && admins.length <= 1) throw problem('last-admin')
    await tx
      .update(users)
      .set({ removedAt: sql`now()`, removedBy: by.id, tokenVersion: user.tokenVersion + 1 })
      .where(eq(users.id, user.id))
  })
}
