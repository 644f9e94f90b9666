import { maxLengths } from '#contract/max-lengths.ts'
import { changeOrder } from '#contract/orders.ts'
import type { OrderDetails } from '#contract/payments.ts'
import { write } from '#web/api/queries.ts'
import { useEntryForm } from '#web/page/use-entry-form.ts'
import { Field, TextArea } from '#web/ui/field.tsx'
import { FormFooter } from '#web/ui/form-footer.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

/** Changes delivery address, phone, purchase order number and note of an order; its country stays, since delivery and tax depend on it. */
export function ChangeOrderForm({ details, onClose }: { details: OrderDetails; onClose: () => void }) {
  const { order, deliveryAddress } = details
  const { recipient = '', company = '', street = '', city = '', postalCode = '' } = deliveryAddress ?? {}
  const { address, phoneNumber, poNumber = '', note = '' } = order
  const form = useEntryForm({
    values: { address, recipient, company, street, city, postalCode, phoneNumber, poNumber, note },
    async send(values) {
      const { address: text, phoneNumber: phone, poNumber: number, note: words, ...fields } = values
      const { asked } = await write(changeOrder, {
        params: { id: order._id },
        body: {
          ...(deliveryAddress ? { delivery: { ...deliveryAddress, ...fields } } : { address: text }),
          phoneNumber: phone,
          poNumber: number,
          note: words,
        },
      })
      toast.success(t(asked ? 'change-order.asked' : 'change-order.done'))
      onClose()
      return undefined
    },
  })
  return (
    <form {...form.form} className="mt-4 grid gap-4">
      {deliveryAddress ? (
        <>
          <Field label={t('address.recipient')} maxLength={maxLengths.addressee} {...form.field('recipient')} />
          <Field label={t('address.company')} maxLength={maxLengths.addressee} {...form.field('company')} />
          <TextArea label={t('address.street')} rows={2} maxLength={maxLengths.street} {...form.field('street')} />
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label={t('address.postal')} maxLength={maxLengths.postalCode} {...form.field('postalCode')} />
            <Field label={t('address.city')} maxLength={maxLengths.city} {...form.field('city')} />
          </div>
        </>
      ) : (
        <TextArea label={t('word.address')} rows={3} maxLength={maxLengths.address} {...form.field('address')} />
      )}
      <Field label={t('word.phone')} type="tel" maxLength={maxLengths.phone} {...form.field('phoneNumber')} />
      <Field label={t('change-order.po')} maxLength={maxLengths.poNumber} {...form.field('poNumber')} />
      <TextArea label={t('refund.note')} rows={2} maxLength={maxLengths.orderNote} {...form.field('note')} />
      <p className="muted text-sm">{t('change-order.papers')}</p>
      <FormFooter form={form} sendLabel={t('word.save')} onCancel={onClose} />
    </form>
  )
}
