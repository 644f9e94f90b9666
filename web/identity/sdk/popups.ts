import { FirebaseError } from '@firebase/app'
import { type ApplicationVerifier, browserSessionPersistence, type PopupRedirectResolver } from '@firebase/auth'
import { pageSettings } from '#web/api/page-settings.ts'
import { randomSecret } from '#web/identity/random-secret.ts'
import { authCallback, isAuthCallback } from '#web/identity/auth-callback.ts'

/** Describes what the SDK passes to a popup sign-in; its own type is not public. */
interface Consumer {
  eventId: string | null
  filter: string[]
  onAuthEvent(event: object): unknown
}

const closedGraceMs = 2000
const consumers = new Set<Consumer>()

/**
 * Opens provider popups without Google's helper iframe: the shop's server talks to the provider, and its callback page returns
 * the result. The SDK instantiates the class and calls these methods by name.
 */
class ShopPopupResolver {
  _redirectPersistence = browserSessionPersistence
  _shouldInitProactively = false

  async _initialize() {
    return {
      registerConsumer: (consumer: Consumer) => void consumers.add(consumer),
      unregisterConsumer: (consumer: Consumer) => void consumers.delete(consumer),
    }
  }

  async _openPopup(_auth: unknown, provider: { providerId: string }, _type: string, eventId: string) {
    return openWindow(provider.providerId, eventId)
  }

  async _originValidation() {
    const { apiKey } = pageSettings().identity
    const response = await fetch(`/v1/projects?key=${encodeURIComponent(apiKey)}`)
    const { authorizedDomains = [] } = (await response.json()) as { authorizedDomains?: string[] }
    const isOurs = authorizedDomains.some(
      (domain) => location.hostname === domain || location.hostname.endsWith(`.${domain}`),
    )
    if (response.ok && !isOurs) throw new FirebaseError('auth/unauthorized-domain', '')
  }

  _isIframeWebStorageSupported(_auth: unknown, say: (isSupported: boolean) => void) {
    say(true)
  }
}

export const popupResolver: PopupRedirectResolver = ShopPopupResolver

/** Stands where Google's captcha would: this browser does some work instead. */
export function makeVerifier(): ApplicationVerifier {
  const verify = async () => (await import('#web/identity/proof-of-work.ts')).solveProofOfWork()
  // The library calls _reset after each message, though its type does not say so.
  return { type: 'recaptcha', verify, _reset: () => undefined } as ApplicationVerifier
}

function openWindow(providerId: string, eventId: string) {
  const sessionId = randomSecret()
  const address = `/auth/start?${new URLSearchParams({ providerId, eventId, sessionId })}`
  const left = Math.max(0, screenX + (outerWidth - 500) / 2)
  const top = Math.max(0, screenY + (outerHeight - 600) / 2)
  const popup = open(address, eventId, `width=500,height=600,left=${left},top=${top}`)
  if (!popup) throw new FirebaseError('auth/popup-blocked', '')

  const listening = new AbortController()
  const { signal } = listening
  const channel = new BroadcastChannel(authCallback)
  signal.addEventListener('abort', () => channel.close())

  function end(outcome: { urlResponse: string } | { error: FirebaseError }) {
    listening.abort()
    for (const consumer of consumers) {
      if (consumer.eventId !== eventId) continue
      consumer.onAuthEvent({ type: consumer.filter[0], eventId, sessionId, postBody: null, tenantId: null, ...outcome })
    }
  }

  function hear({ data, origin }: MessageEvent) {
    if (signal.aborted || origin !== location.origin || !isAuthCallback(data) || data.eventId !== eventId) return
    if (data.error) return end({ error: new FirebaseError(`auth/${data.error}`, data.message ?? '') })
    const response = new URLSearchParams({ providerId: data.providerId, pendingToken: data.pendingToken ?? '' })
    end({ urlResponse: `${location.origin}/auth/callback?${response}` })
  }

  channel.addEventListener('message', hear, { signal })
  addEventListener('message', hear, { signal })
  watchClosing(popup, signal, () => end({ error: new FirebaseError('auth/popup-closed-by-user', '') }))

  // Its own watch on `window` would take half a minute of the visitor's patience for what ours sees at once.
  return {
    window: null,
    associatedEvent: null,
    close() {
      listening.abort()
      popup.close()
    },
  }
}

/**
 * Detects a closed popup. A provider's page may sever the connection, which looks the same, so the page must have the focus
 * again.
 */
function watchClosing(popup: Window, signal: AbortSignal, onClosed: () => void): void {
  let closedSince: number | undefined
  const timer = setInterval(() => {
    if (!popup.closed || !document.hasFocus()) return void (closedSince = undefined)
    closedSince ??= Date.now()
    if (Date.now() - closedSince >= closedGraceMs) onClosed()
  }, 250)
  signal.addEventListener('abort', () => clearInterval(timer))
}
