import { UserPlus, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { countCustomers, type Customer, listCustomers, termsFilters } from '#contract/customers.ts'
import { maxCountedRows } from '#contract/pagination.ts'
import { listCustomerGroups } from '#contract/pricing.ts'
import { mayUse, staffWith, usePerson } from '#web/identity/dashboard-user.ts'
import { CustomerBadges } from '#web/customers/customer-badges.tsx'
import { CustomerDialog } from '#web/customers/customer-dialog.tsx'
import { GroupBar } from '#web/customers/group-bar.tsx'
import { InviteAll } from '#web/customers/invite-all.tsx'
import { endpointQuery, useList, useQuery } from '#web/api/queries.ts'
import { DayFilter, dayChoices, dayRange } from '#web/page/day-filter.tsx'
import { ListView } from '#web/page/list-view.tsx'
import { hiddenPage } from '#web/page/page-meta.ts'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { SavedViews } from '#web/page/saved-views.tsx'
import { TagFilter, TagNames, tagPattern } from '#web/page/tag-editor.tsx'
import { countOf, useCounts } from '#web/page/use-counts.ts'
import { useListFilter } from '#web/page/use-list-filter.ts'
import { useSelection } from '#web/page/use-selection.ts'
import { Button } from '#web/ui/button.tsx'
import { Day } from '#web/ui/date-time.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListFilter } from '#web/ui/list-filter.tsx'
import { Money, moneyText } from '#web/ui/money.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Select } from '#web/ui/select.tsx'
import type { Column } from '#web/ui/table.tsx'
import { currentLocale } from '#web/i18n/language.ts'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/customers.route.ts'

export const handle = staffWith('customers')

export const meta: Route.MetaFunction = () => hiddenPage(t('word.customers'))

export default function CustomersRoute() {
  const groups = useQuery(endpointQuery(listCustomerGroups, { query: {} })).data ?? []
  const filter = useListFilter({
    terms: ['', ...termsFilters, 'no-account'],
    group: tagPattern,
    tag: tagPattern,
    ...dayChoices,
  })
  const { terms, group, tag, words, narrow } = filter
  const days = dayRange(filter)
  const isWithoutAccount = terms === 'no-account'
  const shown = isWithoutAccount ? { account: 'none' as const } : { terms }
  const list = useList(listCustomers, { query: { q: words, ...shown, group, tag, ...days } })
  const counts = useCounts(countCustomers, { tag, ...days })
  const selection = useSelection(list.data ?? [])
  const person = usePerson()
  const choosesGroup = groups.length > 0 && mayUse(person, 'prices')
  const [isAdding, setAdding] = useState(false)
  const add = (
    <Button onClick={() => setAdding(true)}>
      <UserPlus aria-hidden="true" size={20} /> {t('customers.add-customer')}
    </Button>
  )
  return (
    <>
      <PageHeading title={t('word.customers')} text={t('customers.text')} action={add} />
      <div className="mt-6">
        <SavedViews list="customers" />
        <ListFilter
          label={t('customers.search')}
          text={filter.q}
          onText={(q) => narrow({ q })}
          kinds={kinds.map(({ kind, label }) => ({ kind, label: t(label), ...countOf(counts, kind || 'all') }))}
          countsEnd={maxCountedRows}
          kind={terms}
          onKind={(kind) => narrow({ terms: kind })}
        >
          {groups.length > 0 ? (
            <Select
              className="min-w-44 [&>label]:sr-only"
              label={t('customers.group')}
              choices={[
                { value: '', label: t('customers.all-groups') },
                ...groups.map(({ _id, name }) => ({ value: _id, label: name })),
              ]}
              value={group}
              onChoose={(id) => narrow({ group: id })}
            />
          ) : null}
          <TagFilter subject="customer" tag={tag} onTag={(id) => narrow({ tag: id })} />
          <DayFilter label={t('customers.since')} filter={filter} onNarrow={narrow} />
        </ListFilter>
        {isWithoutAccount && !words && !group && !tag && !filter.days ? (
          <InviteAll count={countOf(counts, 'no-account').count ?? 0} />
        ) : null}
        <ListView
          list={list}
          columns={columns()}
          caption={t('customers.caption')}
          {...(choosesGroup && {
            select: { selection, nameOf: ({ name, email }: Customer) => name || email },
          })}
          loading={t('customers.loading')}
          failed={t('customers.failed')}
          filter={filter}
          noMatch={{
            title: t('customers.none'),
            text: words ? t('users.none-text', { words }) : t('list.none-of-kind'),
            showAll: t('customers.show-all'),
          }}
          empty={
            <EmptyState title={t('customers.none')} icon={<UsersRound size={30} />} text={t('customers.none-text')} />
          }
        />
      </div>
      {choosesGroup ? <GroupBar selection={selection} customers={list.data ?? []} groups={groups} /> : null}
      <CustomerDialog open={isAdding} onClose={() => setAdding(false)} />
    </>
  )
}

const kinds = [
  { kind: '', label: 'word.all' },
  { kind: 'active', label: 'customers.kind.active' },
  { kind: 'owing', label: 'customers.kind.owing' },
  { kind: 'no-account', label: 'customers.kind.no-account' },
] as const

const columns = (): Column<Customer>[] => [
  { head: t('customers.customer'), phone: 'title', cell: (customer) => <Name customer={customer} /> },
  {
    head: t('word.orders'),
    numeric: true,
    cell: ({ orderCount }) => orderCount.toLocaleString(currentLocale()),
  },
  { head: t('sales.amount'), numeric: true, cell: ({ sales }) => <Money amount={sales} /> },
  {
    head: t('customers.last-order'),
    fit: true,
    cell: ({ lastOrderAt }) =>
      lastOrderAt === undefined ? <span className="muted">–</span> : <Day iso={lastOrderAt} />,
  },
  {
    head: t('customers.groups'),
    cell: ({ groups }) =>
      groups.length > 0 ? groups.map(({ name }) => name).join(', ') : <span className="muted">–</span>,
  },
  { head: t('customers.terms'), fit: true, cell: ({ terms }) => <TermsCell terms={terms} /> },
]

function Name({ customer }: { customer: Customer }) {
  const { _id, name, company, email, tags } = customer
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold wrap-anywhere">
        <Link
          to={`/dashboard/customers/${_id}`}
          prefetch="intent"
          className="min-w-0 underline decoration-base-content/35 underline-offset-4 hover:decoration-current"
        >
          {name || email}
        </Link>
        <CustomerBadges customer={customer} />
      </span>
      {company === undefined ? null : <span className="block text-sm wrap-anywhere">{company}</span>}
      {name ? <span className="muted block text-sm wrap-anywhere">{email}</span> : null}
      <TagNames tags={tags} />
    </>
  )
}

function TermsCell({ terms }: { terms: Customer['terms'] | undefined }) {
  if (!terms || (!terms.active && terms.owed === 0)) return <span className="muted">{t('word.card')}</span>
  return (
    <>
      <span className="xl:whitespace-nowrap">
        {terms.active ? t('customers.net-days', { days: terms.netDays }) : t('customers.terms-ended')}
      </span>
      {terms.owed > 0 ? (
        <span className="muted figures block text-sm xl:whitespace-nowrap">
          {t('customers.owes', { amount: moneyText(terms.owed) })}
        </span>
      ) : null}
    </>
  )
}

export { RouteErrorBoundary as ErrorBoundary }
