import { eq, sql } from 'drizzle-orm'
import { users } from '#server/accounts/accounts.tables.ts'
import type { Transaction } from '#server/platform/database/database.ts'

/** Ends every access token of a person whose sessions have ended at the identity provider, in the provider's transaction. */
export async function revokeAccess(tx: Transaction, { localId }: { localId: string }): Promise<void> {
  await tx
    .update(users)
    .set({ tokenVersion: sql`${users.tokenVersion} + 1` })
    .where(eq(users.identityUid, localId))
}
