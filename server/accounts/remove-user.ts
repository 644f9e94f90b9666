import { eq, sql } from 'drizzle-orm'
import { assertCanLockOut } from '#server/accounts/account-rules.ts'
import { assertHolds, readPermissions } from '#server/accounts/staff/read-permissions.ts'
import { revokeKeysOf } from '#server/accounts/api-keys/edit-api-keys.ts'
import { users } from '#server/accounts/accounts.tables.ts'
import { getUserByEmail } from '#server/accounts/find-user.ts'
import { lockAdmins } from '#server/accounts/lock-admins.ts'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'

/** Removes a user: tokens end at once, orders stay. Throws `user-not-found`, `not-yourself`, `more-than-yours` or `last-admin`. */
export function removeUser(db: Database, email: string, by: AuditActor): Promise<void> {
  return db.transaction(async (tx) => {
    const admins = await lockAdmins(tx)
    const user = await getUserByEmail(tx, email)
    await assertHolds(tx, by, await readPermissions(tx, user.id))
    assertCanLockOut(user, by, admins)
    await markUserRemoved(tx, user, by)
  })
}

/** Ends the access of a user who may be removed, and records it; orders stay. */
export async function markUserRemoved(
  tx: Transaction,
  { id, role, tokenVersion }: Pick<typeof users.$inferSelect, 'id' | 'role' | 'tokenVersion'>,
  by: AuditActor,
): Promise<void> {
  await tx
    .update(users)
    .set({ removedAt: sql`now()`, removedBy: by.id, tokenVersion: tokenVersion + 1 })
    .where(eq(users.id, id))
  await revokeKeysOf(tx, id)
  await recordAuditEvent(tx, by, { kind: 'user-removed', subject: { type: 'user', id }, before: { role } })
}
