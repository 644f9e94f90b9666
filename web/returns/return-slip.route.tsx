import { Printer } from 'lucide-react'
import { getOrderDetails } from '#contract/payments.ts'
import { getReturn } from '#contract/returns.ts'
import { call } from '#web/api/call-endpoint.ts'
import { useQuery } from '#web/api/queries.ts'
import { PackedLines } from '#web/documents/packed-lines.tsx'
import { Seller } from '#web/documents/paper-parts.tsx'
import { PartyAddress } from '#web/documents/party-address.tsx'
import { hiddenPage } from '#web/page/page-meta.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { Day } from '#web/ui/date-time.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/return-slip.route.ts'

export const meta: Route.MetaFunction = () => hiddenPage(t('returns.slip'))

/** Shows the slip that goes into the parcel of a return: its number, also as a code, and where it is sent. */
export default function ReturnSlipRoute({ params }: Route.ComponentProps) {
  const query = useQuery({ queryKey: ['return-slip', params.id], queryFn: () => readSlip(params.id) })
  return (
    <QueryView
      query={query}
      placeholder={<SkeletonRows rows={6} label={t('returns.loading')} />}
      failed={t('returns.failed')}
      heading="h1"
    >
      {({ found, details }) => (
        <article className="card-surface p-5 print:border-0 print:p-0">
          <header className="flex flex-wrap items-start justify-between gap-6 border-b-2 border-base-content pb-4">
            <div>
              <h1 className="text-3xl">{t('returns.slip')}</h1>
              <p className="figures mt-1 text-4xl font-bold">{found.number}</p>
              <p className="mt-1">
                <Day iso={found.requestedAt} /> · {t('order.title', { number: found.orderNumber })}
              </p>
            </div>
            <QrCode text={found.number} label={t('returns.code-of', { number: found.number })} className="size-36" />
          </header>
          <div className="mt-4 grid gap-6 sm:grid-cols-2 print:grid-cols-2">
            <div>
              <h2 className="muted text-sm">{t('returns.send-to')}</h2>
              <Seller seller={details.invoice.seller} />
            </div>
            <div>
              <h2 className="muted text-sm">{t('returns.buyer')}</h2>
              <PartyAddress
                name={found.buyerName || found.email}
                text={details.order.billing ?? details.order.address}
              />
            </div>
          </div>
          <PackedLines
            fact={t('word.reason')}
            lines={found.lines.map((line) => ({
              ...line,
              key: line.line,
              fact: t(`returns.reason.${line.reason}`),
            }))}
          />
          <p className="no-print mt-6">
            <Button onClick={() => print()}>
              <Printer aria-hidden="true" size={18} /> {t('word.print')}
            </Button>
          </p>
        </article>
      )}
    </QueryView>
  )
}

async function readSlip(id: string) {
  const found = await call(getReturn, { params: { id } })
  return { found, details: await call(getOrderDetails, { params: { id: found.orderId } }) }
}

export { RouteErrorBoundary as ErrorBoundary }
