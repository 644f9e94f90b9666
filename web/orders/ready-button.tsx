import type { ComponentProps } from 'react'
import type { Order } from '#contract/orders.ts'
import { readyOrder } from '#contract/shipments.ts'
import { useAction, write } from '#web/api/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

/** Says that an order can be picked up, which mails its buyer. */
export function ReadyButton({
  order: { _id, number },
  ...look
}: { order: Pick<Order, '_id' | 'number'> } & Pick<
  ComponentProps<typeof Button>,
  'size' | 'variant' | 'aria-describedby'
>) {
  const readying = useAction(async () => {
    await write(readyOrder, { params: { id: _id } })
    toast.success(t('order.ready', { number }))
  })
  return (
    <Button {...look} busy={readying.isPending} onClick={() => readying.mutate(undefined)}>
      {t('timeline.ready_for_pickup')}
    </Button>
  )
}
