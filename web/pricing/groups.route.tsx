import { Link, useNavigate } from 'react-router'
import { maxLengths } from '#contract/max-lengths.ts'
import { addCustomerGroup, type CustomerGroup, listCustomerGroups } from '#contract/pricing.ts'
import { endpointQuery, useQuery, write } from '#web/api/queries.ts'
import { unitsText } from '#web/catalog/product-labels.ts'
import { staffWith } from '#web/identity/dashboard-user.ts'
import { hiddenPage } from '#web/page/page-meta.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { AddByName } from '#web/pricing/add-by-name.tsx'
import { BackLink } from '#web/ui/back-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { type Column, Table, TableSkeleton } from '#web/ui/table.tsx'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/groups.route.ts'

export const handle = staffWith('prices')

export const meta: Route.MetaFunction = () => hiddenPage(t('groups.title'))

export default function GroupsRoute() {
  const query = useQuery(endpointQuery(listCustomerGroups))
  const navigate = useNavigate()
  const add = async (name: string) => {
    const { group } = await write(addCustomerGroup, { body: { name } })
    await navigate(`/dashboard/groups/${group._id}`)
  }
  const columns: Column<CustomerGroup>[] = [
    {
      head: t('word.name'),
      phone: 'title',
      cell: ({ _id, name: shown }) => (
        <Link to={`/dashboard/groups/${_id}`} className="font-semibold wrap-anywhere hover:underline">
          {shown}
        </Link>
      ),
    },
    { head: t('word.members'), numeric: true, cell: ({ members }) => unitsText(members) },
    { head: t('groups.rules'), numeric: true, cell: ({ quantityRules }) => unitsText(quantityRules) },
    {
      head: t('price-lists.title'),
      cell: ({ priceLists }) => priceLists.map((list) => list.name).join(', ') || '–',
    },
  ]
  return (
    <>
      <BackLink to="/dashboard/price-lists">{t('price-lists.title')}</BackLink>
      <PageHeading title={t('groups.title')} text={t('groups.text')} />
      <AddByName label={t('groups.new')} button={t('groups.add')} maxLength={maxLengths.groupName} add={add} />
      <div className="mt-6">
        <QueryView
          query={query}
          placeholder={<TableSkeleton columns={columns} label={t('groups.loading')} />}
          failed={t('groups.failed')}
        >
          {(groups) =>
            groups.length > 0 ? (
              <Table caption={t('groups.title')} columns={columns} rows={groups} rowKey={({ _id }) => _id} />
            ) : (
              <EmptyState title={t('groups.none')} text={t('groups.none-text')} />
            )
          }
        </QueryView>
      </div>
    </>
  )
}

export { RouteErrorBoundary as ErrorBoundary }
