import { and, eq, isNull } from 'drizzle-orm'
import { users } from '#server/accounts/accounts.tables.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Makes other changes of what a buyer keeps (addresses, carts, lists) wait until the end of the transaction; throws `session-ended` if the user is gone. */
export async function lockUser(tx: Transaction, userId: string): Promise<void> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.removedAt)))
    .for('no key update')
  if (rows.length === 0) throw problem('session-ended')
}
