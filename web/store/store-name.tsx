import { maxLengths } from '#contract/max-lengths.ts'
import type { Store } from '#contract/store.ts'
import { useEntryForm } from '#web/page/use-entry-form.ts'
import { StoreSection, useSaveStore } from '#web/store/store-section.tsx'
import { Field } from '#web/ui/field.tsx'
import { t } from '#web/i18n/messages.ts'

export function StoreName({ store }: { store: Store }) {
  const saveStore = useSaveStore()
  const form = useEntryForm({
    values: { name: store.name },
    draft: 'store-name',
    async send({ name }) {
      await saveStore({ name })
      return undefined
    },
  })
  return (
    <StoreSection part="name" text={t('store.name-text')} form={form}>
      <Field
        label={t('store.name')}
        hint={t('store.name-hint')}
        maxLength={maxLengths.storeName}
        autoComplete="organization"
        className="max-w-lg"
        {...form.field('name')}
      />
    </StoreSection>
  )
}
