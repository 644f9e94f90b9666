import type { Identity } from './identity-deps.ts'
import { keepProfile, redeemProfile } from './pending-profiles.ts'
import { readProviderProfile } from './provider-profile.ts'
import type { Assertion } from './provider-profile.ts'
import { readText } from './wire-body.ts'
import type { WireRequest } from './wire-body.ts'
import { WireError } from './wire-error.ts'

/** The profile behind a pending token, in a field of its own or in the address that the window came back to. */
export async function readAssertion(identity: Identity, request: WireRequest, now: Date): Promise<Assertion> {
  const address = URL.parse(readText(request.body, 'requestUri') ?? '')
  const pendingToken = readText(request.body, 'pendingToken') ?? address?.searchParams.get('pendingToken')
  if (pendingToken) {
    // a credential made by `fromJSON` has no field for the session id
    const [token = '', inlineSessionId] = pendingToken.split('.')
    const sessionId = readText(request.body, 'sessionId') ?? inlineSessionId
    return { profile: await redeemProfile(identity.db, token, sessionId, now) }
  }
  const postBody = readText(request.body, 'postBody')
  if (!postBody) throw new WireError('INVALID_IDP_RESPONSE', 'There is no credential in the request.')
  return readProviderProfile(identity, postBody)
}

/** A new pending token for who has just redeemed one, to link or sign in with once the clash is settled. */
export async function keepForLater(identity: Identity, { profile, idToken }: Assertion, now: Date): Promise<object> {
  return idToken ? {} : { pendingToken: await keepProfile(identity.db, profile, null, now) }
}

/** What the SDK learns of the other provider; its tokens stay here, unless the page itself brought them. */
export function presentAssertion({ profile, idToken }: Assertion): object {
  return {
    kind: 'identitytoolkit#VerifyAssertionResponse',
    providerId: profile.providerId,
    federatedId: profile.federatedId,
    ...(profile.email && { email: profile.email }),
    emailVerified: profile.emailVerified,
    ...(profile.displayName && { displayName: profile.displayName, fullName: profile.displayName }),
    ...(profile.photoUrl && { photoUrl: profile.photoUrl }),
    ...(profile.screenName && { screenName: profile.screenName }),
    rawUserInfo: profile.rawUserInfo,
    ...(idToken && { oauthIdToken: idToken }),
  }
}
