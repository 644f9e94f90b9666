import type { Stripe } from '@stripe/stripe-js'
import { queryOptions } from '@tanstack/react-query'
import type { ClientSettings } from '#contract/settings.ts'
import { Problem } from '#web/api/api-problem.ts'
import { pageSettings } from '#web/api/page-settings.ts'
import { currentLanguage } from '#web/i18n/language.ts'
import { t } from '#web/i18n/messages.ts'

/** Reports that the provider's script did not load or was removed. */
class CardProviderMissing extends Problem {
  constructor() {
    super(t('payment.provider-missing'))
  }
}

/** Queries the card provider's script, whose failure a page shows. */
export const cardProvider = queryOptions({
  queryKey: ['card provider'],
  queryFn: () => loadCardProvider(pageSettings().cards),
  staleTime: 'static',
})

let loading: Promise<Stripe> | undefined

/** Loads the card provider's script, once for a document; after a failure it may be tried again. */
function loadCardProvider(cards: ClientSettings['cards']): Promise<Stripe> {
  loading ??= load(cards).catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function load({ scriptUrl, publishableKey }: ClientSettings['cards']): Promise<Stripe> {
  if (!window.Stripe) await loadScript(scriptUrl)
  if (!window.Stripe) throw new CardProviderMissing()
  return window.Stripe(publishableKey, { locale: currentLanguage() })
}

function loadScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      script.remove()
      reject(new CardProviderMissing())
    })
    setSource(script, url)
    document.head.append(script)
  })
}

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string }
}

/** Pages accept a script's address only from a policy; this one knows a single address. */
function setSource(script: HTMLScriptElement, url: string): void {
  // TypeScript's own types of the DOM do not know trusted types yet.
  const { trustedTypes } = window as Window & { trustedTypes?: TrustedTypes }
  script.src = trustedTypes
    ? trustedTypes.createPolicy('card-provider', { createScriptURL: () => url }).createScriptURL('')
    : url
}
