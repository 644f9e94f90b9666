import { CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Order } from '#contract/orders.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { moneyText } from '#web/ui/money.tsx'

/** What the buyer keeps: that it is paid, and under which transaction. Takes the focus when it follows a payment. */
export function PaymentCompleted({ order, focused = false }: { order: Order; focused?: boolean }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (focused) box.current?.focus()
  }, [focused])
  return (
    <div ref={box} tabIndex={-1} role="status" className="outline-none">
      <div className="flex gap-4 rounded-field border border-success/50 bg-success/8 p-5">
        <CircleCheck aria-hidden="true" size={28} className="shrink-0 text-success" />
        <div className="min-w-0">
          <p className="font-heading text-2xl font-bold">Payment is completed.</p>
          {order.transactionId ? (
            <p className="mt-1">
              Your transaction id: <code className="font-mono text-sm break-all">{order.transactionId}</code>
            </p>
          ) : null}
          <p className="muted mt-2 text-sm">{nextStep(order)}</p>
        </div>
      </div>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button disabled>Pay</Button>
        <ButtonLink to="/dashboard" look="outline">
          My Order
        </ButtonLink>
        <ButtonLink to={`/dashboard/order/${order._id}`} look="outline">
          Order details
        </ButtonLink>
      </div>
    </div>
  )
}

function nextStep({ shipped, state, refundedAmount }: Order): string {
  const back = refundedAmount ? ` ${moneyText(refundedAmount)} of it went back to your card.` : ''
  if (shipped) return `Your order is on its way.${back}`
  if (state === 'paid_short')
    return `It came after the order had expired, and its units were sold meanwhile. We ship as soon as new ones are here, or pay you back; there is nothing for you to do.${back}`
  return `We prepare your order and ship it next.${back}`
}
