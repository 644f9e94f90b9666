import { useState } from 'react'
import { type Language, languages } from '#contract/language.ts'
import { regions } from '#contract/regions.ts'
import { updateStore } from '#contract/store.ts'
import { useAction, write } from '#web/api/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/select.tsx'
import { countryChoices } from '#web/i18n/country-names.ts'
import { currentLanguage, languageNames } from '#web/i18n/language.ts'
import { localeOf } from '#web/i18n/locale-of.ts'
import { t } from '#web/i18n/messages.ts'

/** Returns the country that the browser is set to, else one of the language of the page. */
function guessCountry(): string {
  const told = navigator.languages.map((language) => localeOf(language)?.region ?? '')
  return told.find((country) => country in regions) ?? (currentLanguage() === 'de' ? 'DE' : 'US')
}

/** Chooses in one step the language and the country of the store, of which currency, time zone, units and numbers follow. */
export function RegionStep() {
  const [country, setCountry] = useState(guessCountry)
  const [language, setLanguage] = useState<Language>(currentLanguage())
  const region = regions[country]
  const saving = useAction(async () => {
    if (!region) return
    const { currency, timeZone, units } = region
    await write(updateStore, {
      body: { languages: [language, ...languages.filter((one) => one !== language)], currency, timeZone, units },
    })
    // Every price and time on the page is another one now.
    location.reload()
  })
  return (
    <form
      aria-label={t('opening.step.mainLanguage')}
      className="flex w-full flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        saving.mutate(undefined)
      }}
    >
      <Select
        label={t('store.main-language')}
        className="w-full sm:w-60"
        choices={languages.map((value) => ({ value, label: languageNames[value] }))}
        value={language}
        onChoose={(value) => setLanguage(value)}
      />
      <Select
        label={t('word.country')}
        className="w-full sm:w-60"
        choices={countryChoices(Object.keys(regions))}
        value={country}
        onChoose={(value) => {
          setCountry(value)
          setLanguage(regions[value]?.language ?? language)
        }}
      />
      <Button type="submit" busy={saving.isPending}>
        {t('word.save')}
      </Button>
      {region ? (
        <p className="muted w-full text-sm">
          {t('opening.region', {
            currency: region.currency,
            zone: region.timeZone,
            units: t(`store.units.${region.units}`),
          })}
        </p>
      ) : null}
    </form>
  )
}
