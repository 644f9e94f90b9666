import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { endStockNotices } from '#contract/stock-notices.ts'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { call } from '#web/api/call-endpoint.ts'
import type { PageHandle } from '#web/api/server-call.ts'
import { hiddenPage } from '#web/page/page-meta.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import '#web/i18n/dashboard-messages.ts'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/stock-notices.route.ts'

export const meta: Route.MetaFunction = () => hiddenPage(t('stock-notice.page-title'))

export const handle = { query: ['token'] } satisfies PageHandle

/** Handles the link of a mail. It acts only on a click, since mail scanners open links. */
export default function StockNoticesRoute() {
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const [isDone, setDone] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function end() {
    setBusy(true)
    setProblem(undefined)
    try {
      await call(endStockNotices, { body: { token } })
      setDone(true)
    } catch (error) {
      setProblem(errorMessageOf(error))
    } finally {
      setBusy(false)
    }
  }

  const text = isDone ? 'stock-notice.ended' : token ? 'stock-notice.question' : 'stock-notice.no-token'
  return (
    <div className="page-width max-w-xl py-16">
      <PageHeading title={t('stock-notice.title')} text={t(text)} />
      <div className="mt-6 grid gap-5">
        <FormError text={problem} />
        <p>
          {isDone || !token ? (
            <ButtonLink to="/products">{t('products.all')}</ButtonLink>
          ) : (
            <Button busy={busy} onClick={() => void end()}>
              {t('stock-notice.end')}
            </Button>
          )}
        </p>
      </div>
    </div>
  )
}
