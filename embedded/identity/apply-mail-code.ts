import { and, eq } from 'drizzle-orm'
import type { Identity } from './identity-deps.ts'
import { accounts } from './identity.tables.ts'
import { redeemMailCode } from './mail-codes.ts'
import { inTransaction } from './transaction.ts'
import { WireError } from './wire-error.ts'

/** Does once what the link in a mail promised: so far, marking the address as verified. */
export async function applyMailCode(identity: Identity, code: string): Promise<object> {
  const now = identity.now()
  const account = await inTransaction(identity.db, async (tx) => {
    const { purpose, localId, email } = await redeemMailCode(tx, code, now)
    if (purpose !== 'VERIFY_EMAIL' || !localId) throw new WireError('INVALID_OOB_CODE')
    // the code speaks for the address it was mailed to, and for no later one
    const [verified] = await tx
      .update(accounts)
      .set({ emailVerifiedAt: now })
      .where(and(eq(accounts.localId, localId), eq(accounts.email, email)))
      .returning()
    if (!verified) throw new WireError('INVALID_OOB_CODE')
    if (verified.disabledAt) throw new WireError('USER_DISABLED')
    return verified
  })
  return {
    kind: 'identitytoolkit#SetAccountInfoResponse',
    localId: account.localId,
    email: account.email,
    emailVerified: true,
  }
}
