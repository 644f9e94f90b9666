import { CircleCheck, ScanBarcode } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { getSales, listTasks, maxCountedTasks, type TaskKind, taskReaders } from '#contract/reports.ts'
import type { ResponseBody } from '#contract/endpoint.ts'
import { listOpeningSteps } from '#contract/opening.ts'
import { endpointQuery, useQuery } from '#web/api/queries.ts'
import { mayUse, staffWith, usePerson } from '#web/identity/dashboard-user.ts'
import { hiddenPage } from '#web/page/page-meta.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { MailServerNotice } from '#web/notifications/mail-server-notice.tsx'
import { OpeningSteps } from '#web/reports/opening-steps.tsx'
import { SalesChart } from '#web/reports/sales-chart.tsx'
import { dayFromToday, fillDays } from '#web/reports/sales-days.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { currentLocale } from '#web/i18n/language.ts'
import { calendarDayText } from '#web/i18n/calendar-day.ts'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/today.route.ts'

export const handle = staffWith(taskReaders)

export const meta: Route.MetaFunction = () => hiddenPage(t('today.title'))

/** Shows members of staff what waits for them, and the sales of two weeks. */
export default function TodayRoute() {
  const person = usePerson()
  const tasks = useQuery(endpointQuery(listTasks))
  const maySetUp = mayUse(person, 'settings')
  const { data: steps = [] } = useQuery({ ...endpointQuery(listOpeningSteps), enabled: maySetUp })
  const isSelling = steps.some(({ step, done }) => step === 'realSales' && done)
  return (
    <>
      <PageHeading
        title={t('today.title')}
        text={t('today.text')}
        action={
          mayUse(person, 'shipping') ? (
            <ButtonLink to="/dashboard/pack" variant="outline">
              <ScanBarcode aria-hidden="true" size={18} /> {t('pack.title')}
            </ButtonLink>
          ) : undefined
        }
      />
      {maySetUp ? <MailServerNotice /> : null}
      <div className="mt-6">
        <QueryView
          query={tasks}
          placeholder={<SkeletonRows rows={6} label={t('today.loading')} />}
          failed={t('today.failed')}
        >
          {(rows) => <Tasks tasks={rows} />}
        </QueryView>
      </div>
      {maySetUp && !isSelling ? <OpeningSteps /> : null}
      {mayUse(person, 'orders') ? <LatestSales /> : null}
      {maySetUp && isSelling ? <OpeningSteps /> : null}
    </>
  )
}

export { RouteErrorBoundary as ErrorBoundary }

const pages: Record<Exclude<TaskKind, 'serverAddresses'>, string> = {
  toShip: '/dashboard/all-order?show=to_ship&sort=placed',
  awaitingTransfer: '/dashboard/all-order?show=awaiting_transfer&sort=placed',
  onHold: '/dashboard/all-order?show=paid_short',
  freightToQuote: '/dashboard/all-order?show=freight_to_quote',
  toAnswer: '/dashboard/all-order?show=to_answer',
  overdue: '/dashboard/all-order?show=overdue',
  disputed: '/dashboard/all-order?show=disputed',
  returnsToAnswer: '/dashboard/returns?show=requested',
  withdrawals: '/dashboard/returns?show=withdrawn',
  refundsFailed: '/dashboard/all-order?show=refund_failed',
  refundsToSend: '/dashboard/all-order?show=refund_to_send',
  unmatchedPayments: '/dashboard/all-order',
  stranded: '/dashboard/manage-products?show=stranded',
  outOfStock: '/dashboard/manage-products?show=out',
  lowStock: '/dashboard/manage-products?show=low',
  awaited: '/dashboard/manage-products?show=awaited',
  unfitted: '/dashboard/manage-products?show=unfitted',
  fitsToApply: '/dashboard/phrases',
  searchesWithoutResult: '/dashboard/searches',
  reviews: '/dashboard/reviews?show=unchecked',
  failedMails: '/dashboard/outbox?show=given-up',
  failedJobs: '/dashboard/failed-jobs',
  plannedImportsLeft: '/dashboard/imports',
  failedImports: '/dashboard/imports',
  waitingImports: '/dashboard/imports',
  failingSources: '/dashboard/import-sources',
  cardsRefused: '/dashboard/connections',
}

/** These cost money or buyers if they wait. */
const urgent = new Set<TaskKind>([
  'disputed',
  'refundsFailed',
  'refundsToSend',
  'unmatchedPayments',
  'cardsRefused',
  'failedMails',
  'failedJobs',
  'serverAddresses',
])

function Tasks({ tasks }: { tasks: ResponseBody<typeof listTasks> }) {
  const open = tasks.filter(({ count }) => count > 0)
  const waiting = [...open.filter(({ kind }) => urgent.has(kind)), ...open.filter(({ kind }) => !urgent.has(kind))]
  if (waiting.length === 0) {
    return (
      <p className="card-surface flex items-center gap-3 p-5">
        <CircleCheck aria-hidden="true" size={22} className="shrink-0 text-success" /> {t('today.nothing')}
      </p>
    )
  }
  return (
    <ul className="grid grid-cols-2 gap-3 xl:grid-cols-3">
      {waiting.map(({ kind, count, only }) => {
        const look = `card-surface flex h-full gap-x-4 p-4 max-sm:flex-col max-sm:p-3 sm:items-center ${urgent.has(kind) ? 'border-l-8 border-l-error' : ''}`
        const content = (
          <>
            <span className="figures font-heading text-3xl font-bold sm:min-w-14 sm:text-right">
              {count >= maxCountedTasks
                ? t('ui.more-than', { count: maxCountedTasks - 1 })
                : count.toLocaleString(currentLocale())}
            </span>
            <span className="min-w-0 font-semibold wrap-anywhere">{t(`today.task.${kind}`, { count })}</span>
          </>
        )
        return (
          <li key={kind}>
            {/* Settings of the servers have no page here. */}
            {kind === 'serverAddresses' ? (
              <div className={look}>{content}</div>
            ) : (
              <Link
                to={only === undefined ? pages[kind] : `${pages[kind]}/${only}`}
                className={`${look} hover:bg-base-200`}
              >
                {content}
              </Link>
            )}
          </li>
        )
      })}
    </ul>
  )
}

const shownDays = 14

function LatestSales() {
  const from = dayFromToday(1 - shownDays)
  const to = dayFromToday(0)
  const sales = useQuery(endpointQuery(getSales, { query: { by: 'day', from, to, limit: '366' } }))
  const days = useMemo(
    () => fillDays(sales.data?.rows ?? [], from, to).map((row) => ({ ...row, label: calendarDayText(row.key, true) })),
    [sales.data, from, to],
  )
  return (
    <section aria-labelledby="latest-sales" className="mt-10">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id="latest-sales" className="text-3xl">
          {t('today.sales')}
        </h2>
        <ButtonLink to="/dashboard/sales" variant="outline" size="sm">
          {t('today.all-sales')}
        </ButtonLink>
      </div>
      <QueryView
        query={sales}
        placeholder={<SkeletonRows rows={4} label={t('sales.loading')} />}
        failed={t('sales.failed')}
      >
        {({ total }) => (
          <div className="card-surface p-5">
            <p>
              <strong className="figures text-2xl">{moneyText(total.amount)}</strong>{' '}
              {t('sales.in-orders', { count: total.orders })}
            </p>
            {total.orders > 0 ? (
              <div className="mt-4">
                <SalesChart days={days} />
              </div>
            ) : null}
          </div>
        )}
      </QueryView>
    </section>
  )
}
