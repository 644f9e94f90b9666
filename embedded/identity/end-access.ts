import type { IdentityDeps, Tx } from './identity-deps.ts'
import type { Account } from './identity.tables.ts'
import { forgetMailCodes } from './mail-codes.ts'
import { endSessions } from './sessions.ts'

/**
 * Ends all sessions of an account, or all but one, and what the host gave out for them, in the same transaction. A
 * change of address that somebody has begun ends too: a thief's could still be finished from the thief's mailbox.
 */
export async function endAccess(
  deps: Pick<IdentityDeps, 'endAccess'>,
  tx: Tx,
  { localId, email }: Pick<Account, 'localId' | 'email'>,
  exceptSessionId?: string,
): Promise<void> {
  await endSessions(tx, localId, exceptSessionId)
  await forgetMailCodes(tx, localId, 'VERIFY_AND_CHANGE_EMAIL')
  await deps.endAccess?.(tx, { localId, email })
}
