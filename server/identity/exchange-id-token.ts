import { type JWTVerifyGetKey, jwtVerify } from 'jose'
import { accessTokenSeconds, signAccessToken } from '#server/identity/access-token.ts'
import { enrolUser } from '#server/accounts/enrol-user.ts'
import type { Database } from '#server/platform/database.ts'
import { problem } from '#server/platform/problem.ts'

/** What the shop needs to know of the identity provider to believe its tokens. */
export interface IdentityProvider {
  issuer: () => string
  audience: string
  keys: JWTVerifyGetKey
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
  const claims = await readIdToken(exchange)
  if (claims.email !== exchange.email.trim().toLowerCase()) throw problem('not-allowed')
  const user = await enrolUser(db, claims)
  const token = await signAccessToken(
    exchange.accessTokenKey,
    { userId: user.id, version: user.tokenVersion },
    exchange.now,
  )
  const expiresAt = new Date(exchange.now.getTime() + accessTokenSeconds * 1000).toISOString()
  return { success: true as const, token, expiresAt, email: user.email, role: user.role }
}

async function readIdToken({ provider, idToken, now }: Exchange) {
  if (idToken === undefined) throw problem('proof-required')
  const verified = await jwtVerify(idToken, provider.keys, {
    issuer: provider.issuer(),
    audience: provider.audience,
    algorithms: ['RS256'],
    currentDate: now,
    clockTolerance: 60,
    requiredClaims: ['sub', 'exp', 'iat'],
  }).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    // The provider did not hand out its keys: that says nothing about the token.
    if (code === 'ERR_JOSE_GENERIC' || code === 'ERR_JWKS_TIMEOUT') throw problem('unavailable')
    // Whatever is wrong with a token, it proves nothing.
    if (code.startsWith('ERR_J')) throw problem('proof-required')
    throw error
  })
  const { sub, email, email_verified: emailVerified, name, picture } = verified.payload
  if (typeof sub !== 'string' || typeof email !== 'string') throw problem('proof-required')
  return {
    uid: sub,
    email: email.toLowerCase(),
    emailVerified: emailVerified === true,
    name: typeof name === 'string' ? name : '',
    photoUrl: typeof picture === 'string' && /^(https:\/\/|\/media\/)/.test(picture) ? picture : '',
  }
}
