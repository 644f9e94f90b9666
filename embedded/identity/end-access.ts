import type { IdentityDeps, Tx } from './identity-deps.ts'
import type { Account } from './identity.tables.ts'
import { endSessions } from './sessions.ts'

/** Ends all sessions of an account, or all but one, and what the host gave out for them, in the same transaction. */
export async function endAccess(
  deps: Pick<IdentityDeps, 'endAccess'>,
  tx: Tx,
  { localId, email }: Pick<Account, 'localId' | 'email'>,
  exceptSessionId?: string,
): Promise<void> {
  await endSessions(tx, localId, exceptSessionId)
  await deps.endAccess?.(tx, { localId, email })
}
