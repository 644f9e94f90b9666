import * as oauth from 'openid-client'
import type { CallbackMessage } from './callback-message.ts'
import { failureMessage } from './callback-message.ts'
import type { Identity } from './identity-deps.ts'
import type { OAuthClient } from './oauth-clients.ts'
import { flowCookie, type OAuthFlow } from './oauth-flow.ts'
import { profileOfClaims, type ProviderProfile } from './provider-profile.ts'
import { fetchProviderUser } from './provider-user.ts'
import { savePendingProfile } from './read-assertion.ts'
import { sha256 } from './sessions.ts'
import { readText } from './wire-body.ts'
import type { WindowWords } from './messages.en.ts'
import type { Fields } from './wire-body.ts'
import { WireError } from './wire-error.ts'

/** Describes the request of a page to start an OAuth flow. */
export interface OAuthRequest {
  providerId: string
  eventId: string
  sessionId: string
  returnTo?: string
}

export function readOAuthRequest(query: Fields): OAuthRequest {
  const providerId = readText(query, 'providerId')
  const eventId = readText(query, 'eventId')
  const sessionId = readText(query, 'sessionId')
  const returnTo = readText(query, 'returnTo')
  const complete =
    providerId && /^[\w.-]{1,64}$/.test(providerId) && /^[\x21-\x7e]{1,128}$/.test(eventId ?? '') && eventId
  if (!complete || !/^[\w-]{22,200}$/.test(sessionId ?? '') || !sessionId) {
    throw new WireError('INVALID_ARGUMENT', 'The address of this window is incomplete.')
  }
  if (returnTo !== undefined && !isOwnPath(returnTo)) {
    throw new WireError('INVALID_ARGUMENT', 'A sign-in leads back only to a page of this site.')
  }
  return { providerId, eventId, sessionId, ...(returnTo !== undefined && { returnTo }) }
}

/** Returns the redirect with its cookie, or the error message for the page. */
export async function startOAuth(
  identity: Identity,
  request: OAuthRequest,
  origin: string,
  words: WindowWords,
): Promise<{ location: string; cookie: string } | CallbackMessage> {
  let client: OAuthClient | undefined
  try {
    client = await identity.oauth.find(request.providerId)
  } catch (thrown) {
    return failureMessage(identity, request, thrown, words)
  }
  if (!client) {
    const refusal = new WireError('OPERATION_NOT_ALLOWED', 'This way of signing in is not set up.')
    return failureMessage(identity, request, refusal, words)
  }

  const [state, nonce, pkceVerifier] = [oauth.randomState(), oauth.randomNonce(), oauth.randomPKCECodeVerifier()]
  const { providerId, eventId, sessionId, returnTo } = request
  const redirectUri = `${origin}/auth/callback/${providerId}`
  const address = oauth.buildAuthorizationUrl(client.configuration, {
    ...client.parameters,
    redirect_uri: redirectUri,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(pkceVerifier),
    code_challenge_method: 'S256',
    ...(client.openId && { nonce }),
  })
  const cookie = flowCookie(identity, {
    state,
    nonce,
    pkceVerifier,
    providerId,
    eventId,
    sessionHash: sha256(sessionId).toString('base64'),
    redirectUri,
    ...(returnTo !== undefined && { returnTo }),
  })
  return { location: address.href, cookie }
}

/** Trades the provider's answer for a profile and keeps that under a pending token; tokens of the provider stay here. */
export async function finishOAuth(
  identity: Identity,
  flow: OAuthFlow,
  query: string,
  words: WindowWords,
): Promise<CallbackMessage> {
  const { eventId, providerId } = flow
  try {
    const profile = await fetchProfile(identity, flow, query)
    const sessionHash = Buffer.from(flow.sessionHash, 'base64')
    const pendingToken = await savePendingProfile(identity.db, profile, sessionHash, identity.now())
    return { kind: 'auth-callback', eventId, providerId, pendingToken }
  } catch (thrown) {
    return failureMessage(identity, flow, thrown, words)
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

// The browser reads `\` as `/` and drops tabs and line breaks, so `/\evil.example` would leave this site.
function isOwnPath(path: string): boolean {
  return /^\/(?![/\\])[\x21-\x7e]*$/.test(path) && !path.includes('\\') && !path.includes('#') && path.length <= 1024
}
