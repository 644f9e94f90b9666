import { formats } from '@lingui/core'
import { currentLocale } from '#web/i18n/language.ts'
import { dayLocale } from '#web/ui/date-time.tsx'

/** Writes a date for papers, in UTC as mails do: '23 December 2026'. */
export const dayText = (iso: string): string =>
  formats.date(dayLocale(), iso, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Formats dollars with up to four decimals, as prices without tax have. */
export const preciseMoneyText = (dollars: number): string =>
  formats.number(currentLocale(), dollars, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: 2,
    maximumFractionDigits: 4,
  })
