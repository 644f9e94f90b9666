import { eq } from 'drizzle-orm'
import { allPermissions } from '#contract/permissions.ts'
import { assertHolds } from '#server/accounts/staff/read-permissions.ts'
import { users } from '#server/accounts/accounts.tables.ts'
import { getUserByEmail } from '#server/accounts/find-user.ts'
import { lockAdmins } from '#server/accounts/lock-admins.ts'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import type { Database } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Makes an admin a customer again and records it; does nothing for a customer. Throws `user-not-found`, `more-than-yours` or `last-admin`. */
export function demoteAdmin(db: Database, email: string, by: AuditActor): Promise<void> {
  return db.transaction(async (tx) => {
    const admins = await lockAdmins(tx)
    const user = await getUserByEmail(tx, email)
    if (user.role !== 'admin') return
    await assertHolds(tx, by, allPermissions)
    if (!admins.some((id) => id !== user.id)) throw problem('last-admin')
    await tx.update(users).set({ role: 'customer' }).where(eq(users.id, user.id))
    await recordAuditEvent(tx, by, {
      kind: 'role-changed',
      subject: { type: 'user', id: user.id },
      before: { role: user.role },
      after: { role: 'customer' },
    })
  })
}
