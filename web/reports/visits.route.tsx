import { type ReactNode, useMemo } from 'react'
import { Link, useSearchParams } from 'react-router'
import { getSiteContent } from '#contract/site-content.ts'
import { addDays } from '#contract/time-zone.ts'
import { getVisits, type VisitReport } from '#contract/visits.ts'
import { endpointQuery, useQuery } from '#web/api/queries.ts'
import { unitsText } from '#web/catalog/product-labels.ts'
import { staffWith } from '#web/identity/dashboard-user.ts'
import { hiddenPage } from '#web/page/page-meta.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { BarChart } from '#web/reports/bar-chart.tsx'
import { dayFromToday } from '#web/reports/sales-days.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { DayFields, isDay } from '#web/page/day-fields.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Section } from '#web/ui/section.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { currentLocale } from '#web/i18n/language.ts'
import { calendarDayText } from '#web/i18n/calendar-day.ts'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/visits.route.ts'

export const handle = staffWith('orders')

export const meta: Route.MetaFunction = () => hiddenPage(t('visits.title'))

const firstDays = 30
const dayMs = 86_400_000
export default function VisitsRoute() {
  const [search, setSearch] = useSearchParams()
  const asked = { from: search.get('from'), to: search.get('to') }
  const from = isDay(asked.from) ? asked.from : dayFromToday(1 - firstDays)
  const to = isDay(asked.to) ? asked.to : dayFromToday(0)
  const change = (part: { from?: string; to?: string }) =>
    setSearch({ from, to, ...part }, { replace: true, preventScrollReset: true })
  const visits = useQuery(endpointQuery(getVisits, { query: { from, to } }))
  const content = useQuery(endpointQuery(getSiteContent))
  return (
    <>
      <PageHeading title={t('visits.title')} text={t('visits.text')} />
      {content.data?.analytics.visits === 'off' ? (
        <p role="note" className="mt-6 rounded-field border border-warning bg-warning/15 px-4 py-3">
          {t('visits.off')}
        </p>
      ) : null}
      <search className="no-print mt-6 flex flex-wrap items-end gap-3">
        <DayFields from={from} to={to} onChange={change} />
      </search>
      <div className="mt-6">
        <QueryView
          query={visits}
          placeholder={<SkeletonRows rows={8} label={t('visits.loading')} />}
          failed={t('visits.failed')}
        >
          {(report) => <Report report={report} from={from} to={to} />}
        </QueryView>
      </div>
    </>
  )
}

export { RouteErrorBoundary as ErrorBoundary }

function Report({ report, from, to }: { report: VisitReport; from: string; to: string }) {
  const { total, pages, referrers, searches, products } = report
  const days = useMemo(() => fillDays(report.days, from, to), [report.days, from, to])
  const bars = useMemo(
    () =>
      days.map(({ day, visits, views, orders }) => ({
        label: calendarDayText(day, true),
        value: visits,
        lines: [
          t('visits.visits-count', { count: visits }),
          t('visits.views-count', { count: views }),
          t('sales.orders-count', { count: orders }),
        ],
      })),
    [days],
  )
  if (total.views === 0) return <EmptyState title={t('visits.none')} text={t('visits.none-text')} />
  return (
    <>
      <dl className="card-surface grid gap-x-8 gap-y-4 p-5 sm:grid-cols-2 xl:grid-cols-4">
        <Figure term={t('visits.title')} value={unitsText(total.visits)} />
        <Figure term={t('visits.views')} value={unitsText(total.views)} />
        <Figure term={t('word.orders')} value={unitsText(total.orders)} />
        <Figure term={t('visits.rate')} value={shareText(total.orders, total.visits)} />
      </dl>
      <div className="card-surface mt-6 p-5">
        <BarChart bars={bars} label={t('visits.chart')} format={unitsText} />
      </div>
      <Section title={t('word.products')} text={t('visits.products-text')}>
        <Table
          caption={t('word.products')}
          columns={productColumns()}
          rows={products}
          rowKey={(row) => row.productId}
        />
      </Section>
      <div className="grid items-start gap-x-6 xl:grid-cols-2">
        <Counts title={t('word.pages')} rows={pages} cell={(name) => <PageName path={name} />} />
        <Counts title={t('visits.referrers')} rows={referrers} />
        <Counts title={t('searches.title')} rows={searches} />
      </div>
    </>
  )
}

const productColumns = (): Column<VisitReport['products'][number]>[] => [
  {
    head: t('word.product'),
    phone: 'title',
    cell: ({ productId, name }) => (
      <Link to={`/products/${productId}`} className="font-semibold wrap-anywhere underline underline-offset-4">
        {name}
      </Link>
    ),
  },
  { head: t('visits.viewed'), numeric: true, cell: ({ viewed }) => unitsText(viewed) },
  { head: t('visits.added'), numeric: true, cell: ({ added }) => unitsText(added) },
  { head: t('word.ordered'), numeric: true, cell: ({ ordered }) => unitsText(ordered) },
  { head: t('visits.share'), numeric: true, cell: ({ ordered, viewed }) => shareText(ordered, viewed) },
]

type Counted = VisitReport['pages'][number]

function Counts({
  title,
  rows,
  cell = (name) => name,
}: {
  title: string
  rows: readonly Counted[]
  cell?: (name: string) => ReactNode
}) {
  const columns: Column<Counted>[] = [
    {
      head: title,
      phone: 'title',
      cell: ({ name }) => <span className="wrap-anywhere">{name === '' ? t('visits.others') : cell(name)}</span>,
    },
    { head: t('visits.count'), numeric: true, cell: ({ count }) => unitsText(count) },
  ]
  return (
    <Section title={title} className="mt-10 min-w-0">
      {rows.length === 0 ? (
        <p className="muted">{t('visits.nothing')}</p>
      ) : (
        <Table caption={title} columns={columns} rows={rows} rowKey={({ name }) => name} />
      )}
    </Section>
  )
}

const PageName = ({ path }: { path: string }) => (
  <Link to={path} className="underline underline-offset-4">
    {path}
  </Link>
)

function Figure({ term, value }: { term: string; value: string }) {
  return (
    <div>
      <dt className="muted">{term}</dt>
      <dd className="figures font-heading text-2xl font-bold">{value}</dd>
    </div>
  )
}

/** Returns a share; none where there are more orders than visits, as of programs that order by the API. */
const shareText = (part: number, whole: number) =>
  whole === 0 || part > whole
    ? '–'
    : new Intl.NumberFormat(currentLocale(), { style: 'percent', maximumFractionDigits: 1 }).format(part / whole)

/** Returns every day of a period, also those without visits. */
function fillDays(days: VisitReport['days'], from: string, to: string): VisitReport['days'] {
  const known = new Map(days.map((day) => [day.day, day]))
  const count = Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1)
  return Array.from({ length: count }, (_, index) => {
    const day = addDays(from, index)
    return known.get(day) ?? { day, views: 0, visits: 0, orders: 0 }
  })
}
