import { eq } from 'drizzle-orm'
import { record } from './audit.ts'
import { endAccess } from './end-access.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { accounts } from './identity.tables.ts'
import { inTransaction } from './transaction.ts'

/** For whoever runs the service: the account signs in no more and all its sessions end now. False if there is none. */
export async function disableAccount(
  deps: Pick<IdentityDeps, 'db' | 'now' | 'endAccess'>,
  localId: string,
): Promise<boolean> {
  const now = deps.now()
  return inTransaction(deps.db, async (tx) => {
    const [account] = await tx
      .update(accounts)
      .set({ disabledAt: now, validSince: now })
      .where(eq(accounts.localId, localId))
      .returning()
    if (!account) return false
    await endAccess(deps, tx, account)
    await record(tx, { event: 'account-disabled', localId, now })
    return true
  })
}
