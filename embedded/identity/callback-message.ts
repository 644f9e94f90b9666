import * as oauth from 'openid-client'
import type { Identity } from './identity-deps.ts'
import type { WindowWords } from './messages.en.ts'
import { asWireError, loggableFault, WireError } from './wire-error.ts'

/** Describes the message to the opener, from the popup or by redirect. */
export type CallbackMessage = { kind: 'auth-callback'; eventId: string; providerId: string } & (
  | { pendingToken: string }
  | {
      /** The SDK's code without `auth/`. */
      error: FailureCode
      /** A message for the user. */
      message: string
    }
)

export type FailureCode =
  | 'popup-closed-by-user'
  | 'operation-not-allowed'
  | 'network-request-failed'
  | 'invalid-credential'
  | 'internal-error'

interface PendingRequest {
  eventId: string
  providerId: string
}

/** Builds the failure message; unless the user caused it, the error is logged without tokens. */
export function failureMessage(
  identity: Identity,
  { eventId, providerId }: PendingRequest,
  thrown: unknown,
  words: WindowWords,
): CallbackMessage {
  const { error, message, worthLogging } = explain(thrown, words)
  if (worthLogging) {
    identity.log.warn({ providerId, error, fault: loggableFault(thrown) }, 'signing in at another provider failed')
  }
  return { kind: 'auth-callback', eventId, providerId, error, message }
}

function explain(thrown: unknown, words: WindowWords): { error: FailureCode; message: string; worthLogging: boolean } {
  if (thrown instanceof oauth.AuthorizationResponseError && thrown.error === 'access_denied') {
    return { error: 'popup-closed-by-user', message: words.cancelled, worthLogging: false }
  }
  if (thrown instanceof WireError && thrown.code === 'OPERATION_NOT_ALLOWED') {
    return { error: 'operation-not-allowed', message: words.notSetUp, worthLogging: false }
  }
  if (isProviderUnavailable(thrown)) {
    return { error: 'network-request-failed', message: words.silent, worthLogging: true }
  }
  const refused =
    thrown instanceof oauth.ClientError ||
    thrown instanceof oauth.ResponseBodyError ||
    thrown instanceof oauth.AuthorizationResponseError ||
    thrown instanceof oauth.WWWAuthenticateChallengeError ||
    (thrown instanceof WireError && thrown.code === 'INVALID_IDP_RESPONSE')
  if (refused) {
    return { error: 'invalid-credential', message: words.refused, worthLogging: true }
  }
  return { error: 'internal-error', message: localizedProblemMessage(asWireError(thrown), words), worthLogging: true }
}

/** Whether the provider is unreachable, too slow or reports an outage. */
function isProviderUnavailable(thrown: unknown): boolean {
  if (thrown instanceof oauth.AuthorizationResponseError) {
    return ['temporarily_unavailable', 'server_error'].includes(thrown.error)
  }
  if (thrown instanceof oauth.ResponseBodyError) return thrown.status >= 500
  if (thrown instanceof oauth.ClientError) {
    const response = thrown.cause
    return thrown.code === 'OAUTH_TIMEOUT' || (response instanceof Response && response.status >= 500)
  }
  // fetch has no class of its own for this
  return thrown instanceof TypeError && thrown.message === 'fetch failed'
}

/** Names the reason why a sign-in window stops. */
export function localizedProblemMessage(refusal: WireError | undefined, words: WindowWords): string {
  if (refusal?.code === 'INVALID_ARGUMENT') return words.incomplete
  return refusal?.code === 'SERVICE_UNAVAILABLE' ? words.unavailable : words.fault
}
