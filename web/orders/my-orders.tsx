import { ClipboardList } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import type { Order } from '#contract/orders.ts'
import { useAnswer } from '#web/api/answers.ts'
import { unitsText } from '#web/catalog/product-words.ts'
import type { SignedIn } from '#web/identity/signed-in-only.tsx'
import { ordersByBuyer } from '#web/orders/order-answers.ts'
import { isPayable } from '#web/orders/order-words.ts'
import { TransactionId } from '#web/orders/transaction-id.tsx'
import { useCancelling } from '#web/orders/use-cancelling.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState, FailedState } from '#web/ui/empty-state.tsx'
import { Day, DayTime } from '#web/ui/moment.tsx'
import { Money, moneyText } from '#web/ui/money.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { useFirstRows } from '#web/ui/show-more.tsx'
import { type Column, type Sorting, SortSelect, Table, TableSkeleton } from '#web/ui/table.tsx'
import { Sentence } from '#web/words/sentence.tsx'
import { currentLocale } from '#web/words/language.ts'
import { t } from '#web/words/words.ts'

/** A buyer's orders, the newest first; unpaid ones can be paid or cancelled. */
export function MyOrders({ person }: { person: SignedIn }) {
  const answer = useAnswer(ordersByBuyer, person.email)
  const cancelling = useCancelling(async (cancelled) => {
    ordersByBuyer.change(person.email, (orders) => orders.filter((order) => order._id !== cancelled))
    await ordersByBuyer.refresh(person.email)
  })
  const { sorted, sorting } = useSorting(answer.state === 'ready' ? answer.value : none)
  const { shown, more } = useFirstRows(sorted)
  const isEmpty = answer.state === 'ready' && answer.value.length === 0
  const columns: Column<Order>[] = [
    { head: '#', fit: true, phone: 'hidden', cell: (_, index) => index + 1 },
    {
      head: t('orders.product'),
      phone: 'title',
      sort: ['name', '-name'],
      cell: (order) => <OrderedProduct order={order} />,
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
        title={
          answer.state === 'ready'
            ? t('orders.mine.title-count', { count: answer.value.length })
            : t('orders.mine.title')
        }
        action={
          isEmpty ? undefined : (
            <div className="no-print flex gap-3 max-sm:w-full">
              {sorted.length > 1 ? <SortSelect sorting={sorting} /> : null}
              <ButtonLink to="/products" look="outline">
                {t('orders.mine.more')}
              </ButtonLink>
            </div>
          )
        }
      />
      <div className="mt-6">
        {answer.state === 'loading' ? <TableSkeleton columns={columns} label={t('orders.mine.loading')} /> : null}
        {answer.state === 'failed' ? (
          <FailedState title={t('orders.mine.failed')} message={answer.message} onRetry={answer.retry} />
        ) : null}
        {isEmpty ? (
          <EmptyState
            title={t('orders.empty')}
            icon={<ClipboardList size={30} />}
            text={t('orders.mine.empty-text')}
            action={<ButtonLink to="/products">{t('products.all')}</ButtonLink>}
          />
        ) : null}
        {answer.state === 'ready' && !isEmpty ? (
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
        ) : null}
      </div>
      {cancelling.dialog}
    </>
  )
}

const none: Order[] = []

/** All of a buyer's orders are here, the newest first, so they can be sorted here. */
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
  name: (one, other) => one.name.localeCompare(other.name, currentLocale()),
  price: (one, other) => one.totalPrice - other.totalPrice,
  quantity: (one, other) => one.quantity - other.quantity,
}

function OrderedProduct({ order }: { order: Order }) {
  return (
    <>
      <Link
        id={`order-${order._id}`}
        to={`/dashboard/order/${order._id}`}
        prefetch="intent"
        title={order.name}
        className="block py-0.5 font-semibold underline decoration-base-content/30 underline-offset-4 hover:decoration-current max-md:py-2.5 md:line-clamp-2"
      >
        {order.name}
      </Link>
      <span className="muted flex flex-wrap gap-x-3 text-sm">
        <span className="whitespace-nowrap">
          <Sentence id="orders.ordered-on" parts={{ day: <Day iso={order.placedAt} /> }} />
        </span>
        {order.expiresAt ? (
          <span className="whitespace-nowrap">
            <Sentence id="orders.held-until" parts={{ moment: <DayTime iso={order.expiresAt} /> }} />
          </span>
        ) : null}
        {order.shippedAt ? (
          <span className="whitespace-nowrap">
            <Sentence id="orders.shipped-on" parts={{ day: <Day iso={order.shippedAt} /> }} />
          </span>
        ) : null}
      </span>
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
        <Button look="outline" size="sm" aria-describedby={`order-${order._id}`} onClick={onCancel}>
          {t('orders.cancel')}
        </Button>
      </span>
    )
  }
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {order.state === 'refunded' ? (
        <Badge>{t('orders.badge.refunded')}</Badge>
      ) : (
        <Badge tone="success">{t('orders.badge.paid')}</Badge>
      )}
      {order.state === 'shipped' ? <Badge tone="info">{t('orders.badge.shipped')}</Badge> : null}
      {order.state === 'paid_short' ? <Badge tone="warning">{t('orders.badge.short')}</Badge> : null}
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
