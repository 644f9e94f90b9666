import type { OrderDetails } from '#contract/payments.ts'
import { Day, DayTime } from '#web/ui/date-time.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { t } from '#web/i18n/messages.ts'

/** Shows how much to transfer where, until when and with which reference; each can be selected with one click. */
export function TransferDetails({ details: { order, invoice } }: { details: OrderDetails }) {
  const copied = (text: string) => <span className="figures font-semibold whitespace-pre-line select-all">{text}</span>
  return (
    <Facts
      facts={[
        { term: t('word.amount'), value: copied(moneyText(order.open ?? order.totalPrice, order.currency)) },
        { term: t('word.reference'), value: copied(order.number) },
        invoice.bankDetails !== undefined && { term: t('invoice.pay-to'), value: copied(invoice.bankDetails) },
        order.expiresAt !== undefined && { term: t('order.pay-until'), value: <DayTime iso={order.expiresAt} /> },
        order.onAccount && { term: t('orders.due'), value: <Day iso={order.onAccount.dueAt} /> },
      ]}
    />
  )
}
