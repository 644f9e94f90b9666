import { eq } from 'drizzle-orm'
import { users } from '#server/accounts/accounts.tables.ts'
import type { Database } from '#server/platform/database/database.ts'

/** Returns all users that have or had an e-mail address, also removed ones. */
export const findUsersByEmail = (db: Database, email: string) =>
  db.select().from(users).where(eq(users.email, email.toLowerCase()))
