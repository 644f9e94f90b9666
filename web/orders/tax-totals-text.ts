import { storeDay } from '#contract/time-zone.ts'
import type { PlaceTotal } from '#contract/tax.ts'
import { calendarDayText } from '#web/i18n/calendar-day.ts'
import { countryName } from '#web/i18n/country-names.ts'
import { currentLocale } from '#web/i18n/language.ts'
import { t } from '#web/i18n/messages.ts'

/** Limits the totals that a sentence says. */
const maxSaid = 5

/** Says what the rates of places come to: `United States, TX, 787: 8.25 + 6.25 + 2 = 16.5% in all`. */
export function taxTotalsText(totals: readonly PlaceTotal[]): string {
  const said = totals.slice(0, maxSaid).map(({ country, region, postalPrefix, rates, total, startsOn }) =>
    t('tax.total', {
      place: [countryName(country), region, postalPrefix, startsOn > storeDay(new Date()) && dayText(startsOn)]
        .filter(Boolean)
        .join(', '),
      sum: rates.map(({ rate }) => (Number(rate) * 100).toLocaleString(currentLocale(), digits)).join(' + '),
      total: Number(total).toLocaleString(currentLocale(), { style: 'percent', ...digits }),
      count: rates.length,
    }),
  )
  const more = totals.length - said.length
  return [...said, ...(more > 0 ? [t('tax.more-totals', { count: more })] : [])].join('; ')
}

const dayText = (day: string) => t('tax.total-from', { day: calendarDayText(day, true) })

const digits = { maximumFractionDigits: 4 } as const
