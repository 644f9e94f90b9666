import { cancelOrder, type Order } from '#contract/orders.ts'
import { write } from '#web/api/queries.ts'
import { useConfirm } from '#web/page/use-confirm.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

/** Cancels an order after a confirmation. */
export function useCancelOrder() {
  return useConfirm<Pick<Order, '_id' | 'name' | 'number' | 'received' | 'currency'>>(
    ({ name, number, received, currency }) => ({
      title: t('orders.cancel-question', { name }),
      text: (
        <>
          <span className="block">{t('orders.cancel-text')}</span>
          <span className="mt-2 block">
            {received === undefined
              ? t('orders.cancel-effect', { number })
              : t('orders.cancel-effect-received', { number, amount: moneyText(received, currency) })}
          </span>
        </>
      ),
      confirmLabel: t('orders.delete'),
      meanings: { cancel: t('orders.keep-order'), confirm: t('orders.cancel-order') },
    }),
    async ({ _id }) => {
      await write(cancelOrder, { params: { id: _id } })
      toast.success(t('orders.cancelled'))
    },
  )
}
