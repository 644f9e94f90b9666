import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { type Order, shipOrder } from '#contract/orders.ts'
import { problemSentence } from '#web/api/api-problem.ts'
import { call } from '#web/api/call.ts'
import { usePages, useSettled } from '#web/api/pages.ts'
import { unitsText } from '#web/catalog/product-words.ts'
import type { SignedIn } from '#web/identity/signed-in-only.tsx'
import { isOrderFilter, type OrderFilter, ordersForAdmin } from '#web/orders/order-answers.ts'
import { isPayable, isShippable, orderStatus, statusTones } from '#web/orders/order-words.ts'
import { NeedsAttention } from '#web/payments/needs-attention.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState, FailedState } from '#web/ui/empty-state.tsx'
import { ListFilter } from '#web/ui/list-filter.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { Day } from '#web/ui/moment.tsx'
import { Money, moneyText } from '#web/ui/money.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t, type WordId } from '#web/words/words.ts'

/** The orders of everybody, for an admin: which are paid, shipping those, and what needs a decision. */
export function AllOrders({ person }: { person: SignedIn }) {
  const { state, text, words, narrow } = useOrderFilter()
  const orders = usePages(ordersForAdmin, {
    viewer: person.email,
    q: words,
    state,
  })
  const { list } = orders
  const shipping = useShipping(orders)
  const columns: Column<Order>[] = [
    { head: '#', phone: 'hidden', cell: (_, index) => unitsText(index + 1) },
    { head: t('orders.product'), phone: 'title', cell: (order) => <OrderedProduct order={order} /> },
    { head: t('orders.customer'), cell: (order) => <Customer order={order} /> },
    { head: t('orders.quantity'), numeric: true, cell: (order) => unitsText(order.quantity) },
    { head: t('orders.status'), cell: (order) => <Status order={order} /> },
    { head: t('orders.paid'), cell: (order) => <PaidCell order={order} onShip={() => void shipping.ship(order)} /> },
  ]
  const isNarrowed = words !== '' || state !== ''
  return (
    <>
      <PageHeading title={t('orders.all.title')} />
      <NeedsAttention viewer={person.email} />
      <div className="mt-6">
        <ListFilter
          label={t('orders.all.search')}
          text={text}
          onText={(q) => narrow({ q, state })}
          kinds={kinds.map(({ kind, label }) => ({ kind, label: t(label) }))}
          kind={state}
          onKind={(wanted) => narrow({ q: text, state: wanted })}
        />
        {list.state === 'loading' ? <SkeletonRows rows={8} label={t('orders.all.loading')} /> : null}
        {list.state === 'failed' ? (
          <FailedState title={t('orders.all.failed')} message={list.message} onRetry={() => void orders.refresh()} />
        ) : null}
        {list.state === 'ready' && list.value.rows.length > 0 ? (
          <>
            <Table
              caption={t('orders.all.caption')}
              columns={columns}
              rows={list.value.rows}
              rowKey={(order) => order._id}
              stale={orders.stale}
            />
            {list.value.next ? <LoadMore busy={orders.isBusy} onMore={() => void orders.more()} /> : null}
          </>
        ) : null}
        {list.state === 'ready' && list.value.rows.length === 0 ? (
          isNarrowed ? (
            <EmptyState
              title={t('orders.all.none')}
              text={words ? t('orders.all.none-with-words', { words }) : t('orders.all.none-of-kind')}
              action={
                <Button look="outline" onClick={() => narrow({ q: '', state: '' })}>
                  {t('orders.all.show-all')}
                </Button>
              }
            />
          ) : (
            <EmptyState
              title={t('orders.empty')}
              text={t('orders.all.empty-text')}
              action={<ButtonLink to="/dashboard/manage-products">{t('orders.all.manage-products')}</ButtonLink>}
            />
          )
        ) : null}
      </div>
    </>
  )
}

const kinds: readonly { kind: OrderFilter | ''; label: WordId }[] = [
  { kind: '', label: 'orders.kind.all' },
  { kind: 'paid', label: 'orders.kind.paid' },
  { kind: 'unpaid', label: 'orders.kind.unpaid' },
  { kind: 'shipped', label: 'orders.kind.shipped' },
  { kind: 'paid_short', label: 'orders.kind.paid-short' },
  { kind: 'disputed', label: 'orders.kind.disputed' },
  { kind: 'refunded', label: 'orders.kind.refunded' },
  { kind: 'cancelled', label: 'orders.kind.cancelled' },
  { kind: 'expired', label: 'orders.kind.expired' },
]

