import { ClipboardList } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { useQuery } from '#web/api/queries.ts'
import { unitsText } from '#web/catalog/product-labels.ts'
import { ordersByBuyer } from '#web/orders/order-queries.ts'
import { PaidBadges } from '#web/orders/order-badges.tsx'
import { isPayable } from '#web/orders/order-labels.ts'
import { OrderedProduct } from '#web/orders/ordered-product.tsx'
import { TransactionId } from '#web/orders/transaction-id.tsx'
import { useCancelOrder } from '#web/orders/use-cancel-order.tsx'
import { QueryView } from '#web/page/query-view.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Day, DayTime } from '#web/ui/date-time.tsx'
import { Money, moneyText } from '#web/ui/money.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { useFirstRows } from '#web/ui/show-more.tsx'
import { type Column, type Sorting, SortSelect, Table, TableSkeleton } from '#web/ui/table.tsx'
import { RichMessage } from '#web/i18n/rich-message.tsx'
import { currentLocale } from '#web/i18n/language.ts'
import { t } from '#web/i18n/messages.ts'

/** Shows the orders of a buyer, newest first; unpaid ones can be paid or cancelled. */
export function MyOrders({ email }: { email: string }) {
  const query = useQuery(ordersByBuyer(email))
  const cancelling = useCancelOrder()
  const { sorted, sorting } = useSorting(query.data ?? none)
  const { shown, more } = useFirstRows(sorted)
  const isEmpty = query.data?.length === 0
  const columns: Column<Order>[] = [
    { head: '#', fit: true, phone: 'hidden', cell: (_, index) => index + 1 },
    {
      head: t('orders.product'),
      phone: 'title',
      sort: ['name', '-name'],
      cell: (order) => (
        <OrderedProduct order={order} to={`/dashboard/order/${order._id}`}>
          <Dates order={order} />
        </OrderedProduct>
      ),
    },
    {
      head: t('orders.quantity'),
      numeric: true,
      sort: ['-quantity', 'quantity'],
      cell: (order) => unitsText(order.quantity),
    },
    {
      head: t('orders.price'),
      numeric: true,
      sort: ['-price', 'price'],
      cell: (order) => <Money dollars={order.totalPrice} />,
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
        title={query.data ? t('orders.mine.title-count', { count: query.data.length }) : t('orders.mine.title')}
        action={
          isEmpty ? undefined : (
            <div className="no-print flex gap-3 max-sm:w-full">
              {sorted.length > 1 ? <SortSelect sorting={sorting} /> : null}
              <ButtonLink to="/products" variant="outline">
                {t('orders.mine.more')}
              </ButtonLink>
            </div>
          )
        }
      />
      <div className="mt-6">
        <QueryView
          query={query}
          placeholder={<TableSkeleton columns={columns} label={t('orders.mine.loading')} />}
          failed={t('orders.mine.failed')}
        >
          {() =>
            isEmpty ? (
              <EmptyState
                title={t('orders.empty')}
                icon={<ClipboardList size={30} />}
                text={t('orders.mine.empty-text')}
                action={<ButtonLink to="/products">{t('products.all')}</ButtonLink>}
              />
            ) : (
              <>
                <Table
                  caption={t('orders.mine.caption')}
                  columns={columns}
                  rows={shown}
                  rowKey={(order) => order._id}
                  sorting={sorting}
                />
                {more}
              </>
            )
          }
        </QueryView>
      </div>
      {cancelling.dialog}
    </>
  )
}

const none: Order[] = []

/** Sorts in the browser, since all orders of a buyer are loaded. */
function useSorting(orders: readonly Order[]): { sorted: readonly Order[]; sorting: Sorting } {
  const [by, setBy] = useState('-placed')
  const sorted = useMemo(() => {
    const compare = comparisons[by.replace('-', '')]
    if (!compare) return by === 'placed' ? orders.toReversed() : orders
    const sign = by.startsWith('-') ? -1 : 1
    return orders.toSorted((one, other) => sign * compare(one, other))
  }, [orders, by])
  const both = (key: string, what: string) => [
    { by: `-${key}`, label: t('sort.high-low', { what }) },
    { by: key, label: t('sort.low-high', { what }) },
  ]
  const choices = [
    { by: '-placed', label: t('sort.newest') },
    { by: 'placed', label: t('sort.oldest') },
    { by: 'name', label: t('sort.a-z', { what: t('orders.product') }) },
    { by: '-name', label: t('sort.z-a', { what: t('orders.product') }) },
    ...both('price', t('orders.price')),
    ...both('quantity', t('orders.quantity')),
  ]
  return { sorted, sorting: { by, choices, onSort: setBy } }
}

const comparisons: Partial<Record<string, (one: Order, other: Order) => number>> = {
  name: (one, other) => one.productName.localeCompare(other.productName, currentLocale()),
  price: (one, other) => one.totalPrice - other.totalPrice,
  quantity: (one, other) => one.quantity - other.quantity,
}

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
      {order.shippedAt ? (
        <span className="whitespace-nowrap">
          <RichMessage id="orders.shipped-on" parts={{ day: <Day iso={order.shippedAt} /> }} />
        </span>
      ) : null}
    </>
  )
}

function PaidCell({ order, onCancel }: { order: Order; onCancel: () => void }) {
  if (isPayable(order)) {
    return (
      <span className="flex flex-wrap gap-2">
        <ButtonLink to={`/dashboard/payment/${order._id}`} size="sm" aria-describedby={`order-${order._id}`}>
          {t('orders.pay')}
        </ButtonLink>
        <Button variant="outline" size="sm" aria-describedby={`order-${order._id}`} onClick={onCancel}>
          {t('orders.cancel')}
        </Button>
      </span>
    )
  }
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <PaidBadges order={order} />
      {order.refundedAmount && order.state !== 'refunded' ? (
        <span className="muted text-sm">
          {t('orders.amount-refunded', { amount: moneyText(order.refundedAmount) })}
        </span>
      ) : null}
      {order.transactionId ? (
        <span className="flex min-w-0 basis-full items-center gap-1 text-sm">
          <span className="muted">{t('orders.transaction')}</span>
          <TransactionId id={order.transactionId} inRow />
        </span>
      ) : null}
    </span>
  )
}
