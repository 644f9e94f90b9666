import { PackageOpen } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { listReturnReasons, type ReturnedProduct } from '#contract/returns.ts'
import { endpointQuery, useQuery } from '#web/api/queries.ts'
import { unitsText } from '#web/catalog/product-labels.ts'
import { staffWith } from '#web/identity/dashboard-user.ts'
import { hiddenPage } from '#web/page/page-meta.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { DayFields, isDay } from '#web/page/day-fields.tsx'
import { dayFromToday } from '#web/reports/sales-days.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/return-reasons.route.ts'

export const handle = staffWith('orders')

export const meta: Route.MetaFunction = () => hiddenPage(t('return-reasons.title'))

/** Sets the days that are shown at first. */
const firstDays = 90

/** Shows why products come back. */
export default function ReturnReasonsRoute() {
  const [search, setSearch] = useSearchParams()
  const asked = { from: search.get('from'), to: search.get('to') }
  const from = isDay(asked.from) ? asked.from : dayFromToday(1 - firstDays)
  const to = isDay(asked.to) ? asked.to : dayFromToday(0)
  const query = useQuery(endpointQuery(listReturnReasons, { query: { from, to } }))
  return (
    <>
      <BackLink to="/dashboard/returns">{t('returns.title')}</BackLink>
      <PageHeading title={t('return-reasons.title')} text={t('return-reasons.text')} />
      <search className="no-print mt-6 flex flex-wrap items-end gap-3">
        <DayFields
          from={from}
          to={to}
          onChange={(part) => setSearch({ from, to, ...part }, { replace: true, preventScrollReset: true })}
        />
      </search>
      <div className="mt-6">
        <QueryView
          query={query}
          placeholder={<SkeletonRows rows={6} label={t('returns.loading')} />}
          failed={t('returns.failed')}
        >
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState
                title={t('returns.none-found')}
                text={t('return-reasons.none')}
                icon={<PackageOpen size={30} />}
              />
            ) : (
              <Table
                caption={t('return-reasons.title')}
                columns={columns()}
                rows={rows}
                rowKey={({ productId }) => productId}
              />
            )
          }
        </QueryView>
      </div>
    </>
  )
}

const columns = (): Column<ReturnedProduct>[] => [
  {
    head: t('word.product'),
    phone: 'title',
    cell: ({ productId, name, sku }) => (
      <>
        <Link to={`/products/${productId}`} className="link wrap-anywhere">
          {name}
        </Link>
        {sku === undefined ? null : <span className="muted figures block text-sm">{sku}</span>}
      </>
    ),
  },
  { head: t('word.quantity'), numeric: true, cell: ({ units }) => unitsText(units) },
  {
    head: t('word.reason'),
    cell: ({ reasons, notFitting = [] }) => (
      <ul className="flex flex-wrap gap-x-4">
        {reasons.map(({ reason, units }) => (
          <li key={reason}>
            {t(`returns.reason.${reason}`)}: <span className="figures">{unitsText(units)}</span>
            {reason === 'does-not-fit' && notFitting.length > 0 ? (
              <span className="muted wrap-anywhere">
                {' '}
                (
                {notFitting
                  .map((one) => `${one.vehicle}, ${t(`return-reasons.${one.verdict}`)}: ${unitsText(one.units)}`)
                  .join('; ')}
                )
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    ),
  },
]

export { RouteErrorBoundary as ErrorBoundary }
