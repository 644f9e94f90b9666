import { eq } from 'drizzle-orm'
import { users } from '#server/accounts/accounts.tables.ts'
import { getUserByEmail } from '#server/accounts/find-user.ts'
import { type Database, transaction } from '#server/platform/database.ts'

export interface ProfileChange {
  displayName: string
  education: string
  skill: string
  projectLinks: string[]
  phone: string
  address?: string
  photoUrl?: string
}

/** Saves a profile and answers the user as stored; throws `user-not-found`. */
export function updateProfile(db: Database, email: string, change: ProfileChange) {
  return transaction(db, async (tx) => {
    const user = await getUserByEmail(tx, email)
    const [saved] = await tx.update(users).set(change).where(eq(users.id, user.id)).returning()
    return saved ?? user
  })
}
