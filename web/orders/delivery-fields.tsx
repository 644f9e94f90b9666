import { useEffect, useRef, useState } from 'react'
import { isDeliveryAddress, isPhoneNumber } from '#contract/delivery.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import type { Delivery } from '#web/orders/use-known-delivery.ts'
import { Field, TextArea } from '#web/ui/field.tsx'
import { t } from '#web/i18n/messages.ts'

type Errors = Partial<Record<keyof Delivery, string | undefined>>

/** Returns what is wrong with address and phone, by field. */
export const deliveryErrors = ({ address, phone }: Delivery): Errors => ({
  ...(!isDeliveryAddress(address) && {
    address: t(address ? 'purchase.short-address' : 'purchase.no-address'),
  }),
  ...(!isPhoneNumber(phone) && { phone: t('purchase.no-phone') }),
})

/** Asks where an order goes. */
export function DeliveryFields({
  delivery: { address, phone },
  errors,
  phoneHint,
  onChange,
}: {
  delivery: Delivery
  errors: Errors
  phoneHint?: string
  onChange: (change: Partial<Delivery>) => void
}) {
  return (
    <>
      <TextArea
        label={t('purchase.address')}
        rows={2}
        maxLength={maxLengths.address}
        autoComplete="street-address"
        required
        value={address}
        error={errors.address}
        onChange={({ target }) => onChange({ address: target.value })}
      />
      <Field
        label={t('purchase.phone')}
        type="tel"
        inputMode="numeric"
        maxLength={maxLengths.phone}
        autoComplete="tel"
        required
        hint={phoneHint}
        value={phone}
        error={errors.phone}
        onChange={({ target }) => onChange({ phone: target.value })}
      />
    </>
  )
}

/** Moves the focus to the first wrong field once its error is shown. */
export function useFocusOnError() {
  const form = useRef<HTMLFormElement>(null)
  const [refusals, setRefusals] = useState(0)
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])
  return { form, focusFirstError: () => setRefusals((count) => count + 1) }
}
