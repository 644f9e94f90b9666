import { type ComponentProps, type ReactNode, useState } from 'react'
import { getAddressFormat } from '#contract/addresses.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { endpointQuery, useQuery } from '#web/api/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Form } from '#web/ui/form.tsx'
import { Select } from '#web/ui/select.tsx'
import { countryChoices, countryName } from '#web/i18n/country-names.ts'
import { t } from '#web/i18n/messages.ts'

interface Props {
  open: boolean
  title: string
  text?: string
  saveLabel?: string
  onSend: (data: FormData) => Promise<unknown>
  onClose: () => void
  children: ReactNode
}

/** Says what is wrong with an entry, in words for who typed it. */
export class EntryError extends Error {}

/** Renders the form of an entry in a dialog: its error stands in it, and a success closes it. */
export function TaxDialog(props: Props) {
  const { open, title, text, onClose } = props
  return (
    <Dialog open={open} title={title} text={text} wide onClose={onClose}>
      <Content {...props} />
    </Dialog>
  )
}

function Content({ saveLabel = t('form.save'), onSend, onClose, children }: Props) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  async function send(data: FormData) {
    setBusy(true)
    setProblem(undefined)
    try {
      await onSend(data)
      onClose()
    } catch (error) {
      setProblem(error instanceof EntryError ? error.message : errorMessageOf(error))
    }
    setBusy(false)
  }
  return (
    <Form onSend={send}>
      {children}
      <FormError text={problem} />
      <Button type="submit" busy={busy}>
        {saveLabel}
      </Button>
    </Form>
  )
}

type SelectProps = ComponentProps<typeof Select<string>>

/** Renders a select of a form that is sent as it stands. */
export function Choice({
  initial,
  onChange,
  ...select
}: Omit<SelectProps, 'value' | 'onChoose' | 'onChange'> & { initial: string; onChange?: (value: string) => void }) {
  const [value, setValue] = useState(initial)
  return (
    <Select
      {...select}
      value={value}
      onChoose={(next) => {
        setValue(next)
        onChange?.(next)
      }}
    />
  )
}

/** Edits a country, its region and, where it is asked for, a postal code or its beginning. */
export function PlaceFields({
  country = '',
  region = '',
  postal,
  noneLabel,
}: {
  country?: string
  region?: string
  postal?: { name: string; label: string; value: string; hint?: string }
  /** Set if there may be no country. */
  noneLabel?: string
}) {
  const [chosen, setChosen] = useState(country)
  const format = useQuery({
    ...endpointQuery(getAddressFormat, { query: { country: chosen || 'US' } }),
    staleTime: Infinity,
  })
  const regions = chosen === '' ? [] : (format.data?.regions ?? [])
  const codes = format.data?.countries ?? (country ? [country] : [])
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Choice
        name="country"
        label={t('addresses.country')}
        required={noneLabel === undefined}
        initial={country}
        choices={[{ value: '', label: noneLabel ?? t('attributes.choose') }, ...countryChoices(codes)]}
        onChange={setChosen}
      />
      {regions.length > 0 ? (
        <Choice
          key={chosen}
          name="region"
          label={t('tax.region')}
          initial={chosen === country ? region : ''}
          choices={[
            { value: '', label: t('tax.all-regions') },
            ...regions.map(({ value, name }) => ({ value, label: name })),
          ]}
        />
      ) : (
        <Field
          name="region"
          label={t('tax.region')}
          defaultValue={region}
          maxLength={maxLengths.region}
          autoComplete="off"
        />
      )}
      {postal ? (
        <Field
          name={postal.name}
          label={postal.label}
          defaultValue={postal.value}
          hint={postal.hint}
          maxLength={maxLengths.postalCode}
          autoComplete="off"
        />
      ) : null}
    </div>
  )
}

/** Names a place such as `United States, TX, 787`. */
export const placeText = (place: { country: string; region: string; postalPrefix?: string }): string =>
  [countryName(place.country), place.region, place.postalPrefix].filter(Boolean).join(', ')
