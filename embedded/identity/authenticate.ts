import { and, eq } from 'drizzle-orm'
import type { Identity } from './identity-deps.ts'
import { accounts, sessions } from './identity.tables.ts'
import type { Account, Session } from './identity.tables.ts'
import { wholeSeconds } from './present-account.ts'
import { WireError } from './wire-error.ts'

const recentMs = 5 * 60_000
// Two processes, each a minute off; the ended session refuses what this lets through.
const clockSkewSeconds = 120

export interface Authenticated {
  account: Account
  session: Session
}

/**
 * Who an ID token speaks for. Refused are a token that is not ours, one whose session has ended (also in this very
 * second, which `iat` alone could not tell) and one of an account that is gone or disabled.
 */
export async function authenticate(identity: Identity, idToken: string | undefined): Promise<Authenticated> {
  if (!idToken) throw new WireError('MISSING_ID_TOKEN')
  const claims = await identity.keys.verify(idToken)
  const [found] = await identity.db
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

/** For changes that a stolen, still open session must not make. */
export function assertRecentSignIn(identity: Identity, session: Session): void {
  const ageMs = identity.now().getTime() - session.authenticatedAt.getTime()
  if (ageMs > recentMs) {
    throw new WireError('CREDENTIAL_TOO_OLD_LOGIN_AGAIN', 'Please sign in again before you change this.')
  }
}
