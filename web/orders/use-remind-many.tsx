import { useConfirm } from '#web/page/use-confirm.tsx'
import { remindOfOrders } from '#contract/payments.ts'
import type { ManagedOrder } from '#contract/orders.ts'
import type { ResponseBody } from '#contract/endpoint.ts'
import { useAction, write } from '#web/api/queries.ts'
import { storeDay } from '#contract/time-zone.ts'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

interface Reminders {
  ids: string[]
  preview: ResponseBody<typeof remindOfOrders>
}

/** Whether something is open of an order that its buyer may be reminded of, and due if it is on account. */
export const isRemindable = ({ open, onAccount, byTransfer, received }: ManagedOrder): boolean =>
  (open ?? 0) > 0 &&
  (onAccount?.dueAt
    ? storeDay(Date.parse(onAccount.dueAt)) <= storeDay(Date.now())
    : byTransfer === true || (received ?? 0) > 0)

/** Says how many mails remind the buyers of orders of what is open, and sends them. */
export function useRemindMany() {
  const sending = useConfirm<Reminders>(
    ({ preview: { mails, done, refused } }) => ({
      title: t('reminder.many-title', { mails, orders: done.length }),
      text: refused.length === 0 ? t('reminder.many-text') : t('reminder.many-left', { count: refused.length }),
      confirmLabel: t('reminder.many'),
    }),
    async ({ ids }) => {
      const { mails } = await write(remindOfOrders, { body: { ids } })
      toast.success(t('reminder.many-done', { mails }))
    },
  )
  const asking = useAction(async (ids: string[]) => {
    const preview = await write(remindOfOrders, { body: { ids, preview: true } })
    if (preview.mails === 0) toast.warning(t('reminder.none'))
    else sending.ask({ ids, preview })
  })
  return { busy: asking.isPending, ask: (ids: string[]) => asking.mutate(ids), dialog: sending.dialog }
}
