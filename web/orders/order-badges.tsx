import type { Order } from '#contract/orders.ts'
import { isFreightToQuote, isPartlyShipped, isPickedUp, isReady } from '#web/orders/order-labels.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { t } from '#web/i18n/messages.ts'

type State = Order['state']

/** Shows the state of an order with one word and one color on every page; admins read what is left to do. */
export function OrderBadges({ order, isAdmin = false }: OrderState & { isAdmin?: boolean }) {
  const { state, disputed } = order
  const isHandedOver = state === 'shipped' && isPickedUp(order, order)
  const shown = state === 'unpaid' && order.byTransfer ? 'awaiting_transfer' : isHandedOver ? 'picked_up' : state
  const isOwed = order.onAccount !== undefined && !order.paid && state !== 'cancelled'
  return (
    <>
      {/* Until the freight is known, no money is awaited; to its buyer, nothing is left to do about one on account now. */}
      {isFreightToQuote(order) && state === 'unpaid' ? null : (
        <Badge tone={state === 'confirmed' && !isAdmin ? 'info' : tones[state]}>
          {t(isAdmin ? `orders.state.${shown}` : `orders.badge.${shown}`)}
        </Badge>
      )}
      {isReady(order) ? <Badge tone="info">{t('timeline.ready_for_pickup')}</Badge> : null}
      {isPartlyShipped(order) ? <Badge tone="info">{t('orders.badge.partly_shipped')}</Badge> : null}
      {/* Calm until it is overdue; what follows says it, too. */}
      {isOwed &&
      state === 'shipped' &&
      !order.onAccount?.overdue &&
      !isFreightToQuote(order) &&
      order.received === undefined ? (
        <Badge tone="info">{t('orders.badge.confirmed')}</Badge>
      ) : null}
      {order.received === undefined ? null : <Badge tone="info">{t('orders.kind.partly-paid')}</Badge>}
      {isOwed && order.onAccount?.overdue ? <Badge tone="error">{t('orders.badge.overdue')}</Badge> : null}
      {isFreightToQuote(order) ? <Badge tone="warning">{t('orders.badge.freight')}</Badge> : null}
      {disputed ? <Badge tone="error">{t(isAdmin ? 'orders.state.disputed' : 'orders.badge.disputed')}</Badge> : null}
    </>
  )
}

/** Shows that an order is paid, and its state if it has gone on since. */
export function PaidBadges({ order }: OrderState) {
  const isFurther = order.state !== 'paid' && order.state !== 'refunded'
  return (
    <>
      {isFurther ? <Badge tone={tones.paid}>{t('orders.badge.paid')}</Badge> : null}
      <OrderBadges order={order} />
    </>
  )
}

interface OrderState {
  order: Pick<
    Order,
    | 'state'
    | 'disputed'
    | 'paid'
    | 'shipped'
    | 'shippedUnits'
    | 'onAccount'
    | 'byTransfer'
    | 'freightOnRequest'
    | 'received'
    | 'pickup'
    | 'readyAt'
    | 'carrier'
    | 'trackingNumber'
  >
}

const tones: Record<State, BadgeTone> = {
  unpaid: 'neutral',
  confirmed: 'warning',
  paid: 'success',
  paid_short: 'warning',
  shipped: 'info',
  cancelled: 'neutral',
  expired: 'neutral',
  refunded: 'neutral',
}
