import { ownValue } from '#contract/own-value.ts'
import { type AuthCallback, isAuthCallback } from '#web/identity/auth-callback.ts'
import { randomSecret } from '#web/identity/random-secret.ts'
import { t, type MessageId } from '#web/i18n/messages.ts'

/** Names the purpose of a redirect to a provider. */
export type RedirectPurpose = 'sign-in' | 'link'

interface PendingRedirect {
  eventId: string
  sessionId: string
  redirectPurpose: RedirectPurpose
}

const pendingRedirectKey = 'boltyard.provider-trip'

/** Leaves for another provider on this very page; it comes back to `returnTo`, a path of this shop. Never settles. */
export function redirectToProvider(
  providerId: string,
  redirectPurpose: RedirectPurpose,
  returnTo: string,
): Promise<never> {
  const pendingRedirect: PendingRedirect = { eventId: randomSecret(), sessionId: randomSecret(), redirectPurpose }
  sessionStorage.setItem(pendingRedirectKey, JSON.stringify(pendingRedirect))
  const { eventId, sessionId } = pendingRedirect
  location.assign(`/auth/start?${new URLSearchParams({ providerId, eventId, sessionId, returnTo })}`)
  return new Promise(() => undefined)
}

/** Returns the result of a redirect from this tab, once: a token to redeem, or an error. */
export function takeRedirectResult(
  redirectPurpose: RedirectPurpose,
): { providerId: string; pendingToken: string } | { error: string; message: string } | undefined {
  const response: unknown = Object.fromEntries(new URLSearchParams(location.hash.slice(1)))
  if (!isAuthCallback(response)) return undefined
  const pendingRedirect = readPendingRedirect()
  if (pendingRedirect?.redirectPurpose !== redirectPurpose) return undefined
  // The token must not stay in the address, nor be redeemed twice.
  history.replaceState(history.state, '', location.pathname + location.search)
  sessionStorage.removeItem(pendingRedirectKey)
  return pendingRedirect.eventId === response.eventId ? outcomeOf(response, pendingRedirect) : undefined
}

function outcomeOf({ providerId, pendingToken, error, message }: AuthCallback, { sessionId }: PendingRedirect) {
  if (pendingToken) return { providerId, pendingToken: `${pendingToken}.${sessionId}` }
  const code = error ?? 'internal-error'
  const messageText = ownValue(messages, code)
  return { error: code, message: messageText ? t(messageText) : (message ?? t('provider.no-entry')) }
}

/** Maps common errors of the callback page to messages; others show its own text. */
const messages: Readonly<Record<string, MessageId>> = {
  'popup-closed-by-user': 'provider.cancelled',
  'network-request-failed': 'provider.silent',
  'invalid-credential': 'provider.refused',
  'operation-not-allowed': 'provider.not-set-up',
}

function readPendingRedirect(): PendingRedirect | undefined {
  const text = sessionStorage.getItem(pendingRedirectKey)
  // Written above, in this very tab.
  return text ? (JSON.parse(text) as PendingRedirect) : undefined
}
