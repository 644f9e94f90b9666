import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { users } from '#server/accounts/accounts.tables.ts'
import type { Transaction } from '#server/platform/database/database.ts'

/** Matches the users who can act as admins. */
export const activeAdmin = and(
  eq(users.role, 'admin'),
  isNotNull(users.emailVerifiedAt),
  isNull(users.removedAt),
  isNull(users.disabledAt),
)

/** Locks the active admins and returns their ids, so that concurrent demotions run one after the other. */
export async function lockAdmins(tx: Transaction): Promise<string[]> {
  const admins = await tx.select({ id: users.id }).from(users).where(activeAdmin).orderBy(users.id).for('update')
  return admins.map(({ id }) => id)
}
