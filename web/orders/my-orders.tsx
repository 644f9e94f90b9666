import { ClipboardList } from 'lucide-react'
import type { ResponseBody } from '#contract/endpoint.ts'
import { isPaidOffline } from '#contract/offline-transaction.ts'
import { countOrders, listOrders, type Order, orderSorts, orderStates } from '#contract/orders.ts'
import { endpointQuery, useList, useQuery } from '#web/api/queries.ts'
import { unitsText } from '#web/catalog/product-labels.ts'
import { OrderBadges, PaidBadges } from '#web/orders/order-badges.tsx'
import { isPayable, orderKinds, orderSortings } from '#web/orders/order-labels.ts'
import { OrderedProduct } from '#web/orders/ordered-product.tsx'
import { PastOrders } from '#web/orders/past-orders.tsx'
import { TransactionId } from '#web/orders/transaction-id.tsx'
import { useCancelOrder } from '#web/orders/use-cancel-order.tsx'
import { ListView } from '#web/page/list-view.tsx'
import { useListFilter } from '#web/page/use-list-filter.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Day, DayTime } from '#web/ui/date-time.tsx'
import { ListFilter } from '#web/ui/list-filter.tsx'
import { Money, moneyText } from '#web/ui/money.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { type Column, SortSelect } from '#web/ui/table.tsx'
import { RichMessage } from '#web/i18n/rich-message.tsx'
import { t } from '#web/i18n/messages.ts'

/** Shows the orders of a buyer; unpaid ones can be paid or cancelled. */
export function MyOrders({ email }: { email: string }) {
  const filter = useListFilter({ show: ['', ...orderStates], sort: orderSorts })
  const { show, sort, words, narrow } = filter
  const list = useList(listOrders, { query: { email, q: words, state: show, sort } })
  const counts = useQuery(endpointQuery(countOrders, { query: { email } })).data
  const kinds = countKinds(counts)
  const cancelling = useCancelOrder()
  const sorting = { by: sort, choices: orderSortings(), onSort: (by: string) => narrow({ sort: by }) }
  const columns: Column<Order>[] = [
    { head: '#', fit: true, phone: 'hidden', cell: (_, index) => unitsText(index + 1) },
    {
      head: t('orders.product'),
      phone: 'title',
      cell: (order) => (
        <OrderedProduct order={order} to={`/dashboard/order/${order._id}`}>
          <Dates order={order} />
        </OrderedProduct>
      ),
    },
    { head: t('word.quantity'), numeric: true, cell: (order) => unitsText(order.quantity) },
    {
      head: t('product.priceCents'),
      numeric: true,
      sort: ['-total', 'total'],
      cell: (order) => (
        <>
          <Money amount={order.totalPrice} currency={order.currency} />
          <OpenSum order={order} />
        </>
      ),
    },
    {
      head: t('orders.paid'),
      phone: 'actions',
      cell: (order) => <PaidCell order={order} onCancel={() => cancelling.ask(order)} />,
    },
  ]
  return (
    <>
      <PageHeading
        title={counts ? t('orders.mine.title-count', { count: counts.count }) : t('orders.mine.title')}
        action={
          <ButtonLink to="/products" variant="outline" className="no-print">
            {t('orders.mine.more')}
          </ButtonLink>
        }
      />
      <div className="mt-6">
        {kinds.length > 0 || filter.isNarrowed ? (
          <ListFilter
            label={t('orders.mine.search')}
            text={filter.q}
            onText={(q) => narrow({ q })}
            kinds={kinds}
            kind={show}
            onKind={(kind) => narrow({ show: kind })}
          >
            <SortSelect sorting={sorting} />
          </ListFilter>
        ) : null}
        <ListView
          list={list}
          columns={columns}
          caption={t('orders.mine.caption')}
          loading={t('orders.mine.loading')}
          failed={t('orders.mine.failed')}
          filter={filter}
          sorting={sorting}
          noMatch={{
            title: t('orders.all.none'),
            text: words ? t('orders.mine.none-with-words', { words }) : t('orders.all.none-of-kind'),
            showAll: t('orders.all.show-all'),
          }}
          empty={
            <EmptyState
              title={t('orders.empty')}
              icon={<ClipboardList size={30} />}
              text={t('orders.mine.empty-text')}
              action={<ButtonLink to="/products">{t('products.all')}</ButtonLink>}
            />
          }
        />
      </div>
      <PastOrders email={email} buysAgain />
      {cancelling.dialog}
    </>
  )
}

