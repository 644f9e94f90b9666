import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { confirmStockNotices, endStockNotices } from '#contract/stock-notices.ts'
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

export const meta: Route.MetaFunction = () => hiddenPage(t('stock-notice.title'))

export const handle = { query: ['token', 'confirm'] } satisfies PageHandle

/** Handles the links of mails, which confirm or delete an address. It acts only on a click, since mail scanners open links. */
export default function StockNoticesRoute() {
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const confirms = search.has('confirm')
  const [done, setDone] = useState<'confirmed' | 'ended'>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function send(step: 'confirmed' | 'ended') {
    setBusy(true)
    setProblem(undefined)
    try {
      await call(step === 'confirmed' ? confirmStockNotices : endStockNotices, { body: { token } })
      setDone(step)
    } catch (error) {
      setProblem(errorMessageOf(error))
    } finally {
      setBusy(false)
    }
  }

  const question = confirms ? 'stock-notice.confirm-question' : 'stock-notice.question'
  const text = done ? (`stock-notice.${done}` as const) : token ? question : 'stock-notice.no-token'
  return (
    <div className="page-width max-w-xl py-16">
      <PageHeading title={t('stock-notice.title')} text={t(text)} />
      <div className="mt-6 grid gap-5">
        <FormError text={problem} />
        <p className="flex flex-wrap gap-3">
          {done || !token ? (
            <ButtonLink to="/products">{t('products.all')}</ButtonLink>
          ) : (
            <>
              {confirms ? (
                <Button busy={busy} onClick={() => void send('confirmed')}>
                  {t('stock-notice.confirm-address')}
                </Button>
              ) : null}
              <Button {...(confirms && { variant: 'outline' })} busy={busy} onClick={() => void send('ended')}>
                {t('stock-notice.end')}
              </Button>
            </>
          )}
        </p>
      </div>
    </div>
  )
}
