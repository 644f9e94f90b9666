import { type Weekday, weekdays } from '#contract/opening-hours.ts'
import { currentLocale } from '#web/i18n/language.ts'

/** Returns the name of a day in the language of the page. */
export const weekdayName = (day: Weekday, weekday: 'long' | 'short'): string =>
  // The first of January 2024 was a Monday.
  new Intl.DateTimeFormat(currentLocale(), { weekday, timeZone: 'UTC' }).format(
    new Date(Date.UTC(2024, 0, 1 + weekdays.indexOf(day))),
  )
