import { and, eq, sql } from 'drizzle-orm'
import { users } from '#server/accounts/accounts.tables.ts'
import type { Database } from '#server/platform/database.ts'
import { problem } from '#server/platform/problem.ts'

/**
 * Ends every access token that a user holds; throws `session-ended` where somebody has done so meanwhile, because those that were
 * made since then are others.
 */
export async function endTokens(
  db: Database,
  { id, tokenVersion }: { id: string; tokenVersion: number },
): Promise<void> {
  const { rowCount } = await db
    .update(users)
    .set({ tokenVersion: sql`${users.tokenVersion} + 1` })
    .where(and(eq(users.id, id), eq(users.tokenVersion, tokenVersion)))
  if (rowCount === 0) throw problem('session-ended')
}
