import { jwtVerify, SignJWT } from 'jose'

/** How long an access token is good for. */
export const accessTokenSeconds = 3600

const issuer = 'boltyard'
const audience = 'boltyard-api'

export interface AccessTokenClaims {
  userId: string
  /** Must equal the user's token version, which rises to end all older tokens. */
  version: number
  /** When the person proved who they are; unknown counts as long ago. */
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

/** Answers undefined for a token that is forged, expired, or meant for somebody else. */
export async function readAccessToken(
  key: Uint8Array,
  token: string,
  now: Date,
): Promise<AccessTokenClaims | undefined> {
  let known = genuine.get(key)
  if (!known) genuine.set(key, (known = new Map()))
  let found = known.get(token)
  if (!found) {
    found = await verify(key, token, now)
    if (!found) return undefined
    if (known.size >= mostKnown) known.clear()
    known.set(token, found)
  }
  return found.expiresAt > Math.floor(now.getTime() / 1000) ? found.claims : undefined
}

interface GenuineToken {
  claims: AccessTokenClaims
  /** Seconds since 1970. */
  expiresAt: number
}

/**
 * Tokens whose signature was found good: that cannot change, and it is a third of what an order costs. Whether a token has expired
 * or was ended is asked at every call.
 */
const genuine = new WeakMap<Uint8Array, Map<string, GenuineToken>>()
const mostKnown = 10_000

async function verify(key: Uint8Array, token: string, now: Date): Promise<GenuineToken | undefined> {
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
