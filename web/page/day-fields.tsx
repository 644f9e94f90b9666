import { Field } from '#web/ui/field.tsx'
import { t } from '#web/i18n/messages.ts'

export const isDay = (text: string | null): text is string => /^\d{4}-\d\d-\d\d$/.test(text ?? '')

/** Renders the fields of the first and the last day of a report. */
export const DayFields = ({
  from,
  to,
  onChange,
}: {
  from: string
  to: string
  onChange: (change: { from?: string; to?: string }) => void
}) => (
  <>
    <Field
      label={t('word.from')}
      type="date"
      value={from}
      onChange={({ target }) => isDay(target.value) && onChange({ from: target.value })}
    />
    <Field
      label={t('word.until')}
      type="date"
      value={to}
      onChange={({ target }) => isDay(target.value) && onChange({ to: target.value })}
    />
  </>
)
