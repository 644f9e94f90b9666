import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { listTaxIds, maxTaxIds, type TaxId } from '#contract/tax.ts'
import { endpointQuery, useQuery } from '#web/api/queries.ts'
import { CheckoutSection } from '#web/checkout/checkout-section.tsx'
import { AddTaxId, TaxIdList } from '#web/tax/tax-id-list.tsx'
import { Button } from '#web/ui/button.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { countryName } from '#web/i18n/country-names.ts'
import { t } from '#web/i18n/messages.ts'

/** The register answers within seconds, or much later. */
const pollMs = 2000
const maxPolls = 15

/** Says what a VAT number does to the tax of the order, shows the buyer's with their state, and takes another one in place. */
export function CheckoutTaxId({
  countries,
  place,
  onChange,
}: {
  /** The countries whose numbers count. */
  countries: readonly string[]
  /** The country that the order goes to. */
  place: string
  /** Called when a number has come, gone or changed its state. */
  onChange: () => void
}) {
  const query = useQuery({
    ...endpointQuery(listTaxIds),
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'unknown') && state.dataUpdateCount <= maxPolls ? pollMs : false,
  })
  const taxIds = query.data
  const states = taxIds?.map(({ _id, status }) => `${_id} ${status}`).join()
  const [isAdding, setAdding] = useState(false)
  const changed = useEffectEvent(onChange)
  const known = useRef<string>(undefined)
  useEffect(() => {
    if (states === undefined || states === known.current) return
    // At first, the total has them in it.
    if (known.current !== undefined) changed()
    known.current = states
  }, [states])

  const counts = ({ country }: TaxId) => countries.includes(country)
  return (
    <CheckoutSection title={t('tax-id.number')}>
      <p className="muted mb-3">{whatCounts(countries, place)}</p>
      {taxIds === undefined ? (
        query.error ? null : (
          <SkeletonRows rows={1} label={t('tax-id.title')} />
        )
      ) : (
        <>
          {taxIds.length > 0 ? (
            <TaxIdList
              taxIds={taxIds.toSorted((one, other) => Number(counts(other)) - Number(counts(one)))}
              textOf={(taxId) =>
                !counts(taxId)
                  ? t('checkout.tax-id-unused')
                  : taxId.status === 'verified'
                    ? t('checkout.tax-id-used')
                    : taxId.status === 'unknown'
                      ? t('checkout.tax-id-unknown')
                      : t(`tax-id.${taxId.status}-text`)
              }
            />
          ) : null}
          {countries.length === 0 || taxIds.length >= maxTaxIds ? null : isAdding || !taxIds.some(counts) ? (
            <AddTaxId />
          ) : (
            <Button variant="outline" size="sm" onClick={() => setAdding(true)}>
              {t('checkout.another-tax-id')}
            </Button>
          )}
        </>
      )}
    </CheckoutSection>
  )
}

function whatCounts(countries: readonly string[], place: string): string {
  const [first] = countries
  if (first === undefined) return t('checkout.tax-id-none', { country: countryName(place) })
  return countries.length === 1
    ? t('checkout.tax-id-of-place', { country: countryName(first) })
    : t('checkout.tax-id-of-eu')
}
