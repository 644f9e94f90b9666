import { and, eq, isNull, ne, notExists, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { users } from '#server/accounts/accounts.tables.ts'
import type { Transaction } from '#server/platform/database/database.ts'

/** Updates the e-mail of a user when it changes at the identity service. If it is taken, the next sign-in says so. */
export async function changeUserEmail(
  tx: Transaction,
  { localId }: { localId: string },
  { email, verified }: { email: string; verified: boolean },
): Promise<void> {
  const others = alias(users, 'others')
  const holders = tx
    .select({ id: others.id })
    .from(others)
    .where(
      and(
        eq(others.email, email),
        isNull(others.removedAt),
        or(isNull(others.identityUid), ne(others.identityUid, localId)),
      ),
    )
  await tx
    .update(users)
    .set({ email, emailVerifiedAt: verified ? sql`now()` : null })
    .where(and(eq(users.identityUid, localId), isNull(users.removedAt), notExists(holders)))
}
