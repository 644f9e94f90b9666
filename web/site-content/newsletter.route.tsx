import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { confirmSubscription, endSubscription } from '#contract/site-content.ts'
import { problemSentence } from '#web/api/api-problem.ts'
import { call } from '#web/api/call.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { FormProblem } from '#web/ui/form-problem.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { t } from '#web/words/words.ts'
import type { Route } from './+types/newsletter.route.ts'

export const meta: Route.MetaFunction = () => [{ title: t('news.page-title') }, { name: 'robots', content: 'noindex' }]

/** Where the mailed link leads. It acts only on a click, since mail scanners open links. */
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
      setProblem(problemSentence(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="page-width max-w-xl py-16">
      <PageHeading title={t('news.title')} text={done ?? t('news.question')} />
      <div className="mt-6 grid gap-5">
        <FormProblem text={problem} />
        {done ? (
          <p>
            <ButtonLink to="/">{t('shop.home')}</ButtonLink>
          </p>
        ) : (
          <p className="flex flex-wrap gap-3">
            <Button busy={busy} onClick={() => void settle(confirmSubscription, t('news.confirmed'))}>
              {t('news.subscribe')}
            </Button>
            <Button look="outline" disabled={busy} onClick={() => void settle(endSubscription, t('news.ended'))}>
              {t('news.unsubscribe')}
            </Button>
          </p>
        )}
      </div>
    </div>
  )
}
