import { eq } from 'drizzle-orm'
import { roleChanges, users } from '#server/accounts/accounts.tables.ts'
import { getUserByEmail } from '#server/accounts/find-user.ts'
import { type Database, transaction } from '#server/platform/database.ts'

/** Makes a user an admin and writes down by whom; a second time it changes nothing. Throws `user-not-found`. */
export function makeAdmin(db: Database, email: string, by: { id: string } | undefined): Promise<void> {
  return transaction(db, async (tx) => {
    const user = await getUserByEmail(tx, email)
    if (user.role === 'admin') return
    await tx.update(users).set({ role: 'admin' }).where(eq(users.id, user.id))
    await tx.insert(roleChanges).values({ userId: user.id, role: 'admin', changedBy: by?.id ?? null })
  })
}
