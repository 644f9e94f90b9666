import type { TaxGap } from '#contract/tax.ts'
import { countryName } from '#web/i18n/country-names.ts'
import { t } from '#web/i18n/messages.ts'

/** Says what is missing in the set-up of tax. */
export function gapText(code: TaxGap, places: readonly string[]): string {
  const names = places.map((place) => {
    if (code === 'class-without-rates') return place
    const [country = '', ...region] = place.split(' ')
    return [countryName(country), region.join(' ')].filter(Boolean).join(' ')
  })
  return t(`tax.gap.${code}`, { places: names.join(', ') })
}
