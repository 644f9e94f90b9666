import { and, eq, isNull } from 'drizzle-orm'
import { users } from '#server/accounts/accounts.tables.ts'
import { makeAdmin } from '#server/accounts/make-admin.ts'
import type { Database } from '#server/platform/database.ts'

/** Makes a user the admin of a shop that has none; answers whether it did. */
export async function makeFirstAdmin(db: Database, email: string): Promise<boolean> {
  const [admin] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), isNull(users.removedAt)))
    .limit(1)
  if (admin) return false
  await makeAdmin(db, email, undefined)
  return true
}
