import { eq } from 'drizzle-orm'
import type { Call } from './identity-deps.ts'
import { sessions } from './identity.tables.ts'
import { findSessionByRefreshToken, isTokenOfDisabled, issueTokens } from './sessions.ts'
import { readText } from './wire-body.ts'
import { WireError } from './wire-error.ts'

/**
 * Issues a new ID token for a session. The refresh token stays the same, since tabs refresh concurrently and frozen tabs keep old
 * copies. An unknown one is TOKEN_EXPIRED, on which the SDK signs out as on USER_DISABLED.
 */
export async function refreshToken(call: Call): Promise<object> {
  const grantType = readText(call.body, 'grantType')
  if (!grantType) throw new WireError('MISSING_GRANT_TYPE')
  if (grantType !== 'refresh_token') throw new WireError('INVALID_GRANT_TYPE')
  const presented = readText(call.body, 'refreshToken')
  if (!presented) throw new WireError('MISSING_REFRESH_TOKEN')
  const found = await findSessionByRefreshToken(call.db, presented, call.at)
  if (!found) throw new WireError((await isTokenOfDisabled(call.db, presented)) ? 'USER_DISABLED' : 'TOKEN_EXPIRED')
  const { account, session } = found
  if (account.disabledAt) throw new WireError('USER_DISABLED')
  await call.db.update(sessions).set({ lastUsedAt: call.at }).where(eq(sessions.sessionId, session.sessionId))

  const { idToken, expiresIn } = await issueTokens(call, account, { session, refreshToken: presented })
  return {
    access_token: idToken,
    id_token: idToken,
    expires_in: expiresIn,
    token_type: 'Bearer',
    refresh_token: presented,
    user_id: account.localId,
    project_id: call.projectId,
  }
}
