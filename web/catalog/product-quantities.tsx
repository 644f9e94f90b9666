import { FormSection } from '#web/catalog/form-section.tsx'
import { wholeNumber } from '#web/catalog/product-field-rules.ts'
import type { ProductEntryForm } from '#web/catalog/product-form.tsx'
import { Field } from '#web/ui/field.tsx'
import { readWhole } from '#web/i18n/typed-number.ts'
import { t } from '#web/i18n/messages.ts'

/** Edits in which steps a product is sold, and how much of it one order may have. */
export function ProductQuantities({ form, isFilled }: { form: ProductEntryForm; isFilled: boolean }) {
  const checkMultiple = (text: string) => {
    if (text === '') return true
    const isFitting = readWhole(form.getValues('minOrder')) % readWhole(text) === 0
    return isFitting || t('product-form.order-multiple-fit', { multiple: text })
  }
  const checkMaximum = (text: string) => {
    if (text === '') return true
    const { minOrder, orderMultiple } = form.getValues()
    if (readWhole(text) < readWhole(minOrder)) return t('product-form.maximum-quantity-low')
    const multiple = orderMultiple || '1'
    return readWhole(text) % readWhole(multiple) === 0 || t('product-form.maximum-quantity-fit', { multiple })
  }
  const number = { inputMode: 'numeric', autoComplete: 'off' } as const
  const isWhole = (text: string) => text === '' || wholeNumber(1)(text)
  return (
    <FormSection title={t('product.quantities')} text={t('product.quantities-hint')} isOpen={isFilled}>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label={t('product.orderMultiple')}
          {...number}
          hint={t('product-form.order-multiple-hint')}
          {...form.field('orderMultiple', { validate: { isWhole, checkMultiple } })}
        />
        <Field
          label={t('product.maximumQuantity')}
          {...number}
          hint={t('product-form.maximum-quantity-hint')}
          {...form.field('maxOrder', { validate: { isWhole, checkMaximum } })}
        />
      </div>
    </FormSection>
  )
}
