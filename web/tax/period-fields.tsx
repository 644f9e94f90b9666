import { Field } from '#web/ui/field.tsx'
import { t } from '#web/i18n/messages.ts'
import { today } from '#web/tax/rate-text.ts'

/** Renders the fields of the days from and until which an entry holds. */
export const PeriodFields = ({ edited }: { edited: { startsOn?: string; endsOn?: string } | undefined }) => (
  <>
    <Field
      name="startsOn"
      label={t('word.starting-from')}
      type="date"
      required
      defaultValue={edited?.startsOn ?? today()}
    />
    <Field
      name="endsOn"
      label={t('word.until')}
      type="date"
      hint={t('tax.until-hint')}
      defaultValue={edited?.endsOn ?? ''}
    />
  </>
)