/**
 * Returns the states that orders of the buyer are in, with their numbers; none if there is at most one order. Those that are neither
 * cancelled nor expired come first, together.
 */
function countKinds(counts: ResponseBody<typeof countOrders> | undefined) {
  const all = counts?.states.reduce((sum, { count }) => sum + count, 0) ?? 0
  if (counts === undefined || all < 2) return []
  return orderKinds.flatMap(({ kind, label }) => {
    if (
      kind === 'disputed' ||
      kind === 'owed' ||
      kind === 'overdue' ||
      kind === 'freight_to_quote' ||
      kind === 'to_answer'
    )
      return []
    if (kind === '') return { kind, label: t('orders.kind.current'), count: counts.count }
    const count = counts.states.find(({ state }) => state === kind)?.count
    return count === undefined ? [] : { kind, label: t(label), count }
  })
}

/** Shows what is still to be paid where that is not the total. */
const OpenSum = ({ order: { open, received, currency } }: { order: Order }) =>
  open !== undefined && received !== undefined ? (
    <span className="block text-sm font-semibold whitespace-nowrap">
      {t('orders.open-sum', { amount: moneyText(open, currency) })}
    </span>
  ) : null

function Dates({ order }: { order: Order }) {
  return (
    <>
      <span className="whitespace-nowrap">
        <RichMessage id="orders.ordered-on" parts={{ day: <Day iso={order.placedAt} /> }} />
      </span>
      {order.expiresAt ? (
        <span className="whitespace-nowrap">
          <RichMessage id="orders.held-until" parts={{ moment: <DayTime iso={order.expiresAt} /> }} />
        </span>
      ) : null}
      {order.onAccount?.dueAt && isPayable(order) ? (
        <span className="whitespace-nowrap">
          <RichMessage id="orders.due-on" parts={{ day: <Day iso={order.onAccount.dueAt} /> }} />
        </span>
      ) : null}
      {order.shippedAt ? (
        <span className="whitespace-nowrap">
          <RichMessage id="orders.shipped-on" parts={{ day: <Day iso={order.shippedAt} /> }} />
        </span>
      ) : null}
    </>
  )
}

function PaidCell({ order, onCancel }: { order: Order; onCancel: () => void }) {
  if (order.state === 'unpaid') {
    return (
      <span className="flex flex-wrap items-center gap-2">
        <OrderBadges order={order} />
        {isPayable(order) ? (
          <ButtonLink to={`/dashboard/payment/${order._id}`} size="sm" aria-describedby={`order-${order._id}`}>
            {t('orders.pay')}
          </ButtonLink>
        ) : null}
        <Button variant="outline" size="sm" aria-describedby={`order-${order._id}`} onClick={onCancel}>
          {t('orders.cancel')}
        </Button>
      </span>
    )
  }
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {order.paid ? <PaidBadges order={order} /> : <OrderBadges order={order} />}
      {isPayable(order) ? (
        <ButtonLink
          to={`/dashboard/payment/${order._id}`}
          variant="outline"
          size="sm"
          aria-describedby={`order-${order._id}`}
        >
          {t('orders.pay')}
        </ButtonLink>
      ) : null}
      <ButtonLink
        to={`/dashboard/order/${order._id}/again`}
        variant="outline"
        size="sm"
        aria-describedby={`order-${order._id}`}
      >
        {t('again.buy')}
      </ButtonLink>
      {order.refundedAmount && order.state !== 'refunded' ? (
        <span className="muted text-sm">
          {t('orders.amount-refunded', { amount: moneyText(order.refundedAmount, order.currency) })}
        </span>
      ) : null}
      {order.transactionId && !isPaidOffline(order.transactionId) ? (
        <span className="flex min-w-0 basis-full items-center gap-1 text-sm">
          <span className="muted">{t('orders.transaction')}</span>
          <TransactionId id={order.transactionId} inRow />
        </span>
      ) : null}
    </span>
  )
}
