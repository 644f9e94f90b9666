import { useState } from 'react'
import { Link } from 'react-router'
import { type HeldPayment, refundHeldPayment } from '#contract/payments.ts'
import { problemSentence } from '#web/api/api-problem.ts'
import { call } from '#web/api/call.ts'
import { heldReason, refundStateWords } from '#web/payments/payment-words.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { Day } from '#web/ui/moment.tsx'
import { amountText } from '#web/ui/money.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Sentence } from '#web/words/sentence.tsx'
import { t } from '#web/words/words.ts'

/** Payments that pay nothing until an admin has looked, each with the way back for its money. */
export function HeldPaymentList({ payments, onChange }: { payments: readonly HeldPayment[]; onChange: () => void }) {
  const [asked, setAsked] = useState<HeldPayment>()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)

  async function sendBack(payment: HeldPayment) {
    setBusy(true)
    try {
      const { refund } = await call(refundHeldPayment, { params: { id: payment._id } })
      toast.success(
        t(refund.state === 'succeeded' ? 'refund.went-back' : 'refund.going-back', {
          amount: amountText(refund.amount, payment.currency),
        }),
      )
    } catch (error) {
      toast.error(problemSentence(error))
    }
    setOpen(false)
    setBusy(false)
    onChange()
  }

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
              <Button
                look="outline"
                size="sm"
                className="no-print max-md:min-h-11"
                onClick={() => {
                  setAsked(payment)
                  setOpen(true)
                }}
              >
                {t('held.pay-back', { amount: restText(payment) })}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={open}
        title={asked ? t('held.question', { amount: restText(asked), buyer: asked.buyerName || asked.email }) : ''}
        text={t('held.text')}
        confirmLabel={asked ? t('held.pay-back', { amount: restText(asked) }) : ''}
        busy={busy}
        onConfirm={() => asked && void sendBack(asked)}
        onCancel={() => setOpen(false)}
      />
    </>
  )
}

const heldText = ({ amount, currency }: HeldPayment) => amountText(amount, currency)
/** Rounded, since dollars are fractions here. */
const restOf = ({ amount, returned }: HeldPayment) => Math.round((amount - returned) * 100) / 100
const restText = (payment: HeldPayment) => amountText(restOf(payment), payment.currency)
