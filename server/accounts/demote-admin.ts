import { eq } from 'drizzle-orm'
import { roleChanges, users } from '#server/accounts/accounts.tables.ts'
import { getUserByEmail } from '#server/accounts/find-user.ts'
import { lockAdmins } from '#server/accounts/lock-admins.ts'
import type { RoleChanger } from '#server/accounts/make-admin.ts'
import { type Database, transaction } from '#server/platform/database.ts'
import { problem } from '#server/platform/problem.ts'

/** Makes an admin a customer again and writes down by whom; a customer stays one. Throws `user-not-found` or `last-admin`. */
export function demoteAdmin(db: Database, email: string, by: RoleChanger): Promise<void> {
  return transaction(db, async (tx) => {
    const admins = await lockAdmins(tx)
    const user = await getUserByEmail(tx, email)
    if (user.role !== 'admin') return
    if (!admins.some((id) => id !== user.id)) throw problem('last-admin')
    await tx.update(users).set({ role: 'customer' }).where(eq(users.id, user.id))
    await tx.insert(roleChanges).values({ userId: user.id, role: 'customer', changedBy: by.id, changedFrom: by.ip })
  })
}
