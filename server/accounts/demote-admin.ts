import { eq } from 'drizzle-orm'
import { users } from '#server/accounts/accounts.tables.ts'
import { getUserByEmail } from '#server/accounts/find-user.ts'
import { lockAdmins } from '#server/accounts/lock-admins.ts'
import { type Author, recordChange } from '#server/audit-log/record-change.ts'
import { type Database, transaction } from '#server/platform/database.ts'
import { problem } from '#server/platform/problem.ts'

/** Makes an admin a customer again and puts on record by whom; a customer stays one. Throws `user-not-found` or `last-admin`. */
export function demoteAdmin(db: Database, email: string, by: Author): Promise<void> {
  return transaction(db, async (tx) => {
    const admins = await lockAdmins(tx)
    const user = await getUserByEmail(tx, email)
    if (user.role !== 'admin') return
    if (!admins.some((id) => id !== user.id)) throw problem('last-admin')
    await tx.update(users).set({ role: 'customer' }).where(eq(users.id, user.id))
    await recordChange(tx, by, {
      kind: 'role-changed',
      subject: { type: 'user', id: user.id },
      before: { role: user.role },
      after: { role: 'customer' },
    })
  })
}
