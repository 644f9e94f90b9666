import { keepPreviousData } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { getAddressFormat } from '#contract/addresses.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { Problem } from '#web/api/api-problem.ts'
import { endpointQuery, useQuery } from '#web/api/queries.ts'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { countryChoices, countryName } from '#web/i18n/country-names.ts'
import { t } from '#web/i18n/messages.ts'

/** Says what is wrong with an entry, in words for who typed it. */
export class EntryError extends Problem {}

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
    // While the format of the chosen country is loading, the list still has that country.
    placeholderData: keepPreviousData,
  })
  const regions = chosen === '' || format.isPlaceholderData ? [] : (format.data?.regions ?? [])
  const codes = format.data?.countries ?? (country ? [country] : [])
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Choice
        name="country"
        label={t('word.country')}
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
          choices={[{ value: '', label: t('word.all') }, ...regions.map(({ value, name }) => ({ value, label: name }))]}
        />
      ) : (
        <Field
          // The region of one country is none of another.
          key={chosen}
          name="region"
          label={t('tax.region')}
          defaultValue={chosen === country ? region : ''}
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
