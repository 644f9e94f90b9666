import { and, eq, isNull } from 'drizzle-orm'
import { users } from '#server/accounts/accounts.tables.ts'
import { getUserByEmail } from '#server/accounts/find-user.ts'
import { assertHolds, readPermissions } from '#server/accounts/staff/read-permissions.ts'
import { type AuditActor, changedFields, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import type { Database } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

export interface ProfileChange {
  displayName: string
  education: string
  skill: string
  projectLinks: string[]
  phone: string
  address?: string
  photoUrl?: string
}

/**
 * Saves a profile and returns the stored user; throws `user-not-found`, or `more-than-yours` for somebody who may do more than the actor. The audit log has the names of changed fields, not their
 * values.
 */
export function updateProfile(db: Database, email: string, change: ProfileChange, by: AuditActor) {
  return db.transaction(async (tx) => {
    const user = await getUserByEmail(tx, email)
    if (user.id !== by.id || by.apiKeyId !== undefined) await assertHolds(tx, by, await readPermissions(tx, user.id))
    // An erased user stays erased.
    const isActive = and(eq(users.id, user.id), isNull(users.removedAt))
    const [saved] = await tx.update(users).set(change).where(isActive).returning()
    if (!saved) throw problem('user-not-found')
    const parts = changedFields(user, { ...user, ...change })
    if (parts.length > 0) {
      const subject = { type: 'user', id: user.id } as const
      await recordAuditEvent(tx, by, { kind: 'profile-changed', subject, after: { parts } })
    }
    return saved
  })
}
