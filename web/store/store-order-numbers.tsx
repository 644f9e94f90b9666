import { useWatch } from 'react-hook-form'
import { maxLengths } from '#contract/max-lengths.ts'
import { isOrderPrefix } from '#contract/order-prefix.ts'
import type { Store } from '#contract/store.ts'
import { useEntryForm } from '#web/page/use-entry-form.ts'
import { FixedStoreSection, StoreSection, useSaveStore } from '#web/store/store-section.tsx'
import { Field } from '#web/ui/field.tsx'
import { t } from '#web/i18n/messages.ts'

/** Chooses what the numbers of orders begin with, until there are real orders. */
export function StoreOrderNumbers({ store, isFixed }: { store: Store; isFixed: boolean }) {
  const { orderPrefix } = store
  return isFixed ? (
    <FixedStoreSection
      part="order-numbers"
      label={t('store.order-prefix')}
      value={orderPrefix}
      reason={t('problem.order-prefix-in-use', { prefix: orderPrefix })}
    />
  ) : (
    <OrderNumbersForm orderPrefix={orderPrefix} />
  )
}

function OrderNumbersForm({ orderPrefix }: Pick<Store, 'orderPrefix'>) {
  const saveStore = useSaveStore()
  const form = useEntryForm({
    values: { orderPrefix },
    draft: 'store-order-numbers',
    async send(values) {
      const typed = asPrefix(values.orderPrefix)
      await saveStore({ orderPrefix: typed })
      return { orderPrefix: typed }
    },
  })
  const prefix = asPrefix(useWatch({ control: form.control, name: 'orderPrefix' }))
  return (
    <StoreSection part="order-numbers" text={t('store.order-numbers-text')} form={form}>
      <Field
        label={t('store.order-prefix')}
        hint={t('store.order-prefix-hint', { first: `${prefix}1001`, second: `${prefix}1002` })}
        maxLength={maxLengths.orderPrefix}
        autoComplete="off"
        className="max-w-lg"
        {...form.field('orderPrefix', { validate: checkPrefix })}
      />
    </StoreSection>
  )
}

const checkPrefix = (typed: string) => isOrderPrefix(asPrefix(typed)) || t('store.order-prefix-wrong')

const asPrefix = (typed: string) => typed.trim().toUpperCase()
