import { CircleX, Clock, Undo2 } from 'lucide-react'
import type { Order } from '#contract/orders.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { moneyText } from '#web/ui/money.tsx'

/** Why an order cannot be paid any more, and what now. */
export function PaymentEnded({ order }: { order: Order }) {
  const end = ends[order.state]
  if (!end) return null
  return (
    <EmptyState
      title={end.title}
      icon={<end.Icon size={30} />}
      text={end.text(order)}
      action={
        <span className="flex flex-wrap justify-center gap-3">
          <ButtonLink to={`/products/${order.productId}`}>Order again</ButtonLink>
          <ButtonLink to={`/dashboard/order/${order._id}`} look="outline">
            Order details
          </ButtonLink>
        </span>
      }
    />
  )
}

const ends: Partial<Record<Order['state'], { title: string; Icon: typeof Clock; text: (order: Order) => string }>> = {
  cancelled: {
    title: 'This order is cancelled',
    Icon: CircleX,
    text: () =>
      'It cannot be paid any more, and its units are back on the shelf. Should your card have been charged nevertheless, the money goes back by itself.',
  },
  expired: {
    title: 'This order has expired',
    Icon: Clock,
    text: () => 'It was not paid in time, so its units are free for others again. Nothing was charged.',
  },
  refunded: {
    title: 'This order was refunded',
    Icon: Undo2,
    text: ({ refundedAmount, totalPrice }) =>
      `${moneyText(refundedAmount ?? totalPrice)} went back to your card. Banks take up to ten days to show it.`,
  },
}