/** What the list is narrowed to stands in the address: it can be kept as a bookmark, and going back brings it again. */
function useOrderFilter() {
  const [search, setSearch] = useSearchParams()
  const given = search.get('show')
  const text = search.get('q') ?? ''
  return {
    state: isOrderFilter(given) ? given : ('' as const),
    text,
    words: useSettled(text.trim()),
    narrow: ({ q, state }: { q: string; state: OrderFilter | '' }) => {
      setSearch(new URLSearchParams({ ...(state && { show: state }), ...(q && { q }) }), {
        replace: true,
        preventScrollReset: true,
      })
    },
  }
}

function OrderedProduct({ order }: { order: Order }) {
  return (
    <>
      <Link
        id={`order-${order._id}`}
        to={`/dashboard/all-order/${order._id}`}
        prefetch="intent"
        className="block py-0.5 font-semibold underline decoration-base-content/30 underline-offset-4 hover:decoration-current"
      >
        {order.name}
      </Link>
      <span className="muted block text-sm">
        <Money dollars={order.totalPrice} /> · <Day iso={order.placedAt} />
      </span>
    </>
  )
}

function Customer({ order }: { order: Order }) {
  return (
    <>
      <span className="block">{order.buyerName || order.email}</span>
      <span className="muted block text-sm wrap-anywhere">{order.buyerName ? order.email : ''}</span>
    </>
  )
}

function Status({ order }: { order: Order }) {
  return (
    <span className="flex flex-wrap gap-1.5 max-md:justify-end">
      <Badge tone={statusTones[order.state]}>{orderStatus(order)}</Badge>
      {order.disputed ? <Badge tone="error">{t('orders.state.disputed')}</Badge> : null}
    </span>
  )
}

function PaidCell({ order, onShip }: { order: Order; onShip: () => void }) {
  const refunded = order.refundedAmount ? (
    <span className="muted block text-sm whitespace-nowrap">
      {t('orders.amount-paid-back', { amount: moneyText(order.refundedAmount) })}
    </span>
  ) : null
  if (order.state === 'refunded') return refunded
  if (order.shipped)
    return (
      <>
        <span className="muted whitespace-nowrap">{t('orders.state.shipped')}</span>
        {refunded}
      </>
    )
  if (isShippable(order)) {
    return (
      <>
        <Button size="sm" className="max-md:min-h-11" onClick={onShip} aria-describedby={`order-${order._id}`}>
          {t('orders.ship')}
        </Button>
        {refunded}
      </>
    )
  }
  if (order.paid) {
    return (
      <ButtonLink
        to={`/dashboard/all-order/${order._id}`}
        look="outline"
        size="sm"
        className="max-md:min-h-11"
        aria-describedby={`order-${order._id}`}
      >
        {t('orders.decide')}
      </ButtonLink>
    )
  }
  return (
    <span className="muted whitespace-nowrap">{t(isPayable(order) ? 'orders.not-paid-yet' : 'orders.not-paid')}</span>
  )
}

/** Shows an order as shipped at once, and as it was if the server refuses. */
function useShipping({
  change,
  refresh,
}: {
  change: (work: (orders: readonly Order[]) => readonly Order[]) => void
  refresh: () => Promise<void>
}) {
  const [running, setRunning] = useState<readonly string[]>([])
  const put = (order: Order) => change((orders) => orders.map((other) => (other._id === order._id ? order : other)))
  return {
    async ship(order: Order) {
      if (running.includes(order._id)) return
      setRunning((ids) => [...ids, order._id])
      put({ ...order, shipped: true, state: 'shipped' })
      try {
        const answer = await call(shipOrder, { params: { id: order._id } })
        put(answer.order)
        toast.success(t('orders.shipped'))
      } catch (error) {
        put(order)
        toast.error(problemSentence(error))
        await refresh()
      }
      setRunning((ids) => ids.filter((id) => id !== order._id))
    },
  }
}
