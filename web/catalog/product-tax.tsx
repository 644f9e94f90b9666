import { useController } from 'react-hook-form'
import { maxLengths } from '#contract/max-lengths.ts'
import { getTaxSetup } from '#contract/tax.ts'
import { endpointQuery, useQuery } from '#web/api/queries.ts'
import { FormSection } from '#web/catalog/form-section.tsx'
import { trimmed } from '#web/catalog/product-field-rules.ts'
import type { ProductEntryForm } from '#web/catalog/product-form.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { t } from '#web/i18n/messages.ts'

/** Edits the tax class of a product and its code for Stripe Tax. */
export function ProductTax({ form, isFilled }: { form: ProductEntryForm; isFilled: boolean }) {
  const { data } = useQuery(endpointQuery(getTaxSetup))
  const { value, onChange } = useController({ control: form.control, name: 'taxClass' }).field
  const known = (data?.classes ?? []).map(({ code, name }) => ({ value: code, label: name }))
  // The present class can be chosen even before the others are loaded.
  const choices = known.some((choice) => choice.value === value) ? known : [{ value, label: value }, ...known]
  return (
    <FormSection title={t('word.tax')} text={t('product-form.tax-hint')} isOpen={isFilled}>
      <div className="grid gap-5 sm:grid-cols-2">
        <Select label={t('product.taxClass')} choices={choices} value={value} onChoose={onChange} />
        <Field
          label={t('product.taxCode')}
          hint={t('product-form.tax-code-hint')}
          maxLength={maxLengths.taxCode}
          autoComplete="off"
          {...form.field('taxCode', trimmed)}
        />
      </div>
    </FormSection>
  )
}
