import { formats } from '@lingui/core'
import { currentLocale } from '#web/i18n/language.ts'

/** Writes a day such as `2026-01-31` for the reader, the same in every time zone; `short` without the year. */
export const calendarDayText = (day: string, short = false): string =>
  formats.date(currentLocale(), `${day}T00:00:00Z`, {
    day: 'numeric',
    month: 'short',
    ...(short ? {} : { year: 'numeric' }),
    timeZone: 'UTC',
  })
