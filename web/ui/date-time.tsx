import { formats } from '@lingui/core'
import { createContext, use, useState } from 'react'
import { currentLocale } from '#web/i18n/language.ts'

/** Holds the time zone of what is below: that of the store for staff; undefined for that of the reader. */
export const TimeZone = createContext<string | undefined>(undefined)

const inZone = (timeZone: string | undefined) => (timeZone === undefined ? {} : { timeZone })

/** Renders a date: '21 Nov 2026', with `short` '21 Nov'. Browser only. */
export function Day({ iso, short = false }: { iso: string; short?: boolean }) {
  const zone = inZone(use(TimeZone))
  const text = formats.date(currentLocale(), iso, {
    day: 'numeric',
    month: 'short',
    year: short ? undefined : 'numeric',
    ...zone,
  })
  return (
    <time dateTime={iso} className="figures whitespace-nowrap">
      {text}
    </time>
  )
}

/** Renders a date and time: '21 Nov, 14:05', with the year unless it is the current one or `year` is set. Browser only. */
export function DayTime({ iso, year = false }: { iso: string; year?: boolean }) {
  const zone = inZone(use(TimeZone))
  const moment = new Date(iso)
  const [thisYear] = useState(() => new Date().getFullYear())
  const text = formats.date(currentLocale(), moment, {
    day: 'numeric',
    month: 'short',
    ...((year || moment.getFullYear() !== thisYear) && { year: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
    ...zone,
  })
  return (
    <time dateTime={iso} className="figures whitespace-nowrap">
      {text}
    </time>
  )
}
