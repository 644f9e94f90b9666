import { useState } from 'react'
import { allocateOrder, shipOrder } from '#contract/orders.ts'
import type { OrderDetails } from '#contract/payments.ts'
import { problemSentence } from '#web/api/api-problem.ts'
import { call } from '#web/api/call.ts'
import { unitsText } from '#web/catalog/product-words.ts'
import type { SignedIn } from '#web/identity/signed-in-only.tsx'
import { useCancelling } from '#web/orders/use-cancelling.tsx'
import { RefundForm } from '#web/payments/refund-form.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/words/words.ts'

/** What this person may do with the order right now; the server says what that is. */
export function OrderActions({
  details,
  viewer,
  onChange,
}: {
  details: OrderDetails
  viewer: SignedIn
  onChange: () => Promise<void>
}) {
  const { order, actions } = details
  const [running, setRunning] = useState<'ship' | 'allocate'>()
  const [isRefunding, setRefunding] = useState(false)
  const cancelling = useCancelling(onChange)
  const may = new Set(actions)

  async function act(what: 'ship' | 'allocate', success: string) {
    setRunning(what)
    try {
      await call(what === 'ship' ? shipOrder : allocateOrder, { params: { id: order._id } })
      toast.success(success)
    } catch (error) {
      toast.error(problemSentence(error))
    }
    await onChange()
    setRunning(undefined)
  }

  return (
    <div className="no-print">
      {order.state === 'paid_short' ? <ShortNotice details={details} isAdmin={viewer.role === 'admin'} /> : null}
      {may.size > 0 ? (
        <div className="mt-5 flex flex-wrap gap-3">
          {may.has('pay') ? <ButtonLink to={`/dashboard/payment/${order._id}`}>{t('orders.pay')}</ButtonLink> : null}
          {may.has('ship') ? (
            <Button
              busy={running === 'ship'}
              disabled={running !== undefined}
              onClick={() => void act('ship', t('orders.shipped'))}
            >
              {t('orders.ship')}
            </Button>
          ) : null}
          {may.has('allocate') ? (
            <Button
              busy={running === 'allocate'}
              disabled={running !== undefined}
              onClick={() => void act('allocate', t('order.allocated'))}
            >
              {t('order.allocate')}
            </Button>
          ) : null}
          {may.has('refund') && !isRefunding ? (
            <Button look="outline" onClick={() => setRefunding(true)}>
              {t('refund.start')}
            </Button>
          ) : null}
          {may.has('cancel') ? (
            <Button look="outline" onClick={() => cancelling.ask(order)}>
              {t('orders.cancel')}
            </Button>
          ) : null}
        </div>
      ) : null}
      {isRefunding && may.has('refund') ? (
        <RefundForm details={details} onClose={() => setRefunding(false)} onChange={onChange} />
      ) : null}
      {cancelling.dialog}
    </div>
  )
}

function ShortNotice({ details: { order }, isAdmin }: { details: OrderDetails; isAdmin: boolean }) {
  return (
    <p className="mt-5 rounded-box border border-warning bg-warning/15 p-4">
      {isAdmin ? t('order.short-admin', { units: unitsText(order.quantity) }) : t('order.short-buyer')}
    </p>
  )
}
