import { Link } from 'react-router'
import { listOrders } from '#contract/orders.ts'
import { endpointQuery, useQuery } from '#web/api/queries.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { orderTitle } from '#web/orders/order-labels.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Day } from '#web/ui/date-time.tsx'
import { Money } from '#web/ui/money.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { t } from '#web/i18n/messages.ts'

const shown = 8

/** Shows the latest orders of a customer, with a link to all of them. */
export function CustomerOrders({ email }: { email: string }) {
  const query = useQuery(endpointQuery(listOrders, { query: { email, limit: String(shown + 1) } }))
  return (
    <QueryView
      query={query}
      placeholder={<SkeletonRows rows={3} label={t('orders.all.loading')} />}
      failed={t('orders.all.failed')}
    >
      {(orders) =>
        orders.length === 0 ? (
          <p className="muted">{t('customers.no-orders')}</p>
        ) : (
          <>
            <ul className="divide-y divide-base-300">
              {orders.slice(0, shown).map(({ _id, number, placedAt, totalPrice, currency, state, ...order }) => (
                <li key={_id} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-2">
                  <span className="min-w-0">
                    <Link
                      to={`/dashboard/all-order/${_id}`}
                      prefetch="intent"
                      className="figures font-semibold underline decoration-base-content/35 underline-offset-4 hover:decoration-current"
                    >
                      {number}
                    </Link>
                    <span className="muted ml-3 text-sm">
                      <Day iso={placedAt} />
                    </span>
                    <span className="muted block truncate text-sm">{orderTitle(order)}</span>
                  </span>
                  <span className="grid justify-items-end gap-1">
                    <span className="font-semibold">
                      <Money amount={totalPrice} currency={currency} />
                    </span>
                    <Badge>{t(`orders.state.${state}`)}</Badge>
                  </span>
                </li>
              ))}
            </ul>
            {orders.length > shown ? (
              <p className="mt-3">
                <ButtonLink to={`/dashboard/all-order?q=${encodeURIComponent(email)}`} variant="outline" size="sm">
                  {t('customers.all-orders')}
                </ButtonLink>
              </p>
            ) : null}
          </>
        )
      }
    </QueryView>
  )
}
