import { eq } from 'drizzle-orm'
import { assertRecentSignIn, authenticate } from './authenticate.ts'
import type { Identity } from './identity-deps.ts'
import { accounts } from './identity.tables.ts'
import { inTransaction } from './transaction.ts'
import { readText } from './wire-body.ts'
import type { WireRequest } from './wire-body.ts'

/** Removes the account with its sessions and codes; its tokens are refused from here on. */
export async function deleteAccount(identity: Identity, request: WireRequest): Promise<object> {
  const { account, session } = await authenticate(identity, readText(request.body, 'idToken'))
  assertRecentSignIn(identity, session)
  await inTransaction(identity.db, (tx) => tx.delete(accounts).where(eq(accounts.localId, account.localId)))
  return { kind: 'identitytoolkit#DeleteAccountResponse' }
}
