import { Link } from 'react-router'
import { type UnmatchedPayment, refundUnmatchedPayment } from '#contract/payments.ts'
import { write } from '#web/api/queries.ts'
import { useConfirm } from '#web/page/use-confirm.tsx'
import { heldReason, refundStateLabels } from '#web/payments/payment-labels.ts'
import { orderTitle } from '#web/orders/order-labels.ts'
import { Button } from '#web/ui/button.tsx'
import { Day } from '#web/ui/date-time.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { toast } from '#web/ui/toast.tsx'
import { RichMessage } from '#web/i18n/rich-message.tsx'
import { t } from '#web/i18n/messages.ts'

/** Payments that pay nothing until an admin has looked, each with the way back for its money. */
export function UnmatchedPaymentList({ payments }: { payments: readonly UnmatchedPayment[] }) {
  const sendingBack = useConfirm<UnmatchedPayment>(
    (payment) => ({
      title: t('held.question', { amount: restText(payment), buyer: payment.buyerName || payment.email }),
      text: t('held.text'),
      confirmLabel: t('held.pay-back', { amount: restText(payment) }),
    }),
    async ({ _id, currency }) => {
      const { refund } = await write(refundUnmatchedPayment, { params: { id: _id } })
      toast.success(
        t(refund.state === 'succeeded' ? 'refund.went-back' : 'refund.going-back', {
          amount: moneyText(refund.amount, currency),
        }),
      )
    },
  )

  return (
    <>
      <ul className="grid gap-3">
        {payments.map((payment) => (
          <li
            key={payment._id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-field bg-base-200 p-3"
          >
            <div className="min-w-0">
              <p className="font-medium">
                <RichMessage
                  id="held.line"
                  parts={{
                    amount: <span className="figures">{unmatchedAmountText(payment)}</span>,
                    buyer: <>{payment.buyerName || payment.email}</>,
                    product: (
                      <Link
                        to={`/dashboard/all-order/${payment.orderId}`}
                        prefetch="intent"
                        className="underline underline-offset-4"
                      >
                        {payment.orderNumber} · {orderTitle(payment)}
                      </Link>
                    ),
                  }}
                />
              </p>
              <p className="muted text-sm">
                <Day iso={payment.heldAt} /> · {heldReason(payment)}
                {payment.refund ? ` · ${t(refundStateLabels[payment.refund.state])}` : ''}
                {payment.refund?.failure ? `: ${payment.refund.failure}` : ''}
                {payment.returned > 0 && restOf(payment) > 0
                  ? ` · ${t('held.rest', { amount: restText(payment) })}`
                  : ''}
              </p>
            </div>
            {restOf(payment) <= 0 ? null : (
              <Button variant="outline" size="sm" className="no-print" onClick={() => sendingBack.ask(payment)}>
                {t('held.pay-back', { amount: restText(payment) })}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sendingBack.dialog}
    </>
  )
}

const unmatchedAmountText = ({ amount, currency }: UnmatchedPayment) => moneyText(amount, currency)
/** Returns the amount that is not refunded yet, rounded to cents. */
const restOf = ({ amount, returned }: UnmatchedPayment) => Math.round((amount - returned) * 1000) / 1000
const restText = (payment: UnmatchedPayment) => moneyText(restOf(payment), payment.currency)
