import type { Order } from '#contract/orders.ts'
import { type Refund, sendRefundByHand } from '#contract/payments.ts'
import { useAction, write } from '#web/api/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

/** Records that staff have sent the money of a refund by hand. */
export function RefundToSend({ order, refund }: { order: Order; refund: Refund }) {
  const sending = useAction(async () => {
    await write(sendRefundByHand, { params: { id: order._id, refund: refund._id } })
    toast.success(t('refund.went-back', { amount: moneyText(refund.amount, order.currency) }))
  })
  return (
    <p className="no-print">
      <Button variant="outline" size="sm" busy={sending.isPending} onClick={() => sending.mutate(undefined)}>
        {t('refund.money-sent')}
      </Button>
    </p>
  )
}
