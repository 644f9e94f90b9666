import { Printer } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { brandedNumber } from '#contract/part-numbers.ts'
import type { OrderDetails } from '#contract/payments.ts'
import { orderReaders } from '#contract/permissions.ts'
import { useQuery } from '#web/api/queries.ts'
import { unitsText } from '#web/catalog/product-labels.ts'
import { PackedLines } from '#web/documents/packed-lines.tsx'
import { staffWith } from '#web/identity/dashboard-user.ts'
import { hiddenPage } from '#web/page/page-meta.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { orderIdsOf, readPackedOrders } from '#web/payments/read-packed-orders.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { currentLocale } from '#web/i18n/language.ts'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/pick-list.route.ts'

export const handle = staffWith(orderReaders)

export const meta: Route.MetaFunction = () => hiddenPage(t('pick-list.title'))

export { RouteErrorBoundary as ErrorBoundary }

/** Lists by part number what the chosen orders still need, for one way along the shelves. */
export default function PickListRoute() {
  const [search] = useSearchParams()
  const ids = orderIdsOf(search)
  const query = useQuery({ queryKey: ['packing-slips', ids], queryFn: () => readPackedOrders(ids) })
  const rows = listPicks((query.data ?? []).map(({ details }) => details))
  const orders = new Set(rows.flatMap((row) => [...row.orders.keys()])).size
  return (
    <>
      <div className="no-print">
        <BackLink to="/dashboard/all-order">{t('orders.all.title')}</BackLink>
      </div>
      <PageHeading
        title={t('pick-list.title')}
        text={t('pick-list.text', { orders })}
        action={
          rows.length > 0 ? (
            <Button onClick={() => print()}>
              <Printer aria-hidden="true" size={18} /> {t('word.print')}
            </Button>
          ) : undefined
        }
      />
      <QueryView
        query={query}
        placeholder={<SkeletonRows rows={8} label={t('payment.order-loading')} />}
        failed={t('order.failed')}
      >
        {() =>
          rows.length === 0 ? (
            <EmptyState title={t('packing.none')} text={t('packing.none-text')} />
          ) : (
            <PackedLines
              fact={t('pick-list.orders')}
              tick={t('pick-list.picked')}
              lines={rows.map((row) => ({
                ...row,
                notes:
                  row.vehicles.size > 0 ? <span className="block text-sm">{[...row.vehicles].join(', ')}</span> : null,
                fact: [...row.orders].map(([number, units]) => (
                  <span key={number} className="figures block text-sm">
                    {number}: {unitsText(units)}
                  </span>
                )),
              }))}
            />
          )
        }
      </QueryView>
    </>
  )
}

interface Pick {
  key: string
  sku: string | undefined
  brand: string | undefined
  name: string
  units: number
  /** The units by the numbers of the orders that need them. */
  orders: Map<string, number>
  /** What it was ordered for. */
  vehicles: Set<string>
}

/** Adds up what is left to ship of each part, by part number. */
function listPicks(orders: readonly OrderDetails[]): Pick[] {
  const picks = new Map<string, Pick>()
  for (const { order, lines } of orders) {
    for (const line of lines.filter(({ units }) => units.toCome > 0)) {
      const number = brandedNumber(line)
      const key = JSON.stringify([line.productId, number])
      const pick = picks.get(key) ?? {
        key,
        sku: line.sku,
        brand: line.brand,
        name: line.name,
        units: 0,
        orders: new Map<string, number>(),
        vehicles: new Set<string>(),
      }
      pick.units += line.units.toCome
      pick.orders.set(order.number, (pick.orders.get(order.number) ?? 0) + line.units.toCome)
      if (line.vehicle) pick.vehicles.add(line.vehicle.name)
      picks.set(key, pick)
    }
  }
  const nameOf = (pick: Pick) => brandedNumber(pick) || pick.name
  const { compare } = new Intl.Collator(currentLocale(), { numeric: true })
  return [...picks.values()].toSorted((one, other) => compare(nameOf(one), nameOf(other)))
}
