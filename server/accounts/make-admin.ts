import { eq } from 'drizzle-orm'
import { users } from '#server/accounts/accounts.tables.ts'
import { getUserByEmail } from '#server/accounts/find-user.ts'
import { type Author, recordChange } from '#server/audit-log/record-change.ts'
import { type Database, transaction } from '#server/platform/database.ts'

/**
 * Makes a user an admin and puts on record by whom; a second time it changes nothing. Nobody in `by` means the command line.
 * The rights begin once the address is verified: until then nobody knows whose it is. Throws `user-not-found`.
 */
export function makeAdmin(db: Database, email: string, by: Author | undefined): Promise<void> {
  return transaction(db, async (tx) => {
    const user = await getUserByEmail(tx, email)
    if (user.role === 'admin') return
    await tx.update(users).set({ role: 'admin' }).where(eq(users.id, user.id))
    await recordChange(tx, by, {
      kind: 'role-changed',
      subject: { type: 'user', id: user.id },
      before: { role: user.role },
      after: { role: 'admin' },
    })
  })
}
