import { useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { remindOfPayment } from '#contract/payments.ts'
import { storeDay } from '#contract/time-zone.ts'
import { write } from '#web/api/queries.ts'
import { useConfirm } from '#web/page/use-confirm.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

/** Asks before a buyer is reminded of what is open of an order, and says if that happened today already. */
export function useRemind() {
  const [today] = useState(() => storeDay(Date.now()))
  const wasToday = ({ reminders }: Order) => reminders !== undefined && storeDay(Date.parse(reminders.lastAt)) === today
  return useConfirm<Order>(
    (order) => ({
      title: t('reminder.title', { amount: moneyText(order.open ?? 0, order.currency), number: order.number }),
      text: t(wasToday(order) ? 'reminder.again' : 'reminder.text', { buyer: order.buyerName || order.email }),
      confirmLabel: t('reminder.send'),
    }),
    async (order) => {
      await write(remindOfPayment, { body: { orders: [order._id], ...(wasToday(order) && { again: true as const }) } })
      toast.success(t('reminder.done'))
    },
  )
}
