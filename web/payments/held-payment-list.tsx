import { Link } from 'react-router'
import { type HeldPayment, refundHeldPayment } from '#contract/payments.ts'
import { call } from '#web/api/call.ts'
import { useAsking } from '#web/api/use-asking.tsx'
import { heldReason, refundStateWords } from '#web/payments/payment-words.ts'
import { Button } from '#web/ui/button.tsx'
import { Day } from '#web/ui/moment.tsx'
import { amountText } from '#web/ui/money.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Sentence } from '#web/words/sentence.tsx'
import { t } from '#web/words/words.ts'

/** Payments that pay nothing until an admin has looked, each with the way back for its money. */
export function HeldPaymentList({ payments, onChange }: { payments: readonly HeldPayment[]; onChange: () => void }) {
  const sendingBack = useAsking<HeldPayment>(
    (payment) => ({
      title: t('held.question', { amount: restText(payment), buyer: payment.buyerName || payment.email }),
      text: t('held.text'),
      confirmLabel: t('held.pay-back', { amount: restText(payment) }),
    }),
    async ({ _id, currency }) => {
      try {
        const { refund } = await call(refundHeldPayment, { params: { id: _id } })
        toast.success(
          t(refund.state === 'succeeded' ? 'refund.went-back' : 'refund.going-back', {
            amount: amountText(refund.amount, currency),
          }),
        )
      } finally {
        onChange()
      }
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
                <Sentence
                  id="held.line"
                  parts={{
                    amount: <span className="figures">{heldText(payment)}</span>,
                    buyer: <>{payment.buyerName || payment.email}</>,
                    product: (
                      <Link
                        to={`/dashboard/all-order/${payment.orderId}`}
                        prefetch="intent"
                        className="underline underline-offset-4"
                      >
                        {payment.productName}
                      </Link>
                    ),
                  }}
                />
              </p>
              <p className="muted text-sm">
                <Day iso={payment.heldAt} /> · {heldReason(payment)}
                {payment.refund ? ` · ${t(refundStateWords[payment.refund.state])}` : ''}
                {payment.refund?.failure ? `: ${payment.refund.failure}` : ''}
                {payment.returned > 0 && restOf(payment) > 0
                  ? ` · ${t('held.rest', { amount: restText(payment) })}`
                  : ''}
              </p>
            </div>
            {restOf(payment) <= 0 ? null : (
              <Button look="outline" size="sm" className="no-print" onClick={() => sendingBack.ask(payment)}>
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

const heldText = ({ amount, currency }: HeldPayment) => amountText(amount, currency)
/** Rounded, since dollars are fractions here. */
const restOf = ({ amount, returned }: HeldPayment) => Math.round((amount - returned) * 100) / 100
const restText = (payment: HeldPayment) => amountText(restOf(payment), payment.currency)
