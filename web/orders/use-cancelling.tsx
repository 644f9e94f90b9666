import { useState } from 'react'
import { cancelOrder, type Order } from '#contract/orders.ts'
import { problemSentence } from '#web/api/api-problem.ts'
import { call } from '#web/api/call.ts'
import { forgetProducts } from '#web/catalog/product-memory.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/words/words.ts'

/** Asks before an order is cancelled, and cancels it; `onEnd` runs whether or not it worked. */
export function useCancelling(onEnd: (cancelled: string | undefined) => Promise<void>) {
  const [order, setOrder] = useState<Pick<Order, '_id' | 'name'>>()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)

  async function cancel(target: Pick<Order, '_id'>) {
    setBusy(true)
    let cancelled: string | undefined
    try {
      await call(cancelOrder, { params: { id: target._id } })
      cancelled = target._id
      forgetProducts()
      toast.success(t('orders.cancelled'))
    } catch (error) {
      toast.error(problemSentence(error))
    }
    setOpen(false)
    setBusy(false)
    await onEnd(cancelled)
  }

  return {
    ask(wanted: Pick<Order, '_id' | 'name'>) {
      setOrder(wanted)
      setOpen(true)
    },
    dialog: (
      <ConfirmDialog
        open={open}
        title={t('orders.cancel-question', { name: order?.name ?? '' })}
        text={t('orders.cancel-text')}
        confirmLabel={t('orders.delete')}
        busy={busy}
        onConfirm={() => order && void cancel(order)}
        onCancel={() => setOpen(false)}
      />
    ),
  }
}
