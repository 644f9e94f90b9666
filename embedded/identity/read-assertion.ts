import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Call, Database, Tx } from './identity-deps.ts'
import { pendingProfiles } from './identity.tables.ts'
import { sha256 } from './sessions.ts'
import { readProviderProfile } from './provider-profile.ts'
import type { Assertion, ProviderProfile } from './provider-profile.ts'
import { readText } from './wire-body.ts'
import { WireError } from './wire-error.ts'

/** Returns the profile of a pending token, in a field of its own or in the callback URL. */
export async function readAssertion(call: Call): Promise<Assertion> {
  const requestUri = readText(call.body, 'requestUri')
  if (!requestUri) throw new WireError('MISSING_REQUEST_URI')
  const address = URL.parse(requestUri)
  if (!address) throw new WireError('INVALID_REQUEST_URI')
  const pendingToken = readText(call.body, 'pendingToken') ?? address.searchParams.get('pendingToken')
  if (pendingToken) {
    // a credential made by `fromJSON` has no field for the session id
    const [token = '', inlineSessionId] = pendingToken.split('.')
    const sessionId = readText(call.body, 'sessionId') ?? inlineSessionId
    return { profile: await redeemProfile(call.db, token, sessionId, call.at) }
  }
  return readProviderProfile(call, address, readText(call.body, 'postBody') ?? address.search)
}

/** Saves a redeemed profile under a new pending token, to link or sign in after a conflict is resolved. */
export async function saveForLater(call: Call, { profile, idToken }: Assertion): Promise<object> {
  return idToken ? {} : { pendingToken: await savePendingProfile(call.db, profile, null, call.at) }
}

/** Presents the profile to the SDK; the provider's tokens stay here, unless the page provided them. */
export function presentAssertion({ profile, idToken }: Assertion): object {
  return {
    providerId: profile.providerId,
    federatedId: profile.federatedId,
    ...(profile.email && { email: profile.email }),
    emailVerified: profile.emailVerified,
    ...(profile.displayName && { displayName: profile.displayName }),
    ...(profile.photoUrl && { photoUrl: profile.photoUrl }),
    ...(profile.screenName && { screenName: profile.screenName }),
    rawUserInfo: profile.rawUserInfo,
    ...(idToken && { oauthIdToken: idToken }),
  }
}

const pendingMs = 5 * 60_000

/** Keeps a profile for five minutes under a new token, stored hashed; with a session id it is worth nothing alone. */
export async function savePendingProfile(
  db: Database | Tx,
  profile: ProviderProfile,
  sessionHash: Buffer | null,
  now: Date,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + pendingMs)
  await db.insert(pendingProfiles).values({ tokenHash: sha256(token), sessionHash, profile, expiresAt })
  return token
}

/** Redeems the token: of concurrent callers, only one gets the profile. */
async function redeemProfile(
  db: Database | Tx,
  token: string,
  sessionId: string | undefined,
  now: Date,
): Promise<ProviderProfile> {
  const [found] = await db
    .delete(pendingProfiles)
    .where(eq(pendingProfiles.tokenHash, sha256(token)))
    .returning()
  if (!found || found.expiresAt <= now) throw new WireError('INVALID_PENDING_TOKEN', 'This sign-in has run out.')
  if (found.sessionHash && !(sessionId && sha256(sessionId).equals(found.sessionHash))) {
    throw new WireError('INVALID_PENDING_TOKEN', 'This sign-in was begun elsewhere.')
  }
  return found.profile
}
