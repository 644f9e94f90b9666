import { eq } from 'drizzle-orm'
import type { Identity } from './identity-deps.ts'
import { sessions } from './identity.tables.ts'
import { tokenLifetimeSeconds } from './keys.ts'
import { listLinkedProviders } from './linked-providers.ts'
import { idTokenClaims } from './present-account.ts'
import { findSessionByRefreshToken } from './sessions.ts'
import { readText } from './wire-body.ts'
import type { WireRequest } from './wire-body.ts'
import { WireError } from './wire-error.ts'

/**
 * A new ID token for a running session. The refresh token stays the same: tabs refresh at once with the same one, and
 * frozen tabs keep old copies. An unknown one is TOKEN_EXPIRED, the only answer on which the SDK signs out.
 */
export async function refreshToken(identity: Identity, request: WireRequest): Promise<object> {
  const grantType = readText(request.body, 'grantType')
  if (!grantType) throw new WireError('MISSING_GRANT_TYPE')
  if (grantType !== 'refresh_token') throw new WireError('INVALID_GRANT_TYPE')
  const presented = readText(request.body, 'refreshToken')
  if (!presented) throw new WireError('MISSING_REFRESH_TOKEN')

  const now = identity.now()
  const found = await findSessionByRefreshToken(identity.db, presented, now)
  if (!found) throw new WireError('TOKEN_EXPIRED')
  const { account, session } = found
  if (account.disabledAt) throw new WireError('USER_DISABLED')
  await identity.db.update(sessions).set({ lastUsedAt: now }).where(eq(sessions.sessionId, session.sessionId))

  const linked = await listLinkedProviders(identity.db, account.localId)
  const idToken = await identity.keys.sign(idTokenClaims(account, session, linked))
  return {
    access_token: idToken,
    id_token: idToken,
    expires_in: String(tokenLifetimeSeconds),
    token_type: 'Bearer',
    refresh_token: presented,
    user_id: account.localId,
    project_id: identity.projectId,
  }
}
