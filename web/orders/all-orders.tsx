import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { type Order, shipOrder } from '#contract/orders.ts'
import { useAnswer } from '#web/api/answers.ts'
import { problemSentence } from '#web/api/api-problem.ts'
import { call } from '#web/api/call.ts'
import { unitsText } from '#web/catalog/product-words.ts'
import type { SignedIn } from '#web/identity/signed-in-only.tsx'
import { countOrders, isOrderKind, narrowOrders, type OrderKind } from '#web/orders/narrow-orders.ts'
import { ordersForAdmin } from '#web/orders/order-answers.ts'
import { isPayable, isShippable, orderStatus } from '#web/orders/order-words.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState, FailedState } from '#web/ui/empty-state.tsx'
import { ListFilter } from '#web/ui/list-filter.tsx'
import { Day } from '#web/ui/moment.tsx'
import { Money } from '#web/ui/money.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { useFirstRows } from '#web/ui/show-more.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'

/** The orders of everybody, for an admin: which are paid, and shipping those. */
export function AllOrders({ person }: { person: SignedIn }) {
  const answer = useAnswer(ordersForAdmin, person.email)
  const shipping = useShipping(person.email)
  const columns: Column<Order>[] = [
    { head: '#', phone: 'hidden', cell: (_, index) => index + 1 },
    { head: 'Product Name', phone: 'title', cell: (order) => <OrderedProduct order={order} /> },
    { head: 'Customer Name', cell: (order) => <Customer order={order} /> },
    { head: 'Quantity', numeric: true, cell: (order) => unitsText(order.quantity) },
    { head: 'Status', cell: (order) => <Badge tone={tones[order.state]}>{orderStatus(order)}</Badge> },
    { head: 'Paid', cell: (order) => <PaidCell order={order} onShip={() => void shipping.ship(order)} /> },
  ]
  return (
    <>
      <PageHeading title="All Order" />
      <div className="mt-6">
        {answer.state === 'loading' ? <SkeletonRows rows={8} label="Loading all orders" /> : null}
        {answer.state === 'failed' ? (
          <FailedState title="The orders could not be loaded" message={answer.message} onRetry={answer.retry} />
        ) : null}
        {answer.state === 'ready' && answer.value.length === 0 ? (
          <EmptyState
            title="No orders yet"
            text="As soon as somebody orders, it appears here. Is everything you sell in the catalogue?"
            action={<ButtonLink to="/dashboard/manage-products">Manage All Products</ButtonLink>}
          />
        ) : null}
        {answer.state === 'ready' && answer.value.length > 0 ? (
          <OrderList orders={answer.value} columns={columns} />
        ) : null}
      </div>
    </>
  )
}

/** The list, narrowed as the address says: it can be kept as a bookmark, and going back brings it again. */
function OrderList({ orders, columns }: { orders: readonly Order[]; columns: Column<Order>[] }) {
  const [search, setSearch] = useSearchParams()
  const given = search.get('show')
  const kind = isOrderKind(given) ? given : 'all'
  const text = search.get('q') ?? ''
  const found = narrowOrders(orders, kind, text)
  const { shown, more } = useFirstRows(found)

  function narrow(to: { show: OrderKind; q: string }) {
    const next = Object.entries(to).filter(([, value]) => value !== '' && value !== 'all')
    setSearch(new URLSearchParams(next), { replace: true, preventScrollReset: true })
  }

  return (
    <>
      <ListFilter
        label="Search orders"
        text={text}
        onText={(q) => narrow({ show: kind, q })}
        kinds={countOrders(orders)}
        kind={kind}
        onKind={(show) => narrow({ show, q: text })}
      />
      {found.length > 0 ? (
        <Table caption="All orders" columns={columns} rows={shown} rowKey={(order) => order._id} />
      ) : (
        <EmptyState
          title="No such orders"
          text={text ? `Nothing here contains “${text}”.` : 'There are none of this kind right now.'}
          action={
            <Button look="outline" onClick={() => narrow({ show: 'all', q: '' })}>
              Show all orders
            </Button>
          }
        />
      )}
      {more}
    </>
  )
}

const tones: Record<Order['state'], BadgeTone> = {
  unpaid: 'neutral',
  paid: 'warning',
  paid_short: 'error',
  shipped: 'success',
  cancelled: 'neutral',
  expired: 'neutral',
  refunded: 'error',
}

function OrderedProduct({ order }: { order: Order }) {
  return (
    <>
      <span id={`order-${order._id}`} className="block font-semibold">
        {order.name}
      </span>
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

function PaidCell({ order, onShip }: { order: Order; onShip: () => void }) {
  if (order.shipped) return <span className="muted whitespace-nowrap">shipped</span>
  if (isShippable(order)) {
    return (
      <Button size="sm" className="max-md:min-h-11" onClick={onShip} aria-describedby={`order-${order._id}`}>
        Ship
      </Button>
    )
  }
  if (order.state === 'refunded') return <span className="muted whitespace-nowrap">Paid back</span>
  return <span className="muted whitespace-nowrap">{isPayable(order) ? 'Not paid yet' : 'Not paid'}</span>
}

/** Shows an order as shipped at once, and as it was if the server refuses. */
function useShipping(email: string) {
  const [running, setRunning] = useState<readonly string[]>([])
  const put = (order: Order) =>
    ordersForAdmin.change(email, (orders) => orders.map((other) => (other._id === order._id ? order : other)))
  return {
    async ship(order: Order) {
      if (running.includes(order._id)) return
      setRunning((ids) => [...ids, order._id])
      put({ ...order, shipped: true, state: 'shipped' })
      try {
        const answer = await call(shipOrder, { params: { id: order._id } })
        put(answer.order)
        toast.success('Successfully shipped the order')
      } catch (error) {
        put(order)
        toast.error(problemSentence(error))
        await ordersForAdmin.refresh(email)
      }
      setRunning((ids) => ids.filter((id) => id !== order._id))
    },
  }
}
