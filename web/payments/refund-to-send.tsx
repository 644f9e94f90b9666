import { useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { type Refund, sendRefundByHand } from '#contract/payments.ts'
import { storeDay } from '#contract/time-zone.ts'
import { write } from '#web/api/queries.ts'
import { useEntryForm } from '#web/page/use-entry-form.ts'
import { MoneyDayField, ReferenceField } from '#web/payments/hand-money-fields.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormFooter } from '#web/ui/form-footer.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

/** Asks when and how staff have sent the money of a refund by hand, and records it. */
export function RefundToSend({ order, refund }: { order: Order; refund: Refund }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <p className="no-print">
        <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
          {t('refund.money-sent')}
        </Button>
      </p>
      <Dialog
        open={open}
        title={t('refund.money-sent-title', { amount: moneyText(refund.amount, order.currency) })}
        text={t('refund.money-sent-text', { buyer: order.buyerName || order.email })}
        onClose={close}
      >
        <SentMoneyForm order={order} refund={refund} onClose={close} />
      </Dialog>
    </>
  )
}

function SentMoneyForm({ order, refund, onClose }: { order: Order; refund: Refund; onClose: () => void }) {
  const [today] = useState(() => storeDay(Date.now()))
  const form = useEntryForm({
    values: { sentOn: today, reference: refund.creditNote ?? order.number },
    async send({ sentOn, reference }) {
      const body = { sentOn, reference: reference.trim() }
      await write(sendRefundByHand, { params: { id: order._id, refund: refund._id }, body })
      toast.success(t('refund.went-back', { amount: moneyText(refund.amount, order.currency) }))
      onClose()
      return undefined
    },
  })
  return (
    <form {...form.form} className="grid gap-4">
      <ReferenceField
        required
        {...form.field('reference', { validate: (text) => text.trim() !== '' || t('record-payment.no-reference') })}
      />
      <MoneyDayField
        label={t('refund.sent-on')}
        placedAt={order.placedAt}
        required
        {...form.field('sentOn', { validate: (day) => day !== '' || t('refund.no-day') })}
      />
      <FormFooter form={form} sendLabel={t('refund.money-sent')} onCancel={onClose} />
    </form>
  )
}
