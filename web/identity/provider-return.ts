import { type AuthCallback, isAuthCallback } from '#web/identity/auth-callback.ts'
import { randomSecret } from '#web/identity/random-secret.ts'
import { t, type WordId } from '#web/words/words.ts'

/** What somebody went to another provider for. */
export type Errand = 'sign-in' | 'link'

interface Trip {
  eventId: string
  sessionId: string
  errand: Errand
}

const tripKey = 'boltyard.provider-trip'

/** Leaves for another provider on this very page; it comes back to `returnTo`, a path of this shop. Never settles. */
export function redirectToProvider(providerId: string, errand: Errand, returnTo: string): Promise<never> {
  const trip: Trip = { eventId: randomSecret(), sessionId: randomSecret(), errand }
  sessionStorage.setItem(tripKey, JSON.stringify(trip))
  const { eventId, sessionId } = trip
  location.assign(`/auth/start?${new URLSearchParams({ providerId, eventId, sessionId, returnTo })}`)
  return new Promise(() => undefined)
}

/** What a provider sent back with this address, once: a token to redeem, or why there is none. Only for a trip of this tab. */
export function takeProviderReturn(
  errand: Errand,
): { providerId: string; pendingToken: string } | { error: string; message: string } | undefined {
  const answer: unknown = Object.fromEntries(new URLSearchParams(location.hash.slice(1)))
  if (!isAuthCallback(answer)) return undefined
  const trip = readTrip()
  if (trip?.errand !== errand) return undefined
  // The token must not stay in the address, nor be redeemed twice.
  history.replaceState(history.state, '', location.pathname + location.search)
  sessionStorage.removeItem(tripKey)
  return trip.eventId === answer.eventId ? outcomeOf(answer, trip) : undefined
}

function outcomeOf({ providerId, pendingToken, error, message }: AuthCallback, { sessionId }: Trip) {
  if (pendingToken) return { providerId, pendingToken: `${pendingToken}.${sessionId}` }
  const code = error ?? 'internal-error'
  const sentence = sentences[code]
  return { error: code, message: sentence ? t(sentence) : (message ?? t('provider.no-entry')) }
}

/** What the usual answers of the callback page mean; the page's own words tell the rest. */
const sentences: Readonly<Record<string, WordId>> = {
  'popup-closed-by-user': 'provider.cancelled',
  'network-request-failed': 'provider.silent',
  'invalid-credential': 'provider.refused',
  'operation-not-allowed': 'provider.not-set-up',
}

function readTrip(): Trip | undefined {
  const text = sessionStorage.getItem(tripKey)
  // Written above, in this very tab.
  return text ? (JSON.parse(text) as Trip) : undefined
}
