import { type OrderDetails, takeBackPayment } from '#contract/payments.ts'
import { write } from '#web/api/queries.ts'
import { useConfirm } from '#web/page/use-confirm.tsx'
import { Button } from '#web/ui/button.tsx'
import { DayTime } from '#web/ui/date-time.tsx'
import { Money, moneyText } from '#web/ui/money.tsx'
import { toast } from '#web/ui/toast.tsx'
import { calendarDayText } from '#web/i18n/calendar-day.ts'
import { RichMessage } from '#web/i18n/rich-message.tsx'
import { t } from '#web/i18n/messages.ts'

/** Lists the payments of an order by transfer or check, also those that were taken back, which staff do here. */
export function RecordedPayments({ details: { order, payments } }: { details: OrderDetails }) {
  const takingBack = useConfirm<OrderDetails['payments'][number]>(
    ({ amount, reference, isSurplus }) => ({
      title: t('take-back.title', { amount: moneyText(amount, order.currency) }),
      text: t(isSurplus ? 'take-back.surplus-text' : 'take-back.text', { reference, number: order.number }),
      confirmLabel: t('take-back.start'),
    }),
    async ({ _id: paymentId }) => {
      await write(takeBackPayment, { params: { id: order._id, paymentId } })
      toast.success(t('take-back.done'))
    },
  )
  if (payments.length === 0) return null
  return (
    <div>
      <h3 className="muted">{t('order.payments')}</h3>
      <ul className="grid gap-2">
        {payments.map((payment) => (
          <li key={payment._id} className="flex flex-wrap items-center justify-between gap-x-4">
            <span className="min-w-0 wrap-anywhere">
              <b className={payment.takenBackAt ? 'font-normal line-through' : 'font-semibold'}>
                <Money amount={payment.amount} currency={order.currency} />
              </b>{' '}
              {calendarDayText(payment.receivedOn)} · {t(`payment-method.${payment.method}`)} · {payment.reference}
              {payment.takenBackAt ? (
                <span className="muted block text-sm">
                  <RichMessage id="take-back.since" parts={{ at: <DayTime iso={payment.takenBackAt} /> }} />
                </span>
              ) : null}
            </span>
            {payment.mayTakeBack ? (
              <Button variant="quiet" size="sm" onClick={() => takingBack.ask(payment)}>
                {t('take-back.start')}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {takingBack.dialog}
    </div>
  )
}
