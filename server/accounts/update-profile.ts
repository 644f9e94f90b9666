import { and, eq, isNull } from 'drizzle-orm'
import { users } from '#server/accounts/accounts.tables.ts'
import { getUserByEmail } from '#server/accounts/find-user.ts'
import { type Author, differingParts, recordChange } from '#server/audit-log/record-change.ts'
import { type Database, transaction } from '#server/platform/database.ts'
import { problem } from '#server/platform/problem.ts'

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
 * Saves a profile and answers the user as stored; throws `user-not-found`. The record names the parts that changed and not
 * what they say: people may wish that to be forgotten.
 */
export function updateProfile(db: Database, email: string, change: ProfileChange, by: Author) {
  return transaction(db, async (tx) => {
    const user = await getUserByEmail(tx, email)
    // Whoever was forgotten since then stays so.
    const isLiving = and(eq(users.id, user.id), isNull(users.removedAt))
    const [saved] = await tx.update(users).set(change).where(isLiving).returning()
    if (!saved) throw problem('user-not-found')
    const parts = differingParts(user, { ...user, ...change })
    if (parts.length > 0) {
      const subject = { type: 'user', id: user.id } as const
      await recordChange(tx, by, { kind: 'profile-changed', subject, after: { parts } })
    }
    return saved
  })
}
