import { eq, sql } from 'drizzle-orm'
import { users } from '#server/accounts/accounts.tables.ts'
import { getUserByEmail } from '#server/accounts/find-user.ts'
import { lockAdmins } from '#server/accounts/lock-admins.ts'
import { type Author, recordChange } from '#server/audit-log/record-change.ts'
import { type Database, transaction } from '#server/platform/database.ts'
import { problem } from '#server/platform/problem.ts'

/** Removes a user: tokens end at once, orders stay. Throws `user-not-found`, `not-yourself` or `last-admin`. */
export function removeUser(db: Database, email: string, by: Author): Promise<void> {
  return transaction(db, async (tx) => {
    const admins = await lockAdmins(tx)
    const user = await getUserByEmail(tx, email)
    if (user.id === by.id) throw problem('not-yourself')
    if (user.role === 'admin' && !admins.some((id) => id !== user.id)) throw problem('last-admin')
    await tx
      .update(users)
      .set({ removedAt: sql`now()`, removedBy: by.id, tokenVersion: user.tokenVersion + 1 })
      .where(eq(users.id, user.id))
    await recordChange(tx, by, {
      kind: 'user-removed',
      subject: { type: 'user', id: user.id },
      before: { role: user.role },
    })
  })
}
