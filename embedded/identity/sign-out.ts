import { and, eq } from 'drizzle-orm'
import { record } from './audit.ts'
import { authenticate } from './authenticate.ts'
import { endAccess } from './end-access.ts'
import type { Identity } from './identity-deps.ts'
import { sessions } from './identity.tables.ts'
import { inTransaction } from './transaction.ts'
import { readFlag, readText } from './wire-body.ts'
import type { WireRequest } from './wire-body.ts'

/**
 * Ends the caller's session; with `sessionId` another one of theirs, with `everywhereElse` all but this one, with
 * `everywhere` all of them.
 */
export async function signOut(identity: Identity, request: WireRequest): Promise<object> {
  const { account, session } = await authenticate(identity, readText(request.body, 'idToken'))
  const sessionId = readText(request.body, 'sessionId') ?? session.sessionId
  const everywhere = readFlag(request.body, 'everywhere')
  const everywhereElse = readFlag(request.body, 'everywhereElse')
  await inTransaction(identity.db, async (tx) => {
    await record(tx, { event: 'sign-out', localId: account.localId, now: identity.now(), request })
    if (everywhere) return endAccess(identity, tx, account)
    if (everywhereElse) return endAccess(identity, tx, account, session.sessionId)
    await tx.delete(sessions).where(and(eq(sessions.localId, account.localId), eq(sessions.sessionId, sessionId)))
    // What the host gave out does not know its session: the other devices fetch it anew.
    await identity.endAccess?.(tx, { localId: account.localId, email: account.email })
  })
  return { kind: 'boltyard#SignOutResponse' }
}
