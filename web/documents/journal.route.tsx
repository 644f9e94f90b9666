import { getJournal, type LedgerEntry, maxJournalRows } from '#contract/documents.ts'
import { endpointQuery, useQuery } from '#web/api/queries.ts'
import { DownloadButton } from '#web/documents/download-button.tsx'
import { entryColumns } from '#web/documents/entry-columns.tsx'
import { PeriodSelect } from '#web/documents/period-select.tsx'
import { useDays } from '#web/documents/use-days.ts'
import { staffWith } from '#web/identity/dashboard-user.ts'
import { DayFields } from '#web/page/day-fields.tsx'
import { hiddenPage } from '#web/page/page-meta.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { Table } from '#web/ui/table.tsx'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/journal.route.ts'

export const handle = staffWith('orders')

export const meta: Route.MetaFunction = () => hiddenPage(t('journal.title'))

/** Lists each invoice, credit note, payment and refund on its day. */
export default function JournalRoute() {
  const { from, to, change } = useDays()
  const journal = useQuery(endpointQuery(getJournal, { query: { from, to } }))
  return (
    <>
      <PageHeading title={t('journal.title')} text={t('journal.text')} />
      <search className="no-print mt-6 flex flex-wrap items-end gap-3">
        <PeriodSelect from={from} to={to} onChange={change} />
        <DayFields from={from} to={to} onChange={change} />
        <DownloadButton kind="journal" query={{ from, to }} />
      </search>
      <div className="mt-6">
        <QueryView
          query={journal}
          placeholder={<SkeletonRows rows={8} label={t('journal.loading')} />}
          failed={t('journal.failed')}
        >
          {({ rows, more }) =>
            rows.length === 0 ? (
              <EmptyState title={t('journal.none')} text={t('word.choose-other-days')} />
            ) : (
              <>
                {more ? <p className="mb-4 font-medium">{t('journal.more', { count: maxJournalRows })}</p> : null}
                <Table
                  caption={t('journal.title')}
                  columns={[
                    ...entryColumns<LedgerEntry>('all-order'),
                    { head: t('orders.customer'), cell: ({ buyerName }) => buyerName },
                  ]}
                  rows={rows}
                  rowKey={(row) => `${rows.indexOf(row)}`}
                />
              </>
            )
          }
        </QueryView>
      </div>
    </>
  )
}

export { RouteErrorBoundary as ErrorBoundary }
