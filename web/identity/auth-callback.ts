/** What the callback page of another provider says, in a window or in the address: a token to redeem, or why there is none. */
export interface AuthCallback {
  kind: typeof authCallback
  eventId: string
  providerId: string
  pendingToken?: string
  /** The library's code without `auth/`. */
  error?: string
  message?: string
}

export const authCallback = 'auth-callback'

export function isAuthCallback(value: unknown): value is AuthCallback {
  return (
    typeof value === 'object' &&
    value !== null &&
    'kind' in value &&
    value.kind === authCallback &&
    'eventId' in value &&
    typeof value.eventId === 'string' &&
    'providerId' in value &&
    typeof value.providerId === 'string'
  )
}
