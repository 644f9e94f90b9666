import { and, eq } from 'drizzle-orm'
import type { Call, Tx } from './identity-deps.ts'
import { accounts, sessions } from './identity.tables.ts'
import type { Account, Session } from './identity.tables.ts'
import { consumeLimit, limits } from './limits.ts'
import { wholeSeconds } from './present-account.ts'
import { WireError } from './wire-error.ts'
import { lockAccount } from './write-account.ts'

const recentMs = 5 * 60_000
// Two processes, each a minute off; the ended session refuses what this lets through.
const clockSkewSeconds = 120

export interface Authenticated {
  account: Account
  session: Session
}

/**
 * Returns account and session of an ID token. Throws if the token is invalid, its session has ended (also within the second that
 * `iat` cannot resolve), or its account is deleted or disabled.
 */
export async function authenticate(call: Call, idToken: string | undefined): Promise<Authenticated> {
  if (!idToken) throw new WireError('MISSING_ID_TOKEN')
  const claims = await call.keys.verify(idToken)
  const [found] = await call.db
    .select({ account: accounts, session: sessions })
    .from(accounts)
    .leftJoin(sessions, and(eq(sessions.localId, accounts.localId), eq(sessions.sessionId, String(claims['sid']))))
    .where(eq(accounts.localId, String(claims.sub)))
  if (!found) throw new WireError('USER_NOT_FOUND')
  const { account, session } = found
  if (account.disabledAt) throw new WireError('USER_DISABLED')
  const tooOld = (claims.iat ?? 0) < wholeSeconds(account.validSince) - clockSkewSeconds
  if (!session || tooOld) throw new WireError('TOKEN_EXPIRED')
  return { account, session }
}

/** Authenticates a change of the sign-in methods; see `assertRecentSignIn`. */
export async function authenticateForChange(call: Call, idToken: string | undefined): Promise<Authenticated> {
  const who = await authenticate(call, idToken)
  await assertRecentSignIn(call, who)
  return who
}

/**
 * Throws unless the person signed in a few minutes ago: a stolen, still open session must change nothing. An anonymous
 * session passes: it has nothing to sign in again with. Changes are counted, because each of them mails the owner.
 */
export async function assertRecentSignIn(call: Call, { account, session }: Authenticated): Promise<void> {
  const ageMs = call.at.getTime() - session.authenticatedAt.getTime()
  if (ageMs > recentMs && session.signInProvider !== 'anonymous') {
    throw new WireError('CREDENTIAL_TOO_OLD_LOGIN_AGAIN', 'Please sign in again before you change this.')
  }
  await consumeLimit(call, `change ${account.localId}`, limits.changesOfAccount)
}

/**
 * Throws if the session has ended, and locks it and its account until the transaction ends, so that nothing is completed after the
 * owner has signed it out.
 */
export async function holdSession(
  tx: Tx,
  { sessionId, localId }: Pick<Session, 'sessionId' | 'localId'>,
): Promise<void> {
  if (!(await lockAccount(tx, localId))) throw new WireError('USER_NOT_FOUND')
  const [held] = await tx
    .select({ sessionId: sessions.sessionId })
    .from(sessions)
    .where(eq(sessions.sessionId, sessionId))
    .for('key share')
  if (!held) throw new WireError('TOKEN_EXPIRED')
}
