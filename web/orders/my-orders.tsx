import { Copy } from 'lucide-react'
import { useState } from 'react'
import { cancelOrder, type Order } from '#contract/orders.ts'
import { useAnswer } from '#web/api/answers.ts'
import { problemSentence } from '#web/api/api-problem.ts'
import { call } from '#web/api/call.ts'
import { forgetProducts } from '#web/catalog/product-memory.ts'
import { unitsText } from '#web/catalog/product-words.ts'
import type { SignedIn } from '#web/identity/signed-in-only.tsx'
import { ordersByBuyer } from '#web/orders/order-answers.ts'
import { isPayable } from '#web/orders/order-words.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { EmptyState, FailedState } from '#web/ui/empty-state.tsx'
import { Day, DayTime } from '#web/ui/moment.tsx'
import { Money } from '#web/ui/money.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { useFirstRows } from '#web/ui/show-more.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'

/** A buyer's orders, the newest first; unpaid ones can be paid or cancelled. */
export function MyOrders({ person }: { person: SignedIn }) {
  const answer = useAnswer(ordersByBuyer, person.email)
  const cancelling = useCancelling(person.email)
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
      <span id={`order-${order._id}`} className="block font-semibold">
        {order.name}
      </span>
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
      {order.transactionId ? <TransactionId id={order.transactionId} /> : null}
    </span>
  )
}

function TransactionId({ id }: { id: string }) {
  return (
    <span className="flex min-w-0 basis-full items-center gap-1 text-sm max-md:justify-end">
      <span className="muted">TrxId</span>
      <code className="min-w-0 font-mono text-xs break-all md:min-w-28 lg:whitespace-nowrap">{id}</code>
      <button
        type="button"
        aria-label={`Copy transaction id ${id}`}
        className="btn btn-square btn-ghost btn-sm no-print max-md:min-h-11 max-md:min-w-11"
        onClick={() => void copy(id)}
      >
        <Copy aria-hidden="true" size={15} />
      </button>
    </span>
  )
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast.info('Transaction id copied')
  } catch {
    toast.warning('The browser did not allow copying. Select the id and copy it by hand.')
  }
}

/** Asks before an order is cancelled, and cancels it. */
function useCancelling(email: string) {
  const [order, setOrder] = useState<Order>()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)

  async function cancel(target: Order) {
    setBusy(true)
    try {
      await call(cancelOrder, { params: { id: target._id } })
      ordersByBuyer.change(email, (orders) => orders.filter((other) => other._id !== target._id))
      forgetProducts()
      toast.success('Successfully cancelled your order')
    } catch (error) {
      toast.error(problemSentence(error))
    }
    setOpen(false)
    setBusy(false)
    await ordersByBuyer.refresh(email)
  }

  return {
    ask(wanted: Order) {
      setOrder(wanted)
      setOpen(true)
    },
    dialog: (
      <ConfirmDialog
        open={open}
        title={`Are you sure you want to delete ${order?.name ?? ''}?`}
        text="If yes press on delete button or cancel it."
        confirmLabel="Delete"
        busy={busy}
        onConfirm={() => order && void cancel(order)}
        onCancel={() => setOpen(false)}
      />
    ),
  }
}
