import { and, eq, sql } from 'drizzle-orm'
import { users } from '#server/accounts/accounts.tables.ts'
import type { Database } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

/**
 * Revokes all access tokens of a user. Throws `session-ended` if another request did so first, since newer tokens must stay
 * valid.
 */
export async function revokeTokens(
  db: Database,
  { id, tokenVersion }: { id: string; tokenVersion: number },
): Promise<void> {
  const { rowCount } = await db
    .update(users)
    .set({ tokenVersion: sql`${users.tokenVersion} + 1` })
    .where(and(eq(users.id, id), eq(users.tokenVersion, tokenVersion)))
  if (rowCount === 0) throw problem('session-ended')
}
