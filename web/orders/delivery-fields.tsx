import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Address } from '#contract/addresses.ts'
import { isDeliveryAddress, isPhoneNumber } from '#contract/delivery.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import type { Delivery } from '#web/orders/use-known-delivery.ts'
import { Field, TextArea } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { t } from '#web/i18n/messages.ts'

type Errors = Partial<Record<keyof Delivery, string | undefined>>

/** Returns what is wrong with address and phone, by field. */
export const deliveryErrors = ({ address, phone }: Delivery): Errors => ({
  ...(!isDeliveryAddress(address) && {
    address: t(address ? 'purchase.short-address' : 'purchase.no-address'),
  }),
  ...(!isPhoneNumber(phone) && { phone: t('purchase.no-phone') }),
})

/** Asks where an order goes: to a saved address, whose text is copied, or to any other. */
export function DeliveryFields({
  delivery: { address, phone },
  saved,
  errors,
  phoneHint,
  onChange,
}: {
  delivery: Delivery
  saved: readonly Address[]
  errors: Errors
  phoneHint?: string
  onChange: (change: Partial<Delivery>) => void
}) {
  const text = useRef<HTMLTextAreaElement>(null)
  // A saved address stays chosen as long as its text is as it was saved.
  const chosen = saved.find((one) => one.text === address)
  function choose(id: string) {
    const one = saved.find(({ _id }) => _id === id)
    onChange({ address: one?.text ?? '', ...(one?.phone && { phone: one.phone }) })
    if (!one) text.current?.focus()
  }
  return (
    <>
      {saved.length > 0 ? (
        <Select
          label={t('purchase.deliver-to')}
          choices={[
            ...saved.map((one) => ({ value: one._id, label: inOneLine(one) })),
            { value: '', label: t('word.another-address') },
          ]}
          value={chosen?._id ?? ''}
          onChoose={choose}
        />
      ) : null}
      <TextArea
        ref={text}
        label={t('word.address')}
        rows={chosen ? chosen.text.split('\n').length : 2}
        hint={
          <Link to="/dashboard/addresses" className="link">
            {t('purchase.addresses')}
          </Link>
        }
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

const inOneLine = ({ label, text }: Address) => [label, ...text.split('\n')].filter((line) => line !== '').join(', ')

/** Moves the focus to the first wrong field once its error is shown. */
export function useFocusOnError() {
  const form = useRef<HTMLFormElement>(null)
  const [refusals, setRefusals] = useState(0)
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])
  return { form, focusFirstError: () => setRefusals((count) => count + 1) }
}
