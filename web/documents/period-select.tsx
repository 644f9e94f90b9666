import { useState } from 'react'
import { storeDay } from '#contract/time-zone.ts'
import { periodDays, periods } from '#web/documents/period-days.ts'
import { Select } from '#web/ui/select.tsx'
import { t } from '#web/i18n/messages.ts'

/** Renders the choice of a month or quarter of the store for a report of days. */
export function PeriodSelect({
  from,
  to,
  onChange,
}: {
  from: string
  to: string
  onChange: (days: { from: string; to: string }) => void
}) {
  const [days] = useState(() => periodDays(storeDay(Date.now())))
  const chosen = periods.find((period) => days[period].from === from && days[period].to === to)
  const choices: readonly ((typeof periods)[number] | 'other')[] = chosen ? periods : [...periods, 'other']
  return (
    <Select
      label={t('period.label')}
      choices={choices.map((value) => ({ value, label: t(`period.${value}`) }))}
      value={chosen ?? 'other'}
      onChoose={(period) => period !== 'other' && onChange(days[period])}
    />
  )
}
