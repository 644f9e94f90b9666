import * as oauth from 'openid-client'
import type { Identity } from './identity-deps.ts'
import { asWireError, loggableFault, WireError } from './wire-error.ts'

/** What the page that asked learns, as the window of the provider or as a redirect tells it. */
export type CallbackMessage = { kind: 'auth-callback'; eventId: string; providerId: string } & (
  | { pendingToken: string }
  | {
      /** The SDK's code without `auth/`. */
      error: FailureCode
      /** A sentence for people. */
      message: string
    }
)

export type FailureCode =
  | 'popup-closed-by-user'
  | 'operation-not-allowed'
  | 'network-request-failed'
  | 'invalid-credential'
  | 'internal-error'

interface Asked {
  eventId: string
  providerId: string
}

/** Says what went wrong; whatever is not the person's own choice is logged, without tokens. */
export function failureMessage(identity: Identity, { eventId, providerId }: Asked, thrown: unknown): CallbackMessage {
  const { error, message, worthLogging } = explain(thrown)
  if (worthLogging) {
    identity.log.warn({ providerId, error, fault: loggableFault(thrown) }, 'signing in at another provider failed')
  }
  return { kind: 'auth-callback', eventId, providerId, error, message }
}

function explain(thrown: unknown): { error: FailureCode; message: string; worthLogging: boolean } {
  if (thrown instanceof oauth.AuthorizationResponseError && thrown.error === 'access_denied') {
    return { error: 'popup-closed-by-user', message: 'You cancelled at the other provider.', worthLogging: false }
  }
  if (thrown instanceof WireError && thrown.code === 'OPERATION_NOT_ALLOWED') {
    return { error: 'operation-not-allowed', message: sentenceOf(thrown), worthLogging: false }
  }
  if (isSilence(thrown)) {
    const message = 'The other provider does not answer. Try again in a moment.'
    return { error: 'network-request-failed', message, worthLogging: true }
  }
  const refused =
    thrown instanceof oauth.ClientError ||
    thrown instanceof oauth.ResponseBodyError ||
    thrown instanceof oauth.AuthorizationResponseError ||
    thrown instanceof oauth.WWWAuthenticateChallengeError ||
    (thrown instanceof WireError && thrown.code === 'INVALID_IDP_RESPONSE')
  if (refused) {
    const message = 'What the other provider answered could not be accepted. Please try again.'
    return { error: 'invalid-credential', message, worthLogging: true }
  }
  const refusal = asWireError(thrown)
  return {
    error: 'internal-error',
    message: refusal ? sentenceOf(refusal) : 'Something went wrong here. Please try again.',
    worthLogging: true,
  }
}

/** The provider could not be reached, took too long, or says itself that it is not well. */
function isSilence(thrown: unknown): boolean {
  if (thrown instanceof oauth.AuthorizationResponseError) {
    return ['temporarily_unavailable', 'server_error'].includes(thrown.error)
  }
  if (thrown instanceof oauth.ResponseBodyError) return thrown.status >= 500
  if (thrown instanceof oauth.ClientError) {
    const answer = thrown.cause
    return thrown.code === 'OAUTH_TIMEOUT' || (answer instanceof Response && answer.status >= 500)
  }
  // fetch has no class of its own for this
  return thrown instanceof TypeError && thrown.message === 'fetch failed'
}

function sentenceOf(refusal: WireError): string {
  return refusal.message.split(' : ')[1] ?? 'Something went wrong here. Please try again.'
}
