import { useController } from 'react-hook-form'
import type { Store } from '#contract/store.ts'
import { canonicalZone } from '#contract/time-zone.ts'
import { useEntryForm } from '#web/page/use-entry-form.ts'
import { StoreSection, useSaveStore } from '#web/store/store-section.tsx'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/select.tsx'
import { t } from '#web/i18n/messages.ts'

/** Chooses the time zone whose clocks staff, mails and papers show, and whose days reports have. */
export function StoreTimeZone({ store }: { store: Store }) {
  const saveStore = useSaveStore()
  const form = useEntryForm({
    values: { timeZone: store.timeZone },
    draft: 'store-time-zone',
    async send(values) {
      // All times on the page are those of the new zone.
      await saveStore(values, { reload: true })
      return undefined
    },
  })
  const { field } = useController({ control: form.control, name: 'timeZone' })
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  const zones = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), here, store.timeZone])
  return (
    <StoreSection part="time-zone" text={t('store.time-zone-text')} form={form}>
      <Select
        label={t('store.time-zone')}
        className="max-w-lg"
        choices={[...zones].map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
        value={field.value}
        onChoose={field.onChange}
      />
      {here !== canonicalZone(field.value) ? (
        <div>
          <Button size="sm" variant="outline" onClick={() => field.onChange(here)}>
            {t('store.time-zone-here', { zone: here.replaceAll('_', ' ') })}
          </Button>
        </div>
      ) : null}
    </StoreSection>
  )
}
