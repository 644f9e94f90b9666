import type { Permission } from '#contract/permissions.ts'

/** Names the key of the token, which integrations read, too. */
const tokenKey = 'accessToken'
const personKey = 'boltyard.signed-in'
const endKey = 'boltyard.session-end'
/** Names the key of what is known of the buyer’s prices. */
export const pricesKey = 'boltyard.prices'

/** Describes the user of the access token; `expiresAt` is in milliseconds since 1970. */
export interface TokenHolder {
  email: string
  name: string
  role: 'customer' | 'admin'
  /** Lists the permissions of a member of staff, as last heard from the server. */
  permissions?: readonly Permission[]
  expiresAt: number
}

export function readAccessToken(): string | undefined {
  return localStorage.getItem(tokenKey) ?? undefined
}

/** Returns the user of the stored token; undefined without a token or a user. */
export function readTokenHolder(): TokenHolder | undefined {
  const text = readAccessToken() && localStorage.getItem(personKey)
  if (!text) return undefined
  try {
    const holder: unknown = JSON.parse(text)
    return isTokenHolder(holder) ? holder : undefined
  } catch {
    return undefined // written by other code: ignored
  }
}

/** Describes how the last session in this browser ended: by signing out, or otherwise. */
export type SessionEnd = 'left' | 'ended'

export function readSessionEnd(): SessionEnd {
  return localStorage.getItem(endKey) === 'ended' ? 'ended' : 'left'
}

export function saveAccessToken(token: string, holder: TokenHolder): void {
  localStorage.removeItem(endKey)
  localStorage.setItem(personKey, JSON.stringify(holder))
  localStorage.setItem(tokenKey, token)
}

export function saveTokenHolder(holder: TokenHolder): void {
  localStorage.setItem(personKey, JSON.stringify(holder))
}

export function dropAccessToken(because: SessionEnd): void {
  // First, so that other tabs can read it when they hear that the token is gone.
  localStorage.setItem(endKey, because)
  localStorage.removeItem(tokenKey)
  localStorage.removeItem(personKey)
  localStorage.removeItem(pricesKey)
}

/** Whether an event of another tab is about the token. */
export function isAboutAccessToken(event: StorageEvent): boolean {
  return event.key === null || event.key === tokenKey || event.key === personKey
}

/** Fetches a new token from the identity provider; undefined if the user is signed out there. */
export type Renewal = () => Promise<string | undefined>

let renew: Renewal | undefined
let running: Promise<string | undefined> | undefined

export function renewAccessTokenBy(renewal: Renewal): void {
  renew = renewal
}

/** Returns a token that will still be valid when the call arrives. Concurrent callers share one renewal. */
export async function freshAccessToken(): Promise<string | undefined> {
  const token = readAccessToken()
  if (!token) return undefined
  const holder = readTokenHolder()
  return holder && holder.expiresAt - Date.now() > leewayMs ? token : renewAccessToken()
}

const leewayMs = 60_000

export function renewAccessToken(): Promise<string | undefined> {
  if (!renew) return Promise.resolve(undefined)
  running ??= renew().finally(() => {
    running = undefined
  })
  return running
}

function isTokenHolder(value: unknown): value is TokenHolder {
  return (
    typeof value === 'object' &&
    value !== null &&
    'email' in value &&
    'name' in value &&
    'role' in value &&
    'expiresAt' in value &&
    typeof value.email === 'string' &&
    typeof value.name === 'string' &&
    (value.role === 'admin' || value.role === 'customer') &&
    typeof value.expiresAt === 'number' &&
    (!('permissions' in value) || Array.isArray(value.permissions))
  )
}
