import { CalendarDays } from 'lucide-react'
import { addDays, storeDay } from '#contract/time-zone.ts'
import { t } from '#web/i18n/messages.ts'

const dayPattern = /^\d{4}-\d\d-\d\d$/

/** Lists the choices of days for `useListFilter`: numbers of days up to today, or `range` from `from` to `to`. */
export const dayChoices = { days: ['', '1', '7', '30', 'range'], from: dayPattern, to: dayPattern } as const

interface Days {
  days: (typeof dayChoices.days)[number]
  from: string
  to: string
}

/** Returns a day of the store as `2026-11-24`, some days before today. */
const dayBefore = (days: number): string => addDays(storeDay(Date.now()), -days)

/** Returns the first and the last day to ask the server for; empty without one. */
export function dayRange({ days, from, to }: Days): { from: string; to: string } {
  if (days === 'range') return { from, to }
  return { from: days === '' ? '' : dayBefore(Number(days) - 1), to: '' }
}

/** Narrows a list to today, the last 7 or 30 days, or from one day to another. */
export function DayFilter({
  label,
  filter: { days, from, to },
  onNarrow,
}: {
  /** Says what happened on these days. */
  label: string
  filter: Days
  onNarrow: (change: Partial<Days>) => void
}) {
  const box = 'input min-h-11 min-w-0 border-base-content/35 text-base'
  const labels = {
    '': t('days.any'),
    '1': t('days.today'),
    '7': t('days.last', { count: 7 }),
    '30': t('days.last', { count: 30 }),
    range: t('days.range'),
  }
  return (
    <>
      <label className={`${box} grow sm:w-48 sm:grow-0`}>
        <CalendarDays aria-hidden="true" size={18} className="shrink-0 opacity-70 max-xs:hidden" />
        <span className="sr-only">{label}</span>
        <select
          className="-my-px min-h-11 min-w-0 grow cursor-pointer outline-none"
          value={days}
          onChange={({ target }) => {
            const chosen = dayChoices.days.find((choice) => choice === target.value) ?? ''
            onNarrow({
              days: chosen,
              ...(chosen === 'range' ? { from: dayBefore(29), to: dayBefore(0) } : { from: '', to: '' }),
            })
          }}
        >
          {dayChoices.days.map((choice) => (
            <option key={choice} value={choice} className="bg-base-100 text-base-content">
              {labels[choice]}
            </option>
          ))}
        </select>
      </label>
      {days === 'range' ? (
        <span className="flex grow gap-3 sm:grow-0">
          {(['from', 'to'] as const).map((end) => (
            <label key={end} className={`${box} grow basis-0 sm:w-44 sm:grow-0 sm:basis-auto`}>
              <span className="muted shrink-0 text-sm">{t(`days.${end}`)}</span>
              <input
                type="date"
                className="min-w-0 grow"
                value={end === 'from' ? from : to}
                {...(end === 'to' ? { min: from } : { max: to })}
                onChange={({ target }) => onNarrow({ [end]: target.value })}
              />
            </label>
          ))}
        </span>
      ) : null}
    </>
  )
}
