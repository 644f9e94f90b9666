import { useEffect, useRef } from 'react'
import { isPaidOffline } from '#contract/offline-transaction.ts'
import type { Order } from '#contract/orders.ts'
import { ownOrdersPage, usePerson } from '#web/identity/dashboard-user.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { RichMessage } from '#web/i18n/rich-message.tsx'
import { t } from '#web/i18n/messages.ts'

/** Shows that the order is paid, with the transaction id of the card provider. Takes the focus after a payment. */
export function PaymentCompleted({ order, focused = false }: { order: Order; focused?: boolean }) {
  const person = usePerson()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!focused) return
    box.current?.focus({ preventScroll: true })
    // The form was further down than what has taken its place.
    scrollTo(0, 0)
  }, [focused])
  return (
    <div ref={box} tabIndex={-1} role="status" className="outline-none">
      <div className="flex gap-4 rounded-field border border-success/50 bg-success/8 p-5 max-xs:gap-3 max-xs:p-4">
        <svg aria-hidden="true" viewBox="0 0 32 32" className="size-9 shrink-0">
          <circle cx="16" cy="16" r="16" className="fill-success" />
          <path
            d="M8.5 16.500 14 22 23.500 11"
            className="fill-none stroke-success-content stroke-[3.5] [stroke-linecap:round] [stroke-linejoin:round]"
          />
        </svg>
        <div className="min-w-0">
          <p className="font-heading text-2xl font-bold">{t('payment.completed')}</p>
          {order.transactionId && !isPaidOffline(order.transactionId) ? (
            <p className="mt-1">
              <RichMessage
                id="payment.your-transaction"
                parts={{
                  id: (
                    <code className="inline-block font-mono text-sm break-all max-xs:text-xs">
                      {order.transactionId}
                    </code>
                  ),
                }}
              />
            </p>
          ) : null}
          <p className="muted mt-2 text-sm">{nextStep(order)}</p>
        </div>
      </div>
      <div className="mt-5 flex flex-wrap gap-3">
        <ButtonLink to={ownOrdersPage(person)} variant="outline">
          {t('orders.mine.link')}
        </ButtonLink>
        <ButtonLink to={`/dashboard/order/${order._id}`} variant="outline">
          {t('payment.order-details')}
        </ButtonLink>
      </div>
    </div>
  )
}

function nextStep({ shipped, state, refundedAmount, currency, transactionId, pickup }: Order): string {
  const wayBack = isPaidOffline(transactionId) ? 'payment.part-back-offline' : 'payment.part-back'
  const back = refundedAmount ? ` ${t(wayBack, { amount: moneyText(refundedAmount, currency) })}` : ''
  if (pickup && state === 'paid') return t('payment.next-pickup') + back
  const next = shipped ? 'payment.next-shipped' : state === 'paid_short' ? 'payment.next-short' : 'payment.next-ship'
  return t(next) + back
}
