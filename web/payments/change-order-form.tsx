import { useState } from 'react'
import { addressFields, type AddressField } from '#contract/addresses.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { changeOrder } from '#contract/orders.ts'
import type { OrderDetails } from '#contract/payments.ts'
import { write } from '#web/api/queries.ts'
import { AddressFields, addressFieldOf } from '#web/page/address-fields.tsx'
import { useEntryForm } from '#web/page/use-entry-form.ts'
import { Field, TextArea } from '#web/ui/field.tsx'
import { FormFooter } from '#web/ui/form-footer.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

type Values = Record<AddressField | 'country' | 'address' | 'phoneNumber' | 'poNumber' | 'note', string>

/** Changes delivery address, phone, purchase order number and note of an order; a place where it may cost more is asked of the shop. */
export function ChangeOrderForm({ details, onClose }: { details: OrderDetails; onClose: () => void }) {
  const { order, deliveryAddress } = details
  const { address, phoneNumber, poNumber = '', note = '' } = order
  const [withBilling, setWithBilling] = useState(false)
  const known = Object.fromEntries(addressFields.map((name) => [name, deliveryAddress?.[name] ?? '']))
  const form = useEntryForm<Values>({
    // Each of the fields has a value.
    values: {
      ...(known as Record<AddressField, string>),
      country: deliveryAddress?.country ?? '',
      address,
      phoneNumber,
      poNumber,
      note,
    },
    fieldOf: addressFieldOf,
    async send({ address: text, phoneNumber: phone, poNumber: number, note: words, ...fields }) {
      const { asked, priceKept } = await write(changeOrder, {
        params: { id: order._id },
        body: {
          ...(deliveryAddress ? { delivery: { ...deliveryAddress, ...fields }, withBilling } : { address: text }),
          phoneNumber: phone,
          poNumber: number,
          note: words,
        },
      })
      toast.success(t(asked ? 'change-order.asked' : priceKept ? 'change-order.price-kept' : 'change-order.done'))
      onClose()
      return undefined
    },
  })
  const others = (
    <>
      <Field label={t('word.phone')} type="tel" maxLength={maxLengths.phone} {...form.field('phoneNumber')} />
      <Field label={t('order.po-number')} maxLength={maxLengths.poNumber} {...form.field('poNumber')} />
      <TextArea label={t('orders.note')} rows={2} maxLength={maxLengths.orderNote} {...form.field('note')} />
      <p className="muted text-sm">{t('change-order.papers')}</p>
      <FormFooter form={form} sendLabel={t('word.save')} onCancel={onClose} />
    </>
  )
  return (
    <form {...form.form} className="mt-4 grid gap-4">
      {deliveryAddress ? (
        <>
          <h3 className="text-lg">{t('order.delivery-address')}</h3>
          <AddressFields form={form}>
            <label className="flex min-h-11 items-start gap-3">
              <input
                type="checkbox"
                className="checkbox mt-0.5"
                checked={withBilling}
                onChange={({ target }) => setWithBilling(target.checked)}
              />
              <span className="min-w-0">
                {t('change-order.with-billing')}
                <span className="muted block text-sm wrap-anywhere">
                  {t('change-order.billing-stays', { address: (order.billing ?? address).split('\n').join(', ') })}
                </span>
              </span>
            </label>
            {others}
          </AddressFields>
        </>
      ) : (
        <>
          <TextArea label={t('word.address')} rows={3} maxLength={maxLengths.address} {...form.field('address')} />
          {others}
        </>
      )}
    </form>
  )
}
