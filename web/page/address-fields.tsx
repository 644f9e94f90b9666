import { keepPreviousData } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Control, useController } from 'react-hook-form'
import { type AddressField, type AddressFormat, getAddressFormat } from '#contract/addresses.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { ApiProblem } from '#web/api/api-problem.ts'
import { endpointQuery, useQuery } from '#web/api/queries.ts'
import { QueryView } from '#web/page/query-view.tsx'
import type { useEntryForm } from '#web/page/use-entry-form.ts'
import { Field, TextArea } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { countryChoices } from '#web/i18n/country-names.ts'
import { t } from '#web/i18n/messages.ts'

type Values = Record<AddressField | 'country', string>
type AddressEntry<All extends Values = Values> = ReturnType<typeof useEntryForm<All>>

/** Asks for an address in the fields of its country; what follows in the form comes once these are known, and after them in the order of errors. */
export function AddressFields<All extends Values>({
  form: whole,
  children,
}: {
  form: AddressEntry<All>
  children: ReactNode
}) {
  // The types of the library do not know that a form with more values has these, too.
  const form = whole as unknown as AddressEntry
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
        <>
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
          {children}
        </>
      )}
    </QueryView>
  )
}

/** Returns the field of an address that a refusal is about. */
export const addressFieldOf = (error: unknown): keyof Values | undefined =>
  error instanceof ApiProblem ? fieldsByCode[error.code] : undefined

/** Renders a field as its country has it: a region is chosen where all of them are known. */
function FormatField({
  form,
  format: { regions, postalCodeExample },
  field: { name, kind, required },
  isChecked,
}: {
  form: AddressEntry
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
