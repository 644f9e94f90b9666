import { currentStore } from '#contract/current-store.ts'
import { addTaxRegistration, proposeEuRates, updateTaxSettings } from '#contract/tax.ts'
import { call } from '#web/api/call-endpoint.ts'
import { endpointQuery, useAction, useQuery, write } from '#web/api/queries.ts'
import { countryName } from '#web/i18n/country-names.ts'
import { percentText } from '#web/tax/rate-text.ts'
import { useSaveRates } from '#web/tax/use-save-rates.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { t } from '#web/i18n/messages.ts'

/** Proposes the country of the store in the European Union as the first registration, with its standard rate. */
export function HomeProposal() {
  const { country = '' } = currentStore()
  const { data = [] } = useQuery(endpointQuery(proposeEuRates))
  const found = data.find((one) => one.country === country)
  const saveRates = useSaveRates()
  const saving = useAction(async () => {
    if (!found) return
    const { name, rate, startsOn } = found
    await call(updateTaxSettings, { body: { country, region: '' } })
    const own = { country, name, rate, startsOn, region: '', postalPrefix: '', taxClass: 'standard', onShipping: true }
    if (found.present !== rate) await saveRates([own], t('tax.saved'))
    // Last, since the proposal goes with it.
    await write(addTaxRegistration, {
      body: { country, region: '', number: '', scheme: 'normal', startsOn, reverseCharge: false },
    })
  })
  if (!found) return null
  const words = { country: countryName(country), rate: percentText(found.rate) }
  return (
    <Card className="mt-6">
      <h2 className="text-2xl">{t('tax.home-proposal', words)}</h2>
      <p className="muted mt-1 max-w-3xl">{t('tax.home-proposal-text', words)}</p>
      <Button className="mt-5" busy={saving.isPending} onClick={() => saving.mutate(undefined)}>
        {t('tax.home-proposal-save', words)}
      </Button>
    </Card>
  )
}
