import { orderReaders } from '#contract/permissions.ts'
import { mayUse } from '#web/identity/dashboard-user.ts'
import { useState } from 'react'
import { allocateOrder } from '#contract/orders.ts'
import type { OrderDetails } from '#contract/payments.ts'
import { useAction, write } from '#web/api/queries.ts'
import { unitsText } from '#web/catalog/product-labels.ts'
import type { SignedIn } from '#web/identity/require-sign-in.tsx'
import { isFreightToQuote, isToReady, shipLabel } from '#web/orders/order-labels.ts'
import { ReadyButton } from '#web/orders/ready-button.tsx'
import { FreightNotice } from '#web/payments/freight-notice.tsx'
import { useShipOrder } from '#web/orders/use-ship-order.tsx'
import { useCancelOrder } from '#web/orders/use-cancel-order.tsx'
import { useRecordPayment } from '#web/payments/use-record-payment.tsx'
import { useRemind } from '#web/payments/use-remind.tsx'
import { RefundForm } from '#web/payments/refund-form.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

/** Shows the actions that the server allows for the order. */
export function OrderActions({ details, viewer }: { details: OrderDetails; viewer: SignedIn }) {
  const { order, actions } = details
  const [isRefunding, setRefunding] = useState(false)
  const cancelling = useCancelOrder()
  const shipping = useShipOrder(details)
  const allocating = useAction(async () => {
    await write(allocateOrder, { params: { id: order._id } })
    toast.success(t('order.allocated'))
  })
  const recording = useRecordPayment(order, details.payments)
  const reminding = useRemind()
  const may = new Set(actions)
  // Else the goods leave, and nothing is due.
  const mayShip = may.has('ship') && !isFreightToQuote(order)

  return (
    <div className="no-print">
      {order.state === 'paid_short' ? <ShortNotice details={details} isAdmin={mayUse(viewer, orderReaders)} /> : null}
      <FreightNotice details={details} isStaff={order.email !== viewer.email && mayUse(viewer, orderReaders)} />
      {may.size > 0 ? (
        <div className="mt-5 flex flex-wrap gap-3">
          {may.has('pay') ? (
            // What is on account need not be paid now.
            <ButtonLink to={`/dashboard/payment/${order._id}`} variant={order.onAccount ? 'outline' : 'primary'}>
              {t('orders.pay')}
            </ButtonLink>
          ) : null}
          {mayShip && isToReady(order) ? <ReadyButton order={order} /> : null}
          {mayShip ? (
            <Button
              disabled={allocating.isPending}
              variant={isToReady(order) ? 'outline' : 'primary'}
              onClick={() => shipping.ask(order)}
            >
              {shipLabel(order)}
            </Button>
          ) : null}
          {may.has('record-payment') ? (
            <Button variant="outline" onClick={recording.ask}>
              {t('record-payment.start')}
            </Button>
          ) : null}
          {may.has('remind') ? (
            <Button variant="outline" onClick={() => reminding.ask(order)}>
              {t('reminder.start')}
            </Button>
          ) : null}
          {may.has('allocate') ? (
            <Button busy={allocating.isPending} onClick={() => allocating.mutate(undefined)}>
              {t('order.allocate')}
            </Button>
          ) : null}
          {may.has('refund') && !isRefunding ? (
            <Button variant="outline" onClick={() => setRefunding(true)}>
              {t(order.paid ? 'refund.start' : 'credit.title')}
            </Button>
          ) : null}
          {may.has('cancel') ? (
            <Button variant="outline" onClick={() => cancelling.ask(order)}>
              {t('orders.cancel')}
            </Button>
          ) : null}
          {may.has('record-surplus') ? (
            <Button variant="quiet" onClick={recording.ask}>
              {t('record-surplus.start')}
            </Button>
          ) : null}
        </div>
      ) : null}
      {isRefunding && may.has('refund') ? <RefundForm details={details} onClose={() => setRefunding(false)} /> : null}
      {cancelling.dialog}
      {shipping.dialog}
      {recording.dialog}
      {reminding.dialog}
    </div>
  )
}

function ShortNotice({ details: { lines }, isAdmin }: { details: OrderDetails; isAdmin: boolean }) {
  return (
    <p className="mt-5 rounded-box border border-warning bg-warning/15 p-4">
      {isAdmin
        ? t('order.short-admin', { units: unitsText(lines.reduce((sum, { shortUnits = 0 }) => sum + shortUnits, 0)) })
        : t('order.short-buyer')}
    </p>
  )
}
