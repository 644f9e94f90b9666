import { jwtVerify, SignJWT } from 'jose'

/** Sets the lifetime of access tokens. */
export const accessTokenSeconds = 3600

const issuer = 'boltyard'
const audience = 'boltyard-api'

export interface AccessTokenClaims {
  userId: string
  /** Must equal the user's token version, which is increased to revoke older tokens. */
  version: number
  /** The time of the last authentication; if unknown it counts as long ago. */
  signedInAt?: Date | undefined
}

export function signAccessToken(key: Uint8Array, claims: AccessTokenClaims, now: Date): Promise<string> {
  const seconds = Math.floor(now.getTime() / 1000)
  const signedIn = claims.signedInAt && Math.floor(claims.signedInAt.getTime() / 1000)
  return new SignJWT({ ver: claims.version, ...(signedIn === undefined ? {} : { auth_time: signedIn }) })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
    .setSubject(claims.userId)
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + accessTokenSeconds)
    .sign(key)
}

interface VerifiedToken {
  claims: AccessTokenClaims
  /** Seconds since 1970. */
  expiresAt: number
}

const maxVerifiedTokens = 10_000

/**
 * Creates the reader of access tokens; it returns undefined for a token that is forged, expired or issued for another audience.
 * Valid signatures are cached, since verification is a third of the cost of an order. Expiry is checked on every call.
 */
export function createAccessTokenReader(key: Uint8Array) {
  const verified = new Map<string, VerifiedToken>()
  return async (token: string, now: Date): Promise<AccessTokenClaims | undefined> => {
    let found = verified.get(token)
    if (!found) {
      found = await verify(key, token, now)
      if (!found) return undefined
      if (verified.size >= maxVerifiedTokens) verified.clear()
      verified.set(token, found)
    }
    return found.expiresAt > Math.floor(now.getTime() / 1000) ? found.claims : undefined
  }
}

async function verify(key: Uint8Array, token: string, now: Date): Promise<VerifiedToken | undefined> {
  try {
    const { payload } = await jwtVerify(token, key, {
      issuer,
      audience,
      algorithms: ['HS256'],
      typ: 'at+jwt',
      currentDate: now,
      requiredClaims: ['sub', 'exp', 'ver'],
    })
    if (typeof payload.sub !== 'string' || typeof payload['ver'] !== 'number' || payload.exp === undefined)
      return undefined
    const signedIn = payload['auth_time']
    const signedInAt = typeof signedIn === 'number' ? new Date(signedIn * 1000) : undefined
    return { claims: { userId: payload.sub, version: payload['ver'], signedInAt }, expiresAt: payload.exp }
  } catch {
    return undefined
  }
}
