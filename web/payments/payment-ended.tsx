import { CircleX, Clock, Undo2 } from 'lucide-react'
import { isPaidOffline } from '#contract/offline-transaction.ts'
import type { Order } from '#contract/orders.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { t, type MessageId } from '#web/i18n/messages.ts'

/** Shows why an order cannot be paid any more. */
export function PaymentEnded({ order }: { order: Order }) {
  const end = ends[order.state]
  if (!end) return null
  return (
    <EmptyState
      title={t(end.title)}
      icon={<end.Icon size={30} />}
      text={end.text(order)}
      action={
        <span className="flex flex-wrap justify-center gap-3">
          <ButtonLink to={`/products/${order.productId}`}>{t('payment.order-again')}</ButtonLink>
          <ButtonLink to={`/dashboard/order/${order._id}`} variant="outline">
            {t('payment.order-details')}
          </ButtonLink>
        </span>
      }
    />
  )
}

const ends: Partial<Record<Order['state'], { title: MessageId; Icon: typeof Clock; text: (order: Order) => string }>> =
  {
    cancelled: {
      title: 'payment.ended-cancelled',
      Icon: CircleX,
      text: ({ byTransfer }) => t(byTransfer ? 'payment.ended-cancelled-transfer' : 'payment.ended-cancelled-text'),
    },
    expired: {
      title: 'payment.ended-expired',
      Icon: Clock,
      text: ({ byTransfer }) => t(byTransfer ? 'payment.ended-expired-transfer' : 'payment.ended-expired-text'),
    },
    refunded: {
      title: 'payment.ended-refunded',
      Icon: Undo2,
      text: ({ refundedAmount, totalPrice, currency, transactionId }) =>
        t(isPaidOffline(transactionId) ? 'payment.ended-refunded-offline' : 'payment.ended-refunded-text', {
          amount: moneyText(refundedAmount ?? totalPrice, currency),
        }),
    },
  }
