import { Period } from '#web/pricing/period.tsx'
import { Layers } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { maxLengths } from '#contract/max-lengths.ts'
import { addPriceList, listPriceLists, type PriceList, updatePriceList } from '#contract/pricing.ts'
import { endpointQuery, useAction, useQuery, write } from '#web/api/queries.ts'
import { unitsText } from '#web/catalog/product-labels.ts'
import { staffWith } from '#web/identity/dashboard-user.ts'
import { hiddenPage } from '#web/page/page-meta.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { OrderPreview } from '#web/orders/order-preview.tsx'
import { AddByName } from '#web/pricing/add-by-name.tsx'
import { useEveryoneQuestion } from '#web/pricing/use-public-list.tsx'
import { switchActions } from '#web/pricing/switch-actions.tsx'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { type Column, Table, TableSkeleton } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/price-lists.route.ts'

export const handle = staffWith('prices')

export const meta: Route.MetaFunction = () => hiddenPage(t('price-lists.title'))

const listTones: Record<PriceList['state'], BadgeTone> = {
  off: 'neutral',
  planned: 'info',
  active: 'success',
  ended: 'warning',
}

export default function PriceListsRoute() {
  const query = useQuery(endpointQuery(listPriceLists))
  const navigate = useNavigate()
  const add = async (name: string) => {
    const { priceList } = await write(addPriceList, { body: { name } })
    await navigate(`/dashboard/price-lists/${priceList._id}`)
  }
  const everyone = useEveryoneQuestion()
  const switching = useAction(async (list: PriceList) => {
    const { _id, name: shown, active } = list
    const work = async () => {
      await write(updatePriceList, { params: { id: _id }, body: { active: !active } })
      toast.success(t(active ? 'discounts.switched-off' : 'discounts.switched-on', { name: shown }))
    }
    await (active || !isForEveryone(list) ? work() : everyone.run(list, work))
  })
  const columns: Column<PriceList>[] = [
    {
      head: t('word.name'),
      phone: 'title',
      cell: (list) => (
        <Link
          id={`list-${list._id}`}
          to={`/dashboard/price-lists/${list._id}`}
          className="font-semibold wrap-anywhere hover:underline"
        >
          {list.name}
        </Link>
      ),
    },
    {
      head: t('price-lists.for'),
      cell: ({ group, customer = group, base, exclusive, adjustPercent }) => (
        <>
          {customer?.name ?? t('price-lists.everyone')}
          <span className="muted block text-sm">
            {[
              base && t('price-lists.base'),
              exclusive && t('price-lists.exclusive'),
              adjustPercent !== undefined && percentText(adjustPercent),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </>
      ),
    },
    { head: t('word.products'), numeric: true, cell: ({ products }) => unitsText(products) },
    {
      head: t('word.when'),
      cell: (list) => <Period of={list} />,
    },
    {
      head: t('word.status'),
      fit: true,
      cell: ({ state }) => <Badge tone={listTones[state]}>{t(`price-lists.state.${state}`)}</Badge>,
    },
    switchActions({
      pageOf: ({ _id }) => `/dashboard/price-lists/${_id}`,
      nameId: ({ _id }) => `list-${_id}`,
      switching,
    }),
  ]
  return (
    <>
      <PageHeading
        title={t('price-lists.title')}
        text={t('price-lists.text')}
        action={
          <ButtonLink to="/dashboard/groups" variant="outline">
            <Layers aria-hidden="true" size={20} /> {t('groups.title')}
          </ButtonLink>
        }
      />
      <AddByName
        label={t('price-lists.new')}
        button={t('price-lists.add')}
        maxLength={maxLengths.priceListName}
        add={add}
      />
      <div className="mt-6">
        <QueryView
          query={query}
          placeholder={<TableSkeleton columns={columns} label={t('price-lists.loading')} />}
          failed={t('price-lists.failed')}
        >
          {(lists) => (
            <Table caption={t('price-lists.title')} columns={columns} rows={lists} rowKey={({ _id }) => _id} />
          )}
        </QueryView>
      </div>
      {everyone.dialog}
      <OrderPreview className="mt-8" />
    </>
  )
}

const isForEveryone = ({ base, group, customer }: PriceList) => !base && !group && !customer

/** Says what a list adds or takes off, as `−12.5 %`. */
const percentText = (percent: number): string =>
  t('price-lists.percent-of', { percent: `${percent > 0 ? '+' : '−'}${Math.abs(percent)}` })

export { RouteErrorBoundary as ErrorBoundary }
