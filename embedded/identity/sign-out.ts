import { and, eq } from 'drizzle-orm'
import { record } from './audit.ts'
import { authenticate, holdSession } from './authenticate.ts'
import { revokeAccess } from './end-access.ts'
import type { Call } from './identity-deps.ts'
import { sessions } from './identity.tables.ts'
import { inTransaction } from './transaction.ts'
import { readFlag, readText } from './wire-body.ts'

/**
 * Ends the caller's session; with `sessionId` another one of theirs, with `everywhereElse` all but this one, with
 * `everywhere` all of them.
 */
export async function signOut(call: Call): Promise<object> {
  const { account, session } = await authenticate(call, readText(call.body, 'idToken'))
  const sessionId = readText(call.body, 'sessionId') ?? session.sessionId
  const everywhere = readFlag(call.body, 'everywhere')
  const everywhereElse = readFlag(call.body, 'everywhereElse')
  await inTransaction(call.db, async (tx) => {
    await holdSession(tx, session)
    await record(tx, call, { event: 'sign-out', localId: account.localId })
    if (everywhere) return revokeAccess(tx, call, account)
    if (everywhereElse) return revokeAccess(tx, call, account, session.sessionId)
    await tx.delete(sessions).where(and(eq(sessions.localId, account.localId), eq(sessions.sessionId, sessionId)))
    // Tokens issued by the host do not name their session: other devices fetch new ones.
    await call.revokeAccess?.(tx, { localId: account.localId, email: account.email })
  })
  return {}
}
