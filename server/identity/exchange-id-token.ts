import { type JWTVerifyGetKey, jwtVerify } from 'jose'
import { isPersonName } from '#contract/person-name.ts'
import { accessTokenSeconds, signAccessToken } from '#server/identity/access-token.ts'
import { upsertUser } from '#server/accounts/upsert-user.ts'
import type { EraseRelatedData } from '#server/accounts/erase-personal-data.ts'
import { makeFirstAdmin } from '#server/accounts/make-admin.ts'
import type { Database } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Describes how to verify the tokens of the identity provider. */
export interface IdentityProvider {
  issuer: () => string
  audience: string
  keys: JWTVerifyGetKey
  /** Whether a session (`sid` of a token) is active; undefined if that cannot be checked. */
  isAlive?: (sessionId: string) => Promise<boolean>
  /** Whether the provider reports reclaimed accounts; otherwise they are detected by the tokens. */
  announcesReclaims?: boolean
  /** Becomes the first admin after verifying this e-mail, as long as there is none. */
  firstAdmin?: string
}

interface Exchange {
  provider: IdentityProvider
  accessTokenKey: Uint8Array
  idToken: string | undefined
  /** The e-mail that the caller claims. */
  email: string
  now: Date
  /** Erases the data of an unverified user of the same address. */
  eraseRelatedData: readonly EraseRelatedData[]
}

/** Sets how long after a takeover each sign-in tells the owner about it. */
const startedOverMs = 60 * 60_000

/** Issues an access token for a verified e-mail; creates the user on the first sign-in. */
export async function exchangeIdToken(db: Database, exchange: Exchange) {
  const { provider, idToken, now } = exchange
  if (idToken === undefined) throw problem('proof-required')
  const claims = await readIdToken(provider, idToken, now)
  if (claims.email !== exchange.email.trim().toLowerCase()) throw problem('not-allowed')
  await assertAlive(provider, claims.sessionId)
  const reclaims = !provider.announcesReclaims && claims.isVouchedFor
  const user = await upsertUser(db, { ...claims, reclaims }, exchange.eraseRelatedData)
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
    ...(user.reclaimedAt && now.getTime() - user.reclaimedAt.getTime() < startedOverMs ? { startedOver: true } : {}),
  }
}

async function assertAlive({ isAlive }: IdentityProvider, sessionId: string): Promise<void> {
  if (isAlive && !(await isAlive(sessionId))) throw problem('session-ended')
}

const clockToleranceSeconds = 60

/** Returns the claims of a token; throws `proof-required`, `email-required`, or `unavailable` if the keys cannot be fetched. */
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
    // An invalid token of any kind proves nothing.
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
    // Of an unverified account Google's word makes its owner's.
    isVouchedFor: signInProviderOf(payload['firebase']) === 'google.com',
    // Providers let people choose it: one that the shop would refuse is left out.
    name: typeof name === 'string' && isPersonName(name) ? name.trim() : '',
    photoUrl: typeof picture === 'string' && /^(https:\/\/|\/media\/)/.test(picture) ? picture : '',
  }
}

function signInProviderOf(firebase: unknown): unknown {
  return typeof firebase === 'object' && firebase !== null && 'sign_in_provider' in firebase
    ? firebase.sign_in_provider
    : undefined
}

const tokenErrorCodes = ['ERR_JWKS_NO_MATCHING_KEY', 'ERR_JWKS_MULTIPLE_MATCHING_KEYS', 'ERR_JOSE_NOT_SUPPORTED']

/** Returns the provider's keys; failing to fetch them says nothing about the token. */
function keysOf({ keys }: IdentityProvider): JWTVerifyGetKey {
  return async (header, token) => {
    try {
      return await keys(header, token)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      if (tokenErrorCodes.includes(code)) throw error
      throw problem('unavailable')
    }
  }
}
