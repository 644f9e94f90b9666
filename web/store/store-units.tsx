import { useController } from 'react-hook-form'
import type { Store } from '#contract/store.ts'
import { useEntryForm } from '#web/page/use-entry-form.ts'
import { StoreSection, useSaveStore } from '#web/store/store-section.tsx'
import { Select } from '#web/ui/select.tsx'
import { t } from '#web/i18n/messages.ts'

/** Chooses the units in which measures are typed and shown; what is stored stays as it is. */
export function StoreUnits({ store }: { store: Store }) {
  const saveStore = useSaveStore()
  const form = useEntryForm({
    values: { units: store.units },
    draft: 'store-units',
    async send(values) {
      await saveStore(values, { reload: true })
      return undefined
    },
  })
  const { field } = useController({ control: form.control, name: 'units' })
  return (
    <StoreSection part="units" text={t('store.units-text')} form={form}>
      <Select
        label={t('store.units')}
        className="max-w-lg"
        choices={(['metric', 'imperial'] as const).map((value) => ({ value, label: t(`store.units.${value}`) }))}
        value={field.value}
        onChoose={field.onChange}
      />
    </StoreSection>
  )
}
