import { eq } from 'drizzle-orm'
import { allPermissions } from '#contract/permissions.ts'
import { lockAdmins } from '#server/accounts/lock-admins.ts'
import { assertHolds } from '#server/accounts/staff/read-permissions.ts'
import { users } from '#server/accounts/accounts.tables.ts'
import { getUserByEmail } from '#server/accounts/find-user.ts'
import { recordInitialUser } from '#server/accounts/initial-users.ts'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'

/**
 * Makes a user an admin and records it; does nothing for an admin. Without `by` it was the command line. The rights need a
 * verified e-mail. Throws `user-not-found`, or `more-than-yours` if the actor is no admin.
 */
export function makeAdmin(db: Database, email: string, by: AuditActor | undefined): Promise<void> {
  return db.transaction(async (tx) => {
    await lockAdmins(tx)
    const user = await getUserByEmail(tx, email)
    await assertHolds(tx, by, allPermissions)
    await recordInitialUser(tx, 'first-admin', user.id)
    await promote(tx, user, by)
  })
}

/** Makes a user the first admin of a shop that has never had one; returns whether it did. Throws `user-not-found`. */
export function makeFirstAdmin(db: Database, email: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const user = await getUserByEmail(tx, email)
    // Of two servers that start at once, the second waits here and then finds the first one's record.
    if (!(await recordInitialUser(tx, 'first-admin', user.id))) return false
    await promote(tx, user, undefined)
    return true
  })
}

async function promote(tx: Transaction, user: typeof users.$inferSelect, by: AuditActor | undefined): Promise<void> {
  if (user.role === 'admin') return
  await tx.update(users).set({ role: 'admin', staffRoleId: null }).where(eq(users.id, user.id))
  await recordAuditEvent(tx, by, {
    kind: 'role-changed',
    subject: { type: 'user', id: user.id },
    before: { role: user.role },
    after: { role: 'admin' },
  })
}
