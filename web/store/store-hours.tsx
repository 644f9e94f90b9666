import { type Weekday, weekdays, writeSpans } from '#contract/opening-hours.ts'
import { readSpans } from '#contract/read-spans.ts'
import type { Store } from '#contract/store.ts'
import { useEntryForm } from '#web/page/use-entry-form.ts'
import { weekdayName } from '#web/page/weekday-name.ts'
import { StoreSection, useSaveStore } from '#web/store/store-section.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { t } from '#web/i18n/messages.ts'

type Values = Record<Weekday, string>

const workdays = ['tuesday', 'wednesday', 'thursday', 'friday'] as const

/** Edits when the store is open, as people write it. */
export function StoreHours({ store: { openingHours, timeZone } }: { store: Store }) {
  const saveStore = useSaveStore()
  const form = useEntryForm<Values>({
    values: Object.fromEntries(weekdays.map((day) => [day, writeSpans(openingHours[day])])) as Values,
    draft: 'store-hours',
    async send(values) {
      const read = Object.fromEntries(weekdays.map((day) => [day, readSpans(values[day]) ?? []]))
      await saveStore({ openingHours: read })
      return Object.fromEntries(weekdays.map((day) => [day, writeSpans(read[day])])) as Values
    },
  })
  const check = (text: string) => readSpans(text) !== undefined || t('store.hours-wrong')
  return (
    <StoreSection part="hours" text={t('store.hours-text', { timeZone })} form={form}>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {weekdays.map((day) => (
          <Field
            key={day}
            label={weekdayName(day, 'long')}
            placeholder={t('store.closed')}
            autoComplete="off"
            {...form.field(day, { validate: check })}
          />
        ))}
      </div>
      <div>
        <Button
          variant="outline"
          size="sm"
          onClick={() => {
            for (const day of workdays) form.fill(day, form.getValues('monday'))
          }}
        >
          {t('store.hours-copy')}
        </Button>
      </div>
    </StoreSection>
  )
}
