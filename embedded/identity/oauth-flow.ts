import { parseCookie } from 'cookie'
import type { IdentityDeps } from './identity-deps.ts'
import { readTicket, sealTicket } from './seal.ts'

/** Holds the state of an OAuth flow, stored in an encrypted cookie. */
export interface OAuthFlow {
  state: string
  nonce: string
  pkceVerifier: string
  providerId: string
  eventId: string
  /** The base64 SHA-256 of the session id of the requesting page. */
  sessionHash: string
  redirectUri: string
  /** A path of ours to return to; without it the opener of the popup is notified. */
  returnTo?: string
}

const flowMs = 10 * 60_000
const label = 'oauth flow'

/** Returns the `Set-Cookie` header of a flow. Each has a cookie of its own, so that concurrent popups do not interfere. */
export function flowCookie(deps: IdentityDeps, flow: OAuthFlow): string {
  const sealed = sealTicket(deps, label, flow, flowMs)
  return `${cookieName(flow.state)}=${sealed}; Max-Age=${flowMs / 1000}; ${attributes(flow.redirectUri)}`
}

/** Returns the `Set-Cookie` header that deletes it. */
export function endedFlowCookie({ state, redirectUri }: OAuthFlow): string {
  return `${cookieName(state)}=; Max-Age=0; ${attributes(redirectUri)}`
}

/** Returns the flow of this browser with this state; undefined if it is unknown, altered or expired. */
export function findFlow(deps: IdentityDeps, cookies: string | undefined, state: string): OAuthFlow | undefined {
  const sealed = parseCookie(cookies ?? '')[cookieName(state)]
  const flow = sealed && readTicket<OAuthFlow>(deps, label, sealed)
  return flow && flow !== 'expired' && flow.state === state ? flow : undefined
}

function cookieName(state: string): string {
  return `sign_in_${state.replace(/[^\w-]/g, '').slice(0, 16)}`
}

// Lax: the provider's page leads back with a GET from another site.
function attributes(redirectUri: string): string {
  return `Path=/auth/callback; HttpOnly; SameSite=Lax${redirectUri.startsWith('https:') ? '; Secure' : ''}`
}
