/** Describes the message of the callback page, from a popup or the URL: a token to redeem, or an error. */
export interface AuthCallback {
  kind: typeof authCallback
  eventId: string
  providerId: string
  pendingToken?: string
  /** The SDK's error code without `auth/`. */
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
