import { formats } from '@lingui/core'
import { useState } from 'react'
import { currentLanguage } from '#web/words/language.ts'

/** A day as everybody reads it, in the reader's own time zone: '21 Nov 2026'. Browser only. */
export function Day({ iso }: { iso: string }) {
  const text = formats.date(dayLocale(), iso, { day: 'numeric', month: 'short', year: 'numeric' })
  return (
    <time dateTime={iso} className="figures whitespace-nowrap">
      {text}
    </time>
  )
}

/** A day and its time, in the reader's own time zone: '21 Nov, 14:05', with the year unless it is this one. Browser only. */
export function DayTime({ iso }: { iso: string }) {
  const moment = new Date(iso)
  const [thisYear] = useState(() => new Date().getFullYear())
  const text = formats.date(dayLocale(), moment, {
    day: 'numeric',
    month: 'short',
    ...(moment.getFullYear() !== thisYear && { year: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
  })
  return (
    <time dateTime={iso} className="figures whitespace-nowrap">
      {text}
    </time>
  )
}

/** English days are written as most of the world reads them: the day before the month. */
const dayLocale = () => (currentLanguage() === 'en' ? 'en-GB' : currentLanguage())
