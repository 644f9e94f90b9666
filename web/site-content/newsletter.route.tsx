import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { confirmSubscription, endSubscription } from '#contract/site-content.ts'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { call } from '#web/api/call-endpoint.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import type { PageHandle } from '#web/api/server-call.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { hiddenPage } from '#web/page/page-meta.ts'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/newsletter.route.ts'

export const meta: Route.MetaFunction = () => hiddenPage(t('news.title'))

export const handle = { query: ['token'] } satisfies PageHandle

/** Handles the mailed link. It acts only on a click, since mail scanners open links. */
export default function NewsletterRoute() {
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const [done, setDone] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  if (!token) {
    return (
      <div className="page-width max-w-xl py-16">
        <PageHeading title={t('news.title')} text={t('news.no-token')} />
        <p className="mt-6">
          <ButtonLink to="/">{t('shop.home')}</ButtonLink>
        </p>
      </div>
    )
  }

  async function settle(endpoint: typeof confirmSubscription | typeof endSubscription, words: string) {
    setBusy(true)
    setProblem(undefined)
    try {
      await call(endpoint, { body: { token } })
      setDone(words)
    } catch (error) {
      setProblem(errorMessageOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="page-width max-w-xl py-16">
      <PageHeading title={t('news.title')} text={done ?? t('news.question')} />
      <div className="mt-6 grid gap-5">
        <FormError text={problem} />
        {done ? (
          <p>
            <ButtonLink to="/">{t('shop.home')}</ButtonLink>
          </p>
        ) : (
          <p className="flex flex-wrap gap-3">
            <Button busy={busy} onClick={() => void settle(confirmSubscription, t('news.confirmed'))}>
              {t('news.subscribe')}
            </Button>
            <Button variant="outline" disabled={busy} onClick={() => void settle(endSubscription, t('news.ended'))}>
              {t('news.unsubscribe')}
            </Button>
          </p>
        )}
      </div>
    </div>
  )
}
