import { eq } from 'drizzle-orm'
import { record } from './audit.ts'
import { assertRecentSignIn, authenticate } from './authenticate.ts'
import { endAccess } from './end-access.ts'
import type { Identity } from './identity-deps.ts'
import { accounts } from './identity.tables.ts'
import { inTransaction } from './transaction.ts'
import { readText } from './wire-body.ts'
import type { WireRequest } from './wire-body.ts'

/** Removes the account with its sessions and codes; its tokens are refused from here on. */
export async function deleteAccount(identity: Identity, request: WireRequest): Promise<object> {
  const { account, session } = await authenticate(identity, readText(request.body, 'idToken'))
  assertRecentSignIn(identity, session)
  const { localId, email } = account
  await inTransaction(identity.db, async (tx) => {
    await endAccess(identity, tx, account)
    await identity.forgetPerson?.(tx, { localId, email })
    await tx.delete(accounts).where(eq(accounts.localId, localId))
    await record(tx, { event: 'account-deleted', localId, now: identity.now(), request })
  })
  return { kind: 'identitytoolkit#DeleteAccountResponse' }
}
