import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { users } from '#server/accounts/accounts.tables.ts'
import type { Transaction } from '#server/platform/database.ts'

/** The ids of everybody who can act as an admin now. Two who take that from each other at the same moment meet here. */
export async function lockAdmins(tx: Transaction): Promise<string[]> {
  const admins = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), isNotNull(users.emailVerifiedAt), isNull(users.removedAt)))
    .orderBy(users.id)
    .for('update')
  return admins.map(({ id }) => id)
}
