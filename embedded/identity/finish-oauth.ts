import * as oauth from 'openid-client'
import type { CallbackMessage } from './callback-message.ts'
import { failureMessage } from './callback-message.ts'
import type { Identity } from './identity-deps.ts'
import type { OAuthFlow } from './oauth-flow.ts'
import { keepProfile } from './pending-profiles.ts'
import { profileOfClaims } from './provider-profile.ts'
import type { ProviderProfile } from './provider-profile.ts'
import { fetchProviderUser } from './provider-user.ts'
import { WireError } from './wire-error.ts'

/** Trades the provider's answer for a profile and keeps that under a pending token; tokens of the provider stay here. */
export async function finishOAuth(identity: Identity, flow: OAuthFlow, query: string): Promise<CallbackMessage> {
  const { eventId, providerId } = flow
  try {
    const profile = await fetchProfile(identity, flow, query)
    const sessionHash = Buffer.from(flow.sessionHash, 'base64')
    const pendingToken = await keepProfile(identity.db, profile, sessionHash, identity.now())
    return { kind: 'auth-callback', eventId, providerId, pendingToken }
  } catch (thrown) {
    return failureMessage(identity, flow, thrown)
  }
}

async function fetchProfile(identity: Identity, flow: OAuthFlow, query: string): Promise<ProviderProfile> {
  const client = await identity.oauth.find(flow.providerId)
  if (!client) throw new WireError('OPERATION_NOT_ALLOWED', 'This way of signing in is not set up.')
  const tokens = await oauth.authorizationCodeGrant(client.configuration, new URL(`${flow.redirectUri}?${query}`), {
    expectedState: flow.state,
    pkceCodeVerifier: flow.pkceVerifier,
    ...(client.openId && { expectedNonce: flow.nonce, idTokenExpected: true }),
  })
  if (!client.openId) return fetchProviderUser(client, tokens.access_token)
  const claims = tokens.claims()
  if (!claims) throw new WireError('INVALID_IDP_RESPONSE', 'There is no ID token in the answer.')
  return profileOfClaims(flow.providerId, claims)
}
