import { useWatch } from 'react-hook-form'
import { maxLengths } from '#contract/max-lengths.ts'
import type { Store } from '#contract/store.ts'
import { useEntryForm } from '#web/page/use-entry-form.ts'
import { saveStore, StoreSection } from '#web/store/store-section.tsx'
import { Field } from '#web/ui/field.tsx'
import { t } from '#web/i18n/messages.ts'

/** Chooses what the numbers of orders begin with, until there are real orders. */
export function StoreOrderNumbers({ store }: { store: Store }) {
  const form = useEntryForm({
    values: { orderPrefix: store.orderPrefix },
    draft: 'store-order-numbers',
    async send(values) {
      const orderPrefix = asPrefix(values.orderPrefix)
      await saveStore({ orderPrefix })
      return { orderPrefix }
    },
  })
  const prefix = asPrefix(useWatch({ control: form.control, name: 'orderPrefix' }))
  return (
    <StoreSection title={t('store.order-numbers')} text={t('store.order-numbers-text')} form={form}>
      <Field
        label={t('store.order-prefix')}
        hint={t('store.order-prefix-hint', { first: `${prefix}1001`, second: `${prefix}1002` })}
        maxLength={maxLengths.orderPrefix}
        autoComplete="off"
        className="max-w-lg"
        {...form.field('orderPrefix')}
      />
    </StoreSection>
  )
}

const asPrefix = (typed: string) => typed.trim().toUpperCase()
