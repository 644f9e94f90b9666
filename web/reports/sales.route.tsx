import { Download } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { Link, useSearchParams } from 'react-router'
import { plainAmount } from '#contract/currency.ts'
import { getSales, maxSalesRows, type Sales, type SalesGroup, salesGroups, type SalesRow } from '#contract/reports.ts'
import { call } from '#web/api/call-endpoint.ts'
import { endpointQuery, useAction, useQuery } from '#web/api/queries.ts'
import { useCategoryNames } from '#web/catalog/categories/category-choices.ts'
import type { CategoryNames } from '#web/catalog/categories/category-names.ts'
import { unitsText } from '#web/catalog/product-labels.ts'
import { mayUse, staffWith, usePerson } from '#web/identity/dashboard-user.ts'
import { hiddenPage } from '#web/page/page-meta.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { downloadCsv, localAmount, localSeparator } from '#web/page/download-csv.ts'
import { SalesChart } from '#web/reports/sales-chart.tsx'
import { dayFromToday, fillDays } from '#web/reports/sales-days.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { DayFields, isDay } from '#web/page/day-fields.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Select } from '#web/ui/select.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { currentLanguage, currentLocale } from '#web/i18n/language.ts'
import { calendarDayText } from '#web/i18n/calendar-day.ts'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/sales.route.ts'

export const handle = staffWith('orders')

export const meta: Route.MetaFunction = () => hiddenPage(t('sales.title'))

/** Sets the days that are shown at first. */
const firstDays = 30
export default function SalesRoute() {
  const [search, setSearch] = useSearchParams()
  const by = salesGroups.find((group) => group === search.get('by')) ?? 'day'
  const asked = { from: search.get('from'), to: search.get('to') }
  const from = isDay(asked.from) ? asked.from : dayFromToday(1 - firstDays)
  const to = isDay(asked.to) ? asked.to : dayFromToday(0)
  const change = (part: { by?: string; from?: string; to?: string }) =>
    setSearch({ by, from, to, ...part }, { replace: true, preventScrollReset: true })
  const query = { by, from, to, language: currentLanguage() }
  const sales = useQuery(endpointQuery(getSales, { query: { ...query, limit: '366' } }))
  const names = useCategoryNames()
  const download = useAction(async () => {
    const { rows } = await call(getSales, { query: { ...query, limit: String(maxSalesRows) } })
    const name = t('sales.file', { by: t(`sales.by-${by}`).toLowerCase(), from, to })
    downloadCsv(name, [csvHeads(by), ...rows.map((row) => csvRow(row, by, names))], localSeparator())
  })
  return (
    <>
      <PageHeading title={t('sales.title')} text={t('sales.text')} />
      <search className="no-print mt-6 flex flex-wrap items-end gap-3">
        <Select
          label={t('sales.by')}
          choices={salesGroups.map((value) => ({ value, label: t(`sales.by-${value}`) }))}
          value={by}
          onChoose={(group) => change({ by: group })}
        />
        <DayFields from={from} to={to} onChange={change} />
        <Button variant="outline" busy={download.isPending} onClick={() => download.mutate(undefined)}>
          <Download aria-hidden="true" size={18} /> {t('sales.csv')}
        </Button>
      </search>
      <div className="mt-6">
        <QueryView
          query={sales}
          placeholder={<SkeletonRows rows={8} label={t('sales.loading')} />}
          failed={t('sales.failed')}
        >
          {(answer) => <SalesReport sales={answer} query={query} names={names} />}
        </QueryView>
      </div>
    </>
  )
}

export { RouteErrorBoundary as ErrorBoundary }

interface ReportParts {
  sales: Sales
  query: { by: SalesGroup; from: string; to: string }
  names: CategoryNames
}

