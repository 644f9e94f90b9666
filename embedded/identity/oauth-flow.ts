import type { IdentityDeps } from './identity-deps.ts'
import { seal, unseal } from './seal.ts'

/** One way through another provider, from its start to its callback. It travels in a cookie that only we can read. */
export interface OAuthFlow {
  state: string
  nonce: string
  pkceVerifier: string
  providerId: string
  eventId: string
  /** SHA-256 of the session id of the page that asked, base64. */
  sessionHash: string
  redirectUri: string
  /** A path of ours to go back to; without it the opener of the window is told. */
  returnTo?: string
  expiresAtMs: number
}

export const flowMs = 10 * 60_000
const label = 'oauth flow'

/** `Set-Cookie` for a flow. Each has a cookie of its own, so that two windows do not disturb each other. */
export function flowCookie(deps: IdentityDeps, flow: OAuthFlow): string {
  const sealed = seal(deps.encryptionKey, label, JSON.stringify(flow)).toString('base64url')
  return `${cookieName(flow.state)}=${sealed}; Max-Age=${flowMs / 1000}; ${attributes(flow.redirectUri)}`
}

/** `Set-Cookie` that takes it away again. */
export function endedFlowCookie({ state, redirectUri }: OAuthFlow): string {
  return `${cookieName(state)}=; Max-Age=0; ${attributes(redirectUri)}`
}

/** The flow that this browser began with this state; undefined for a stranger's, an altered or an old one. */
export function findFlow(deps: IdentityDeps, cookies: string | undefined, state: string): OAuthFlow | undefined {
  const sealed = readCookie(cookies, cookieName(state))
  const json = sealed && unseal(deps.encryptionKey, label, Buffer.from(sealed, 'base64url'))
  if (!json) return undefined
  // GCM vouches that we wrote it
  const flow = JSON.parse(json) as OAuthFlow
  return flow.state === state && flow.expiresAtMs > deps.now().getTime() ? flow : undefined
}

function cookieName(state: string): string {
  return `sign_in_${state.replace(/[^\w-]/g, '').slice(0, 16)}`
}

// Lax: the provider's page leads back with a GET from another site.
function attributes(redirectUri: string): string {
  return `Path=/auth/callback; HttpOnly; SameSite=Lax${redirectUri.startsWith('https:') ? '; Secure' : ''}`
}

function readCookie(header: string | undefined, name: string): string | undefined {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
}
