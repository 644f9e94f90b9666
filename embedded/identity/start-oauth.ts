import * as oauth from 'openid-client'
import type { CallbackMessage } from './callback-message.ts'
import { failureMessage } from './callback-message.ts'
import type { Identity } from './identity-deps.ts'
import type { OAuthClient } from './oauth-clients.ts'
import { flowCookie, flowMs } from './oauth-flow.ts'
import { sha256 } from './sessions.ts'
import { readText } from './wire-body.ts'
import type { Fields } from './wire-body.ts'
import { WireError } from './wire-error.ts'

/** What a page of ours asks for when it sends somebody to another provider. */
export interface OAuthWish {
  providerId: string
  eventId: string
  sessionId: string
  returnTo?: string
}

export function readOAuthWish(query: Fields): OAuthWish {
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

/** Where to send the browser and the cookie to give it, or what to tell the page that asked. */
export async function startOAuth(
  identity: Identity,
  wish: OAuthWish,
  origin: string,
): Promise<{ location: string; cookie: string } | CallbackMessage> {
  let client: OAuthClient | undefined
  try {
    client = await identity.oauth.find(wish.providerId)
  } catch (thrown) {
    return failureMessage(identity, wish, thrown)
  }
  if (!client) {
    return failureMessage(
      identity,
      wish,
      new WireError('OPERATION_NOT_ALLOWED', 'This way of signing in is not set up.'),
    )
  }

  const [state, nonce, pkceVerifier] = [oauth.randomState(), oauth.randomNonce(), oauth.randomPKCECodeVerifier()]
  const { providerId, eventId, sessionId, returnTo } = wish
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
    expiresAtMs: identity.now().getTime() + flowMs,
  })
  return { location: client.isOwn ? address.pathname + address.search : address.href, cookie }
}

// The browser reads `\` as `/` and drops tabs and line breaks, so `/\evil.example` would leave this site.
function isOwnPath(path: string): boolean {
  return /^\/(?![/\\])[\x21-\x7e]*$/.test(path) && !path.includes('\\') && !path.includes('#') && path.length <= 1024
}
