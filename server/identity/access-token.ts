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
  try {
    const { payload } = await jwtVerify(token, key, {
      issuer,
      audience,
      algorithms: ['HS256'],
      typ: 'at+jwt',
      currentDate: now,
      requiredClaims: ['sub', 'exp', 'ver'],
    })
    if (typeof payload.sub !== 'string' || typeof payload['ver'] !== 'number') return undefined
    const signedIn = payload['auth_time']
    return {
      userId: payload.sub,
      version: payload['ver'],
      signedInAt: typeof signedIn === 'number' ? new Date(signedIn * 1000) : undefined,
    }
  } catch {
    return undefined
  }
}
