import type { DemoPart } from '#contract/opening.ts'
import { listDemoParts } from '#contract/opening.ts'
import { endpointQuery, useQuery } from '#web/api/queries.ts'
import { taxName } from '#web/orders/tax-name.ts'
import { countryName } from '#web/i18n/country-names.ts'
import { currentLocale } from '#web/i18n/language.ts'
import { t } from '#web/i18n/messages.ts'

/** Names a part of the demo in words: `United States, TX · Normal`. */
export function demoPartText({ name, country = '', region, postalPrefix, scheme, rate, group }: DemoPart): string {
  const place = [country && countryName(country), region, postalPrefix].filter(Boolean).join(', ')
  const percent = rate && Number(rate).toLocaleString(currentLocale(), { style: 'percent', maximumFractionDigits: 4 })
  const words = [place, scheme && t(`tax.scheme.${scheme}`), taxName(name), percent]
  return [...words, group && t('demo.group', { name: group })].filter(Boolean).join(' · ')
}

/** Reads which rows are as they came with the demo, and what of it keeps the seller's own delivery or tax from being switched on. */
export function useDemoParts() {
  const { data: parts = [] } = useQuery(endpointQuery(listDemoParts))
  const ids = new Set(parts.map(({ id }) => id))
  return {
    isOfDemo: (kind: DemoPart['kind'], id: string | number) => ids.has(`${kind}-${id}`),
    /** Returns the sentence that names what is in the way, or none. */
    inTheWay: (what: 'shipping' | 'tax') => {
      const names = parts.filter(({ blocks }) => blocks === what).map(demoPartText)
      return names.length > 0 ? [t('demo.in-the-way', { parts: names.join('; ') })] : []
    },
  }
}
