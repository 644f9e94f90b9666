import { useState } from 'react'
import { useController } from 'react-hook-form'
import { maxLengths } from '#contract/max-lengths.ts'
import type { Order } from '#contract/orders.ts'
import { offlineMethods, recordOfflinePayment } from '#contract/payments.ts'
import { storeDay } from '#contract/time-zone.ts'
import { write } from '#web/api/queries.ts'
import { useEntryForm } from '#web/page/use-entry-form.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormFooter } from '#web/ui/form-footer.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { Select } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

/** Asks how the money of an order came before it is recorded, which mails the buyer and cannot be undone. */
export function useRecordPayment(order: Order) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return {
    ask: () => setOpen(true),
    dialog: (
      <Dialog
        open={open}
        title={t('record-payment.title', { amount: moneyText(order.totalPrice, order.currency), number: order.number })}
        text={t('record-payment.text', { buyer: order.buyerName || order.email })}
        onClose={close}
      >
        <RecordPaymentForm order={order} onClose={close} />
      </Dialog>
    ),
  }
}

interface Values {
  method: (typeof offlineMethods)[number]
  reference: string
  receivedOn: string
}

function RecordPaymentForm({ order, onClose }: { order: Order; onClose: () => void }) {
  const [today] = useState(() => storeDay(Date.now()))
  const form = useEntryForm<Values>({
    values: { method: 'bank_transfer', reference: order.byTransfer ? order.number : '', receivedOn: today },
    async send({ method, reference, receivedOn }) {
      const body = { method, reference: reference.trim(), receivedOn }
      await write(recordOfflinePayment, { params: { id: order._id }, body })
      toast.success(t('record-payment.done'))
      onClose()
      return undefined
    },
  })
  const method = useController({ control: form.control, name: 'method' }).field
  return (
    <form {...form.form} className="grid gap-4">
      <Select
        label={t('order.paid-by')}
        choices={offlineMethods.map((value) => ({ value, label: t(`payment-method.${value}`) }))}
        value={method.value}
        onChoose={method.onChange}
      />
      <Field
        label={t('word.reference')}
        maxLength={maxLengths.paymentReference}
        required
        autoComplete="off"
        hint={t('record-payment.reference-hint')}
        {...form.field('reference', {
          validate: (text) => text.trim() !== '' || t('record-payment.no-reference'),
        })}
      />
      <Field
        label={t('record-payment.received-on')}
        type="date"
        required
        min={storeDay(Date.parse(order.placedAt))}
        max={today}
        {...form.field('receivedOn', { validate: (day) => day !== '' || t('record-payment.no-day') })}
      />
      {order.state === 'expired' ? <p className="font-medium">{t('record-payment.expired')}</p> : null}
      <FormFooter form={form} sendLabel={t('record-payment.start')} onCancel={onClose} />
    </form>
  )
}
