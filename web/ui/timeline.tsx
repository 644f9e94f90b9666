import { type Key, type ReactNode } from 'react'
import { DayTime } from '#web/ui/date-time.tsx'

export interface TimelineEntry {
  key: Key
  at: string
  title: ReactNode
  /** A smaller second line, such as actor or reason. */
  note?: ReactNode
  tone?: 'plain' | 'good' | 'bad'
}

const dots = { plain: 'bg-base-content/55', good: 'bg-success', bad: 'bg-error' }

/** Renders events in a column, each with its time. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <ol className="grid">
      {entries.map(({ key, at, title, note, tone = 'plain' }) => (
        <li
          key={key}
          className="relative grid gap-x-6 pb-5 pl-7 before:absolute before:top-3 before:bottom-0 before:left-[0.4375rem] before:w-px before:bg-base-300 last:pb-0 last:before:hidden sm:grid-cols-[minmax(0,1fr)_auto]"
        >
          <span aria-hidden="true" className={`absolute top-1.5 left-0.5 size-3 rounded-full ${dots[tone]}`} />
          <p className="min-w-0 font-medium">{title}</p>
          <p className="muted text-sm sm:text-right">
            <DayTime iso={at} />
          </p>
          {note ? <p className="muted text-sm wrap-anywhere sm:col-span-2">{note}</p> : null}
        </li>
      ))}
    </ol>
  )
}
