import { listPastOrders, type PastOrder } from '#contract/orders.ts'
import { useList } from '#web/api/queries.ts'
import { unitsText } from '#web/catalog/product-labels.ts'
import { LoadMore } from '#web/page/list-view.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Day } from '#web/ui/date-time.tsx'
import { Money } from '#web/ui/money.tsx'
import { t } from '#web/i18n/messages.ts'

/** Shows the orders that a buyer placed before this shop, if there are any; the buyer can buy them again. */
export function PastOrders({ email, buysAgain = false }: { email: string; buysAgain?: boolean }) {
  const list = useList(listPastOrders, { query: { email } })
  if (!list.data || list.data.length === 0) return null
  return (
    <section aria-label={t('past-orders.title')} className="mt-8">
      <h2 className="text-2xl">{t('past-orders.title')}</h2>
      <p className="muted mt-1">{t('past-orders.text')}</p>
      <ul className="mt-3 divide-y divide-base-300">
        {list.data.map((order) => (
          <li key={order._id} className="py-2">
            <Entry order={order} buysAgain={buysAgain} />
          </li>
        ))}
      </ul>
      <LoadMore list={list} />
    </section>
  )
}

function Entry({ order, buysAgain }: { order: PastOrder; buysAgain: boolean }) {
  const { _id, number, orderedOn, total, currency, lines } = order
  return (
    <details>
      <summary className="flex min-h-11 cursor-pointer flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="min-w-0 wrap-anywhere">
          <span className="figures font-semibold">{number}</span>
          <span className="muted ml-3 text-sm">
            <Day iso={`${orderedOn}T12:00:00Z`} />
          </span>
        </span>
        <span className="font-semibold">
          <Money amount={total} currency={currency} />
        </span>
      </summary>
      <ul className="mb-2 grid gap-1 text-sm">
        {lines.map(({ partNumber, name, quantity, price }, index) => (
          <li key={index} className="flex justify-between gap-4">
            <span className="min-w-0 wrap-anywhere">
              <span className="figures">{unitsText(quantity)} × </span>
              {[partNumber, name].filter(Boolean).join(' · ')}
            </span>
            <Money amount={price} currency={currency} />
          </li>
        ))}
      </ul>
      {buysAgain && lines.some(({ productId }) => productId) ? (
        <ButtonLink to={`/dashboard/past-order/${_id}/again`} variant="outline" size="sm">
          {t('again.buy')}
        </ButtonLink>
      ) : null}
    </details>
  )
}
