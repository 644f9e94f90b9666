import { cancelOrder, type Order } from '#contract/orders.ts'
import { call } from '#web/api/call.ts'
import { useAsking } from '#web/api/use-asking.tsx'
import { forgetProducts } from '#web/catalog/product-memory.ts'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/words/words.ts'

/** Asks before an order is cancelled, and cancels it; `onEnd` runs whether or not it worked. */
export function useCancelling(onEnd: (cancelled: string | undefined) => Promise<void>) {
  return useAsking<Pick<Order, '_id' | 'name'>>(
    ({ name }) => ({
      title: t('orders.cancel-question', { name }),
      text: t('orders.cancel-text'),
      confirmLabel: t('orders.delete'),
    }),
    async ({ _id }) => {
      let cancelled: string | undefined
      try {
        await call(cancelOrder, { params: { id: _id } })
        cancelled = _id
        forgetProducts()
        toast.success(t('orders.cancelled'))
      } finally {
        void onEnd(cancelled)
      }
    },
  )
}