function SalesReport({ sales, query: { by, from, to }, names }: ReportParts) {
  const { total, before } = sales
  const rows = useMemo(() => (by === 'day' ? fillDays(sales.rows, from, to) : sales.rows), [sales.rows, by, from, to])
  const days = useMemo(
    () => rows.map((row) => ({ ...row, label: by === 'day' ? calendarDayText(row.key, true) : '' })),
    [rows, by],
  )
  const person = usePerson()
  const nameOf = (row: SalesRow) => <Named row={row} by={by} names={names} canOpen={mayUse(person, 'customers')} />
  const columns: Column<SalesRow>[] = [
    { head: t(`sales.by-${by}`), phone: 'title', cell: nameOf },
    { head: t('word.orders'), numeric: true, cell: ({ orders }) => unitsText(orders) },
    { head: t('sales.units'), numeric: true, cell: ({ units }) => unitsText(units) },
    { head: t('sales.amount'), numeric: true, cell: ({ amount }) => moneyText(amount) },
  ]
  return (
    <>
      <dl className="card-surface grid gap-x-8 gap-y-4 p-5 sm:grid-cols-2 xl:grid-cols-4">
        <Figure
          term={t('sales.amount')}
          value={moneyText(total.amount)}
          note={changeText(total.amount, before.amount)}
        />
        <Figure
          term={t('word.orders')}
          value={unitsText(total.orders)}
          note={changeText(total.orders, before.orders)}
        />
        <Figure term={t('sales.units')} value={unitsText(total.units)} note={changeText(total.units, before.units)} />
        <Figure term={t('sales.refunded')} value={moneyText(total.refunded)} />
      </dl>
      {by === 'day' && sales.rows.length > 0 ? (
        <div className="card-surface mt-6 p-5">
          <SalesChart days={days} />
        </div>
      ) : null}
      <div className="mt-6">
        {sales.rows.length === 0 ? (
          <EmptyState title={t('sales.none')} text={t('word.choose-other-days')} />
        ) : (
          <Table
            caption={t('sales.title')}
            columns={columns}
            rows={by === 'day' ? rows.toReversed() : rows}
            rowKey={({ key }) => key}
          />
        )}
      </div>
    </>
  )
}

function Figure({ term, value, note }: { term: string; value: string; note?: string | undefined }) {
  return (
    <div>
      <dt className="muted">{term}</dt>
      <dd>
        <span className="figures font-heading text-2xl font-bold">{value}</span>
        {note ? <span className="muted block text-sm">{note}</span> : null}
      </dd>
    </div>
  )
}

/** Compares with as many days before. */
function changeText(now: number, before: number): string | undefined {
  if (before === 0) return undefined
  const change = new Intl.NumberFormat(currentLocale(), {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: 0,
  }).format(now / before - 1)
  return t('sales.change', { change })
}

function Named({ row, by, names, canOpen }: { row: SalesRow; by: SalesGroup; names: CategoryNames; canOpen: boolean }) {
  const { key, name, detail } = row
  if (by === 'day') return <time dateTime={key}>{calendarDayText(key)}</time>
  if (by === 'category') return <>{names[key] ?? (key || t('sales.no-category'))}</>
  const page = by === 'product' ? `/products/${key}` : canOpen ? `/dashboard/customers/${key}` : undefined
  return (
    <>
      <Linked to={page}>{name || detail || key}</Linked>
      {name && detail ? <span className="muted block text-sm wrap-anywhere">{detail}</span> : null}
    </>
  )
}

const Linked = ({ to, children }: { to: string | undefined; children: ReactNode }) =>
  to === undefined ? (
    <span className="font-semibold wrap-anywhere">{children}</span>
  ) : (
    <Link to={to} className="font-semibold wrap-anywhere underline underline-offset-4">
      {children}
    </Link>
  )

const csvHeads = (by: SalesGroup): string[] => [
  t(`sales.by-${by}`),
  ...(by === 'product' ? [t('product.sku')] : by === 'buyer' ? [t('word.email')] : []),
  t('word.orders'),
  t('sales.units'),
  t('sales.amount'),
]

function csvRow(
  { key, name = '', detail = '', orders, units, amount }: SalesRow,
  by: SalesGroup,
  names: CategoryNames,
) {
  const named = by === 'day' ? [key] : by === 'category' ? [names[key] ?? key] : [name, detail]
  return [...named, String(orders), String(units), localAmount(plainAmount(amount))]
}
