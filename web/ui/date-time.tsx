import { formats } from '@lingui/core'
import { useState } from 'react'
import { currentLanguage } from '#web/i18n/language.ts'

/** Renders a date in the local time zone: '21 Nov 2026'. Browser only. */
export function Day({ iso }: { iso: string }) {
  const text = formats.date(dayLocale(), iso, { day: 'numeric', month: 'short', year: 'numeric' })
  return (
    <time dateTime={iso} className="figures whitespace-nowrap">
      {text}
    </time>
  )
}

/** Renders a date and time in the local time zone: '21 Nov, 14:05', with the year unless it is the current one or `year` is set. Browser only. */
export function DayTime({ iso, year = false }: { iso: string; year?: boolean }) {
  const moment = new Date(iso)
  const [thisYear] = useState(() => new Date().getFullYear())
  const text = formats.date(dayLocale(), moment, {
    day: 'numeric',
    month: 'short',
    ...((year || moment.getFullYear() !== thisYear) && { year: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
  })
  return (
    <time dateTime={iso} className="figures whitespace-nowrap">
      {text}
    </time>
  )
}

/** Returns the locale of dates; English ones are day before month. */
export const dayLocale = () => (currentLanguage() === 'en' ? 'en-GB' : currentLanguage())
