import { activeAdmin } from '#server/accounts/lock-admins.ts'
import { users } from '#server/accounts/accounts.tables.ts'
import type { Transaction } from '#server/platform/database/database.ts'

/** Returns the e-mail address of the first active admin; undefined in a shop without one. */
export async function findOwnerEmail(tx: Transaction): Promise<string | undefined> {
  const [owner] = await tx
    .select({ email: users.email })
    .from(users)
    .where(activeAdmin)
    .orderBy(users.createdAt, users.id)
    .limit(1)
  return owner?.email
}
