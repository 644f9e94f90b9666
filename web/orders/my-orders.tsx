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
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { useFirstRows } from '#web/ui/show-more.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

/** A buyer's orders, the newest first; unpaid ones can be paid or cancelled. */
export function MyOrders({ person }: { person: SignedIn }) {
  const answer = useAnswer(ordersByBuyer, person.email)
  const cancelling = useCancelling(async (cancelled) => {
    ordersByBuyer.change(person.email, (orders) => orders.filter((order) => order._id !== cancelled))
    await ordersByBuyer.refresh(person.email)
  })
  const { shown, more } = useFirstRows(answer.state === 'ready' ? answer.value : none)
  const columns: Column<Order>[] = [
    { head: '#', phone: 'hidden', cell: (_, index) => index + 1 },
    { head: 'Product Name', phone: 'title', cell: (order) => <OrderedProduct order={order} /> },
    { head: 'Quantity', numeric: true, cell: (order) => unitsText(order.quantity) },
    { head: 'Price', numeric: true, cell: (order) => <Money dollars={order.totalPrice} /> },
    { head: 'Paid', cell: (order) => <PaidCell order={order} onCancel={() => cancelling.ask(order)} /> },
  ]
  return (
    <>
      <PageHeading
        title={answer.state === 'ready' ? `My Orders: ${answer.value.length}` : 'My Orders'}
        action={
          <ButtonLink to="/products" look="outline" className="no-print">
            Order more
          </ButtonLink>
        }
      />
      <div className="mt-6">
        {answer.state === 'loading' ? <SkeletonRows label="Loading your orders" /> : null}
        {answer.state === 'failed' ? (
          <FailedState title="Your orders could not be loaded" message={answer.message} onRetry={answer.retry} />
        ) : null}
        {answer.state === 'ready' && answer.value.length === 0 ? (
          <EmptyState
            title="No orders yet"
            text="What you order appears here: to pay, to cancel and to follow until it is shipped."
            action={<ButtonLink to="/products">View All Products</ButtonLink>}
          />
        ) : null}
        {answer.state === 'ready' && answer.value.length > 0 ? (
          <>
            <Table caption="Your orders" columns={columns} rows={shown} rowKey={(order) => order._id} />
            {more}
          </>
        ) : null}
      </div>
      {cancelling.dialog}
    </>
  )
}

const none: Order[] = []

function OrderedProduct({ order }: { order: Order }) {
  return (
    <>
      <Link
        id={`order-${order._id}`}
        to={`/dashboard/order/${order._id}`}
        prefetch="intent"
        className="block py-0.5 font-semibold underline decoration-base-content/30 underline-offset-4 hover:decoration-current"
      >
        {order.name}
      </Link>
      <span className="muted flex flex-wrap gap-x-3 text-sm">
        <span className="whitespace-nowrap">
          Ordered <Day iso={order.placedAt} />
        </span>
        {order.expiresAt ? (
          <span className="whitespace-nowrap">
            Held until <DayTime iso={order.expiresAt} />
          </span>
        ) : null}
        {order.shippedAt ? (
          <span className="whitespace-nowrap">
            Shipped <Day iso={order.shippedAt} />
          </span>
        ) : null}
      </span>
    </>
  )
}

function PaidCell({ order, onCancel }: { order: Order; onCancel: () => void }) {
  if (isPayable(order)) {
    return (
      <span className="flex flex-wrap gap-2 max-md:justify-end">
        <ButtonLink
          to={`/dashboard/payment/${order._id}`}
          size="sm"
          className="max-md:min-h-11"
          aria-describedby={`order-${order._id}`}
        >
          Pay Now
        </ButtonLink>
        <Button
          look="outline"
          size="sm"
          className="max-md:min-h-11"
          aria-describedby={`order-${order._id}`}
          onClick={onCancel}
        >
          Cancel
        </Button>
      </span>
    )
  }
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1 max-md:justify-end">
      {order.state === 'refunded' ? <Badge>Refunded</Badge> : <Badge tone="success">Paid</Badge>}
      {order.state === 'shipped' ? <Badge tone="info">Shipped</Badge> : null}
      {order.state === 'paid_short' ? <Badge tone="warning">Waiting for stock</Badge> : null}
      {order.refundedAmount && order.state !== 'refunded' ? (
        <span className="muted text-sm">{moneyText(order.refundedAmount)} refunded</span>
      ) : null}
      {order.transactionId ? (
        <span className="flex min-w-0 basis-full items-center gap-1 text-sm max-md:justify-end">
          <span className="muted">TrxId</span>
          <TransactionId id={order.transactionId} />
        </span>
      ) : null}
    </span>
  )
}
