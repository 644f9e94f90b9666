import { keepPreviousData } from '@tanstack/react-query'
import type { Ref } from 'react'
import { type Control, useController } from 'react-hook-form'
import {
  addAddress,
  type Address,
  type AddressField,
  addressFields,
  type AddressFormat,
  getAddressFormat,
  updateAddress,
} from '#contract/addresses.ts'
import { addCustomerAddress } from '#contract/customers.ts'
import { isPhoneNumber } from '#contract/delivery.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { isPadded } from '#contract/postal-codes.ts'
import { ApiProblem } from '#web/api/api-problem.ts'
import { endpointQuery, useQuery, write } from '#web/api/queries.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { useEntryForm } from '#web/page/use-entry-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Select } from '#web/ui/select.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { currentStore } from '#web/i18n/current-store.ts'
import { countryChoices } from '#web/i18n/country-names.ts'
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
    values: { ...toFormValues(address, country ?? currentStore().country ?? browserCountry()), ...known },
    draft: `address-${address?._id ?? (customer === undefined ? 'new' : `for-${customer}`)}`,
    // Where it is a part of a larger page, that is the usual case.
    isDraftSilent: onClose === undefined,
    fieldOf: (error) => (error instanceof ApiProblem ? fieldsByCode[error.code] : undefined),
    async send({ phone, ...values }) {
      const body = { ...values, ...(phone.trim() && { phone: phone.trim() }) }
      const saved = await (address
        ? write(updateAddress, { params: { id: address._id }, body })
        : customer === undefined
          ? write(addAddress, { body })
          : write(addCustomerAddress, { params: { id: customer }, body }))
      if (onSaved) onSaved(saved.address)
      else toast.success(t('addresses.saved'))
      const { postalCode } = saved.address
      // A success takes warnings away, so this comes after it.
      if (postalCode && isPadded(postalCode, values.postalCode))
        toast.warning(t('addresses.zero-added', { postalCode }))
      onClose?.()
      return undefined
    },
  })
  const chosen = useController({ control: form.control, name: 'country' }).field
  const query = useQuery({
    ...endpointQuery(getAddressFormat, { query: { country: chosen.value } }),
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  })

  return (
    <QueryView
      query={query}
      placeholder={<SkeletonRows rows={5} label={t('addresses.title')} />}
      failed={t('addresses.format-failed')}
    >
      {(format) => (
        <form {...form.form} ref={element} className="grid gap-5">
          <Select
            label={t('word.country')}
            autoComplete="country"
            required
            choices={countryChoices(format.countries)}
            value={chosen.value}
            onChoose={(code) => {
              chosen.onChange(code)
              form.fill('region', '')
            }}
          />
          <div className="grid gap-5 sm:grid-cols-2">
            {format.fields.map((field) => (
              <FormatField
                key={field.name}
                form={form}
                format={format}
                field={field}
                // While the fields are still those of another country, the server says what is missing.
                isChecked={!query.isPlaceholderData}
              />
            ))}
          </div>
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
        </form>
      )}
    </QueryView>
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

/** Renders a field as its country has it: a region is chosen where all of them are known. */
function FormatField({
  form,
  format: { regions, postalCodeExample },
  field: { name, kind, required },
  isChecked,
}: {
  form: ReturnType<typeof useEntryForm<Values>>
  format: AddressFormat
  field: AddressFormat['fields'][number]
  isChecked: boolean
}) {
  const label = t(`address.${kind}`)
  const rules = {
    validate: (text: string) =>
      !isChecked || !required || text.trim() !== '' || t('addresses.missing', { field: label }),
  }
  const input = { label, required, autoComplete: autoComplete[name] }
  if (name === 'region' && regions.length > 0) {
    return <RegionSelect {...input} regions={regions} control={form.control} rules={rules} />
  }
  const text = {
    ...input,
    maxLength: maxLengths[name === 'recipient' || name === 'company' ? 'addressee' : name],
    ...form.field(name, rules),
  }
  if (name === 'street') return <TextArea {...text} rows={2} className="sm:col-span-2" />
  // The refusal of a postal code has an example, too.
  const example = name === 'postalCode' && !text.error ? postalCodeExample : undefined
  return <Field {...text} hint={example && t('addresses.example', { example })} />
}

function RegionSelect({
  regions,
  control,
  rules,
  ...select
}: {
  label: string
  required: boolean
  autoComplete: string
  regions: AddressFormat['regions']
  control: Control<Values>
  rules: { validate: (text: string) => string | true }
}) {
  const {
    field: { ref, value, onChange },
    fieldState,
  } = useController({ name: 'region', control, rules })
  return (
    <Select
      {...select}
      ref={ref}
      choices={[
        { value: '', label: t('attributes.choose') },
        ...regions.map((region) => ({ value: region.value, label: region.name })),
      ]}
      value={value}
      error={fieldState.error?.message}
      onChoose={onChange}
    />
  )
}

const fieldsByCode: Readonly<Partial<Record<ApiProblem['code'], keyof Values>>> = {
  'country-unknown': 'country',
  'region-unknown': 'region',
  'postal-code-elsewhere': 'postalCode',
  'postal-code-invalid': 'postalCode',
}

const autoComplete: Readonly<Record<AddressField, string>> = {
  recipient: 'name',
  company: 'organization',
  street: 'street-address',
  district: 'address-level3',
  city: 'address-level2',
  region: 'address-level1',
  postalCode: 'postal-code',
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

/** Returns the country of the browser's language, such as DE for `de`; US for one that is none, such as `en-US@posix`. */
function browserCountry(): string {
  try {
    const { region = '' } = new Intl.Locale(navigator.language).maximize()
    return /^[A-Z]{2}$/.test(region) ? region : 'US'
  } catch {
    return 'US'
  }
}
