import { and, eq } from 'drizzle-orm'
import { authenticate } from './authenticate.ts'
import type { Identity } from './identity-deps.ts'
import { sessions } from './identity.tables.ts'
import { endSessions } from './sessions.ts'
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
  await inTransaction(identity.db, async (tx) => {
    if (readFlag(request.body, 'everywhere')) return endSessions(tx, account.localId)
    if (readFlag(request.body, 'everywhereElse')) return endSessions(tx, account.localId, session.sessionId)
    await tx.delete(sessions).where(and(eq(sessions.localId, account.localId), eq(sessions.sessionId, sessionId)))
  })
  return { kind: 'boltyard#SignOutResponse' }
}
