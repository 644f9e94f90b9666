import type { Ref } from 'react'
import { addAddress, type Address, type AddressField, addressFields, updateAddress } from '#contract/addresses.ts'
import { addCustomerAddress } from '#contract/customers.ts'
import { isPhoneNumber } from '#contract/delivery.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { write } from '#web/api/queries.ts'
import { AddressFields, addressFieldOf } from '#web/page/address-fields.tsx'
import { firstCountry } from '#web/page/delivery-place.ts'
import { useEntryForm } from '#web/page/use-entry-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

interface Props {
  open: boolean
  /** Undefined for a new one. */
  address: Address | undefined
  /** The country of a new one; without it, that of the store, else that of the browser. */
  country: string | undefined
  /** The id of the customer whose address book staff add a new one to; without it, it is the own one. */
  customer?: string | undefined
  onSaved?: (address: Address) => void
  onClose: () => void
}

/** Adds an address or changes one, in the fields of its country. */
export function AddressDialog(props: Props) {
  const { open, address, onClose } = props
  return (
    <Dialog open={open} title={t(address ? 'addresses.edit-title' : 'addresses.add')} wide onClose={onClose}>
      <AddressForm {...props} />
    </Dialog>
  )
}

type Values = Record<AddressField | 'label' | 'country' | 'phone', string>

/** Asks for an address and saves it in the address book. */
export function AddressForm({
  address,
  country,
  customer,
  known,
  needsPhone = false,
  saveLabel = t('word.save'),
  form: element,
  onSaved,
  onClose,
}: Omit<Props, 'open' | 'onClose'> & {
  /** Holds the values that a new one is filled in with. */
  known?: Partial<Record<AddressField | 'phone', string>>
  /** Set where an order is placed with it, which has a phone number. */
  needsPhone?: boolean
  saveLabel?: string
  form?: Ref<HTMLFormElement>
  onClose?: () => void
}) {
  const form = useEntryForm<Values>({
    values: { ...toFormValues(address, country ?? firstCountry()), ...known },
    draft: `address-${address?._id ?? (customer === undefined ? 'new' : `for-${customer}`)}`,
    isPart: onClose === undefined,
    fieldOf: addressFieldOf,
    async send({ phone, ...values }) {
      const body = { ...values, ...(phone.trim() && { phone: phone.trim() }) }
      const saved = await (address
        ? write(updateAddress, { params: { id: address._id }, body })
        : customer === undefined
          ? write(addAddress, { body })
          : write(addCustomerAddress, { params: { id: customer }, body }))
      if (onSaved) onSaved(saved.address)
      else toast.success(t('addresses.saved'))
      onClose?.()
      return undefined
    },
  })

  return (
    <form {...form.form} ref={element} className="grid gap-5">
      <AddressFields form={form}>
        <div className="grid gap-5 sm:grid-cols-2">
          <PhoneField form={form} required={needsPhone} />
          <Field
            label={t('addresses.label')}
            maxLength={maxLengths.addressLabel}
            autoComplete="off"
            hint={t('addresses.label-hint')}
            {...form.field('label')}
          />
        </div>
        <FormError text={form.problem} />
        <Button type="submit" size="lg" busy={form.busy}>
          {saveLabel}
        </Button>
      </AddressFields>
    </form>
  )
}

/** Renders the phone number; a component, so that an error of a field above it gets the focus first. */
function PhoneField({ form, required }: { form: ReturnType<typeof useEntryForm<Values>>; required: boolean }) {
  return (
    <Field
      label={t('purchase.phone')}
      type="tel"
      inputMode="tel"
      maxLength={maxLengths.phone}
      autoComplete="tel"
      required={required}
      hint={t('addresses.phone-hint')}
      {...form.field('phone', {
        validate: (text) => (text.trim() === '' && !required) || isPhoneNumber(text) || t('purchase.no-phone'),
      })}
    />
  )
}

function toFormValues(address: Address | undefined, country: string): Values {
  const fields = Object.fromEntries(addressFields.map((name) => [name, address?.[name] ?? '']))
  return {
    // Each of the fields has a value.
    ...(fields as Record<AddressField, string>),
    country: address?.country ?? country,
    label: address?.label ?? '',
    phone: address?.phone ?? '',
  }
}
