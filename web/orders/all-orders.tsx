import { ClipboardList } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { type Order, shipOrder } from '#contract/orders.ts'
import { problemSentence } from '#web/api/api-problem.ts'
import { call } from '#web/api/call.ts'
import { usePages, useSettled } from '#web/api/pages.ts'
import { unitsText } from '#web/catalog/product-words.ts'
import type { SignedIn } from '#web/identity/signed-in-only.tsx'
import {
  isOrderFilter,
  isOrderSort,
  type OrderFilter,
  type OrderSort,
  ordersForAdmin,
} from '#web/orders/order-answers.ts'
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
import { type Column, SortSelect, Table, TableSkeleton } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t, type WordId } from '#web/words/words.ts'

/** The orders of everybody, for an admin: which are paid, shipping those, and what needs a decision. */
export function AllOrders({ person }: { person: SignedIn }) {
  const { state, sort, text, words, narrow } = useOrderFilter()
  const orders = usePages(ordersForAdmin, {
    viewer: person.email,
    q: words,
    state,
    sort,
  })
  const { list } = orders
  const shipping = useShipping(orders)
  const columns: Column<Order>[] = [
    { head: '#', fit: true, phone: 'hidden', cell: (_, index) => unitsText(index + 1) },
    { head: t('orders.product'), phone: 'title', cell: (order) => <OrderedProduct order={order} /> },
    { head: t('orders.customer'), cell: (order) => <Customer order={order} /> },
    { head: t('orders.quantity'), numeric: true, cell: (order) => unitsText(order.quantity) },
    { head: t('orders.status'), fit: true, cell: (order) => <Status order={order} /> },
    {
      head: t('orders.paid'),
      fit: true,
      cell: (order) => <PaidCell order={order} onShip={() => void shipping.ship(order)} />,
    },
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
          onText={(q) => narrow({ q })}
          kinds={kinds.map(({ kind, label }) => ({ kind, label: t(label) }))}
          kind={state}
          onKind={(wanted) => narrow({ state: wanted })}
        >
          <SortSelect
            sorting={{ by: sort, choices: sorts(), onSort: (by) => isOrderSort(by) && narrow({ sort: by }) }}
          />
        </ListFilter>
        {list.state === 'loading' ? <TableSkeleton columns={columns} label={t('orders.all.loading')} /> : null}
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
              icon={<ClipboardList size={30} />}
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

const newest: OrderSort = '-placed'

const sorts = (): { by: OrderSort; label: string }[] => [
  { by: newest, label: t('sort.newest') },
  { by: 'placed', label: t('sort.oldest') },
  { by: '-total', label: t('sort.high-low', { what: t('order.total') }) },
  { by: 'total', label: t('sort.low-high', { what: t('order.total') }) },
]

interface OrderWish {
  q: string
  state: OrderFilter | ''
  sort: OrderSort
}

/** What the list is narrowed to stands in the address: it can be kept as a bookmark, and going back brings it again. */
function useOrderFilter() {
  const [search, setSearch] = useSearchParams()
  const given = search.get('show')
  const sorted = search.get('sort')
  const text = search.get('q') ?? ''
  const now: OrderWish = {
    q: text,
    state: isOrderFilter(given) ? given : '',
    sort: isOrderSort(sorted) ? sorted : newest,
  }
  return {
    ...now,
    text,
    words: useSettled(text.trim()),
    narrow: (change: Partial<OrderWish>) => {
      const { q, state, sort } = { ...now, ...change }
      const wanted = { ...(state && { show: state }), ...(q && { q }), ...(sort !== newest && { sort }) }
      setSearch(new URLSearchParams(wanted), { replace: true, preventScrollReset: true })
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
        title={order.name}
        className="block py-0.5 font-semibold underline decoration-base-content/30 underline-offset-4 hover:decoration-current max-md:py-2.5 md:line-clamp-2"
      >
        {order.name}
      </Link>
      <span className="muted flex flex-wrap gap-x-3 text-sm">
        <span className="font-semibold text-base-content">
          <Money dollars={order.totalPrice} />
        </span>
        <Day iso={order.placedAt} />
      </span>
    </>
  )
}

const shortened = 'block max-md:wrap-anywhere md:max-w-32 md:truncate lg:max-w-28 xl:max-w-56'

function Customer({ order }: { order: Order }) {
  return (
    <>
      <span className={shortened} title={order.buyerName || order.email}>
        {order.buyerName || order.email}
      </span>
      <span className={`muted text-sm ${shortened}`} title={order.email}>
        {order.buyerName ? order.email : ''}
      </span>
    </>
  )
}

function Status({ order }: { order: Order }) {
  return (
    <span className="inline-flex flex-wrap gap-1.5 max-md:justify-end md:flex-col md:items-start">
      <Badge tone={statusTones[order.state]}>{orderStatus(order)}</Badge>
      {order.disputed ? <Badge tone="error">{t('orders.state.disputed')}</Badge> : null}
    </span>
  )
}

function PaidCell({ order, onShip }: { order: Order; onShip: () => void }) {
  const refunded = order.refundedAmount ? (
    <span className="muted block text-sm xl:whitespace-nowrap">
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
        <Button size="sm" onClick={onShip} aria-describedby={`order-${order._id}`}>
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
