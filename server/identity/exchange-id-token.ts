import { type JWTVerifyGetKey, jwtVerify } from 'jose'
import { accessTokenSeconds, signAccessToken } from '#server/identity/access-token.ts'
import { enrolUser } from '#server/accounts/enrol-user.ts'
import { makeFirstAdmin } from '#server/identity/make-first-admin.ts'
import type { Database } from '#server/platform/database.ts'
import { problem } from '#server/platform/problem.ts'

/** What the shop needs to know of the identity provider to believe its tokens. */
export interface IdentityProvider {
  issuer: () => string
  audience: string
  keys: JWTVerifyGetKey
  /** Whether a session (`sid` of a token) still runs; absent where nobody can be asked. */
  isAlive?: (sessionId: string) => Promise<boolean>
  /** Whoever proves this e-mail first runs the shop, as long as nobody does. */
  firstAdmin?: string
}

interface Exchange {
  provider: IdentityProvider
  accessTokenKey: Uint8Array
  idToken: string | undefined
  /** The e-mail that the caller claims to be. */
  email: string
  now: Date
}

/** Gives an access token for a proven e-mail; the first time, the person becomes a user of the shop. */
export async function exchangeIdToken(db: Database, exchange: Exchange) {
  const { provider, idToken, now } = exchange
  if (idToken === undefined) throw problem('proof-required')
  const claims = await readIdToken(provider, idToken, now)
  if (claims.email !== exchange.email.trim().toLowerCase()) throw problem('not-allowed')
  await assertAlive(provider, claims.sessionId)
  const user = await enrolUser(db, claims)
  const isFirstAdmin =
    claims.emailVerified && user.email === provider.firstAdmin && (await makeFirstAdmin(db, user.email))
  // Again: a session that ended in between has raised the version before we read it.
  await assertAlive(provider, claims.sessionId)
  const { signedInAt } = claims
  const token = await signAccessToken(
    exchange.accessTokenKey,
    { userId: user.id, version: user.tokenVersion, signedInAt },
    now,
  )
  const expiresAt = new Date(now.getTime() + accessTokenSeconds * 1000).toISOString()
  return {
    success: true as const,
    token,
    expiresAt,
    email: user.email,
    role: isFirstAdmin ? ('admin' as const) : user.role,
  }
}

async function assertAlive({ isAlive }: IdentityProvider, sessionId: string): Promise<void> {
  if (isAlive && !(await isAlive(sessionId))) throw problem('session-ended')
}

const clockToleranceSeconds = 60

/** What a token of the provider says; throws `proof-required`, `email-required`, or `unavailable` while the keys cannot be had. */
async function readIdToken(provider: IdentityProvider, idToken: string, now: Date) {
  const { payload } = await jwtVerify(idToken, keysOf(provider), {
    issuer: provider.issuer(),
    audience: provider.audience,
    algorithms: ['RS256'],
    currentDate: now,
    clockTolerance: clockToleranceSeconds,
    requiredClaims: ['sub', 'exp', 'iat'],
  }).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    // Whatever is wrong with a token, it proves nothing.
    if (code.startsWith('ERR_J')) throw problem('proof-required')
    throw error
  })
  const { sub, sid, iat, auth_time: authTime, email, email_verified: emailVerified, name, picture } = payload
  const isFuture = (iat ?? 0) > now.getTime() / 1000 + clockToleranceSeconds
  if (typeof sub !== 'string' || sub === '' || isFuture) throw problem('proof-required')
  if (typeof email !== 'string' || email === '') throw problem('email-required')
  return {
    uid: sub,
    sessionId: typeof sid === 'string' ? sid : '',
    signedInAt: typeof authTime === 'number' ? new Date(authTime * 1000) : undefined,
    email: email.toLowerCase(),
    emailVerified: emailVerified === true,
    name: typeof name === 'string' ? name : '',
    photoUrl: typeof picture === 'string' && /^(https:\/\/|\/media\/)/.test(picture) ? picture : '',
  }
}

const faultsOfTokens = ['ERR_JWKS_NO_MATCHING_KEY', 'ERR_JWKS_MULTIPLE_MATCHING_KEYS', 'ERR_JOSE_NOT_SUPPORTED']

/** The provider's keys; while it does not hand them out, that says nothing about any token. */
function keysOf({ keys }: IdentityProvider): JWTVerifyGetKey {
  return async (header, token) => {
    try {
      return await keys(header, token)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      if (faultsOfTokens.includes(code)) throw error
      throw problem('unavailable')
    }
  }
}
