import { useEffect, useState } from 'react'
import { type AddressFormat, getAddressFormat } from '#contract/addresses.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import type { Place } from '#contract/place.ts'
import type { PlacePart } from '#contract/shipping.ts'
import { cachedCall } from '#web/api/cached-call.ts'
import { countryChoices } from '#web/i18n/country-names.ts'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { t } from '#web/i18n/messages.ts'

/** Edits a place: country and postal code, and the region where the price depends on it and the code does not say it. */
export function PlaceFields({
  place,
  countries,
  needs,
  noneLabel,
  onChange,
}: {
  place: Place
  countries: readonly string[]
  needs?: PlacePart | undefined
  /** Set if there may be no place: its country is then empty. */
  noneLabel?: string
  onChange: (place: Place) => void
}) {
  const known = useAddressFormat(place.country)
  const format = known?.format
  const hasCode = place.country !== '' && (!format || format.fields.some(({ name }) => name === 'postalCode'))
  const regions = format?.regions ?? []
  return (
    <>
      <Select
        label={t('word.country')}
        choices={[...(noneLabel ? [{ value: '', label: noneLabel }] : []), ...countryChoices(countries)]}
        value={place.country}
        onChoose={(country) => onChange({ country })}
        autoComplete="country"
      />
      {hasCode ? (
        <Field
          label={t('delivery.postal-code')}
          name="postalCode"
          maxLength={maxLengths.postalCode}
          autoComplete="postal-code"
          value={place.postalCode ?? ''}
          onChange={({ target }) => onChange({ ...place, postalCode: target.value })}
        />
      ) : null}
      {known && (needs === 'region' || place.region) ? (
        regions.length > 0 ? (
          <Select
            label={t('delivery.region')}
            choices={[
              { value: '', label: t('delivery.choose') },
              ...regions.map(({ value, name }) => ({ value, label: name })),
            ]}
            value={place.region ?? ''}
            onChoose={(region) => onChange(withRegion(place, region))}
          />
        ) : (
          <Field
            label={t('delivery.region')}
            name="region"
            maxLength={maxLengths.region}
            value={place.region ?? ''}
            onChange={({ target }) => onChange(withRegion(place, target.value))}
          />
        )
      ) : null}
    </>
  )
}

const withRegion = ({ region: _, ...place }: Place, region: string): Place =>
  region === '' ? place : { ...place, region }

/** Returns how addresses of a country are written; undefined while that is loading. */
function useAddressFormat(country: string): { format?: AddressFormat } | undefined {
  const [known, setKnown] = useState<{ country: string; format?: AddressFormat }>()
  useEffect(() => {
    if (country === '') return
    let isLeft = false
    // Without it, the fields are those of most countries.
    cachedCall(getAddressFormat, { query: { country } }).then(
      (format) => isLeft || setKnown({ country, format }),
      () => isLeft || setKnown({ country }),
    )
    return () => void (isLeft = true)
  }, [country])
  return known?.country === country ? known : undefined
}
