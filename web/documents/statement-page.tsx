import { Printer } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { getStatement, type Statement } from '#contract/documents.ts'
import { endpointQuery, useQuery } from '#web/api/queries.ts'
import { entryColumns } from '#web/documents/entry-columns.tsx'
import { Block, Seller } from '#web/documents/paper-parts.tsx'
import { dayText } from '#web/documents/paper-text.ts'
import { PartyAddress } from '#web/documents/party-address.tsx'
import { DayFields, isDay } from '#web/page/day-fields.tsx'
import { QueryView } from '#web/page/query-view.tsx'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { Table } from '#web/ui/table.tsx'
import { t } from '#web/i18n/messages.ts'

/** Shows what a buyer was billed and has paid, as it is printed: the viewer's own, or that of a customer. */
export function StatementPage({ customer }: { customer?: string }) {
  const [search, setSearch] = useSearchParams()
  const asked = { from: search.get('from'), to: search.get('to') }
  const days = { ...(isDay(asked.from) && { from: asked.from }), ...(isDay(asked.to) && { to: asked.to }) }
  const query = useQuery(
    endpointQuery(getStatement, { query: { ...days, ...(customer !== undefined && { customer }) } }),
  )
  return (
    <>
      <div className="no-print flex flex-wrap items-end justify-between gap-4">
        <div>
          {customer === undefined ? null : (
            <BackLink to={`/dashboard/customers/${customer}`}>{t('word.back-to-customer')}</BackLink>
          )}
          <search className="mt-2 flex flex-wrap items-end gap-3">
            <DayFields
              from={days.from ?? ''}
              to={days.to ?? ''}
              onChange={(change) => setSearch({ ...days, ...change }, { replace: true, preventScrollReset: true })}
            />
          </search>
        </div>
        <Button variant="outline" disabled={!query.data} onClick={() => print()}>
          <Printer aria-hidden="true" size={18} /> {t('word.print')}
        </Button>
      </div>
      <QueryView
        query={query}
        heading="h1"
        placeholder={<SkeletonRows rows={8} label={t('statement.loading')} />}
        failed={t('statement.failed')}
      >
        {(statement) => (
          <StatementPaper statement={statement} orders={customer === undefined ? 'order' : 'all-order'} />
        )}
      </QueryView>
    </>
  )
}

function StatementPaper({ statement, orders }: { statement: Statement; orders: 'order' | 'all-order' }) {
  const { buyer, seller, bankDetails, from, to, currency, opening, closing, entries } = statement
  return (
    <article className="card-surface mt-6 p-5 sm:p-8 print:mt-0 print:border-0 print:p-0 print:[zoom:0.85]">
      <header className="grid items-start gap-x-10 gap-y-6 border-b-2 border-base-content pb-4 sm:grid-cols-2 print:grid-cols-2">
        <Seller seller={seller} />
        <div className="min-w-0">
          <h1 className="text-3xl wrap-anywhere">{t('statement.title')}</h1>
          <address className="mt-1 not-italic">
            <PartyAddress name={buyer.name || buyer.email} text={buyer.address} />
          </address>
          <div className="mt-3">
            <Facts
              facts={[
                from !== undefined && { term: t('word.from'), value: dayText(from) },
                { term: t('word.until'), value: dayText(to) },
                from !== undefined && { term: t('statement.opening'), value: moneyText(opening, currency) },
                { term: t('statement.closing'), value: moneyText(closing, currency), strong: true },
              ]}
            />
          </div>
        </div>
      </header>
      <div className="mt-5">
        {entries.length === 0 ? (
          <p className="muted">{t('statement.none')}</p>
        ) : (
          <Table
            caption={t('statement.title')}
            columns={[
              ...entryColumns<Statement['entries'][number]>(orders),
              {
                head: t('statement.balance'),
                numeric: true,
                cell: ({ balance }) => moneyText(balance, currency),
              },
            ]}
            rows={entries}
            rowKey={(entry) => `${entries.indexOf(entry)}`}
          />
        )}
      </div>
      {bankDetails !== undefined && closing > 0 ? (
        <div className="mt-5 break-inside-avoid">
          <Block title={t('invoice.pay-to')}>
            <p className="wrap-anywhere whitespace-pre-line">{bankDetails}</p>
          </Block>
        </div>
      ) : null}
    </article>
  )
}
