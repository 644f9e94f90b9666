import type { Column } from '#web/ui/table.tsx'
import { calendarDayText } from '#web/i18n/calendar-day.ts'
import { t } from '#web/i18n/messages.ts'

/** Returns the columns of the days from and until which an entry holds. */
export const periodColumns = (): Column<{ startsOn: string; endsOn?: string }>[] => [
  {
    head: t('word.starting-from'),
    fit: true,
    cell: ({ startsOn }) => <span className="figures whitespace-nowrap">{calendarDayText(startsOn)}</span>,
  },
  {
    head: t('word.until'),
    fit: true,
    cell: ({ endsOn }) => <span className="figures whitespace-nowrap">{endsOn ? calendarDayText(endsOn) : '–'}</span>,
  },
]
