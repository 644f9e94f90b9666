import { getEcSalesList, getTaxReport, taxDays } from '#contract/documents.ts'
import type { ResponseBody } from '#contract/endpoint.ts'
import { endpointQuery, useQuery } from '#web/api/queries.ts'
import { DownloadButton } from '#web/documents/download-button.tsx'
import { PeriodSelect } from '#web/documents/period-select.tsx'
import { useDays } from '#web/documents/use-days.ts'
import { staffWith } from '#web/identity/dashboard-user.ts'
import { rateText, reasonText } from '#web/orders/amount-rows.tsx'
import { taxName } from '#web/orders/tax-name.ts'
import { DayFields } from '#web/page/day-fields.tsx'
import { hiddenPage } from '#web/page/page-meta.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Section } from '#web/ui/section.tsx'
import { Select } from '#web/ui/select.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { numberText } from '#web/i18n/number-text.ts'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/tax-report.route.ts'

export const handle = staffWith('orders')

export const meta: Route.MetaFunction = () => hiddenPage(t('tax-report.title'))

type TaxSum = ResponseBody<typeof getTaxReport>[number]

/** Sums up the tax of invoices less credit notes by place, rate and reason. */
export default function TaxReportRoute() {
  const { from, to, by: asked, change } = useDays()
  const by = taxDays.find((day) => day === asked) ?? 'issued'
  const report = useQuery(endpointQuery(getTaxReport, { query: { from, to, by } }))
  return (
    <>
      <PageHeading title={t('tax-report.title')} text={t('tax-report.text')} />
      <search className="no-print mt-6 flex flex-wrap items-end gap-3">
        <Select
          label={t('tax-report.by')}
          choices={taxDays.map((value) => ({ value, label: t(`tax-report.by-${value}`) }))}
          value={by}
          onChoose={(day) => change({ by: day })}
        />
        <PeriodSelect from={from} to={to} onChange={change} />
        <DayFields from={from} to={to} onChange={change} />
        <DownloadButton kind="taxes" query={{ from, to, by }} />
      </search>
      <div className="mt-6">
        <QueryView
          query={report}
          placeholder={<SkeletonRows rows={6} label={t('tax-report.loading')} />}
          failed={t('tax-report.failed')}
        >
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState title={t('journal.none')} text={t('word.choose-other-days')} />
            ) : (
              <Table
                caption={t('tax-report.title')}
                columns={columns()}
                rows={rows}
                rowKey={({ country, region, name, rate, reason, currency }) =>
                  [country, region, name, rate, reason, currency].join(' ')
                }
              />
            )
          }
        </QueryView>
      </div>
      <EcSalesList query={{ from, to }} />
    </>
  )
}

/** Lists the deliveries free of tax to businesses in other member states by VAT number, if there are any. */
function EcSalesList({ query }: { query: { from: string; to: string } }) {
  const { data: rows = [] } = useQuery(endpointQuery(getEcSalesList, { query }))
  if (rows.length === 0) return null
  const hasUnnumbered = rows.some(({ taxNumber }) => taxNumber === undefined)
  return (
    <Section
      title={t('ec-sales.title')}
      text={t('ec-sales.text')}
      action={<DownloadButton kind="ec-sales" query={query} />}
    >
      {hasUnnumbered ? <p className="mb-3 font-medium text-error">{t('ec-sales.unnumbered')}</p> : null}
      <Table
        caption={t('ec-sales.title')}
        columns={ecSalesColumns()}
        rows={rows}
        rowKey={({ country, taxNumber, buyerName, currency }) => [country, taxNumber ?? buyerName, currency].join(' ')}
      />
    </Section>
  )
}

export { RouteErrorBoundary as ErrorBoundary }

const columns = (): Column<TaxSum>[] => [
  {
    head: t('tax.place'),
    phone: 'title',
    cell: ({ country, region }) => [country, region].filter(Boolean).join(' ') || '–',
  },
  {
    head: t('word.tax'),
    cell({ name, reason }) {
      const why = reason === 'untaxed' ? t('tax-report.untaxed') : reasonText(reason)
      return name === '' ? why : `${taxName(name)} (${why})`
    },
  },
  { head: t('tax.rate'), numeric: true, cell: ({ rate }) => rateText(rate) },
  { head: t('tax-report.taxable'), numeric: true, cell: ({ taxable, currency }) => moneyText(taxable, currency) },
  { head: t('tax.exempt'), numeric: true, cell: ({ exempt, currency }) => moneyText(exempt, currency) },
  { head: t('word.tax'), numeric: true, cell: ({ tax, currency }) => moneyText(tax, currency) },
]

type EcSale = ResponseBody<typeof getEcSalesList>[number]

const ecSalesColumns = (): Column<EcSale>[] => [
  { head: t('word.country'), cell: ({ country }) => country, fit: true, phone: 'hidden' },
  {
    head: t('word.vat-number'),
    phone: 'title',
    cell: ({ taxNumber, country }) => taxNumber ?? <Badge tone="warning">{t('ec-sales.none', { country })}</Badge>,
  },
  { head: t('orders.customer'), cell: ({ buyerName }) => buyerName },
  {
    head: t('ec-sales.whole'),
    numeric: true,
    cell: ({ wholeNet }) => numberText(wholeNet),
  },
  { head: t('ec-sales.net'), numeric: true, cell: ({ net, currency }) => moneyText(net, currency) },
]
