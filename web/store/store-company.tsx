import { maxLengths } from '#contract/max-lengths.ts'
import type { Store } from '#contract/store.ts'
import { useEntryForm } from '#web/page/use-entry-form.ts'
import { saveStore, StoreSection } from '#web/store/store-section.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { t } from '#web/i18n/messages.ts'

/** Edits what invoices say about the seller. */
export function StoreCompany({ store: { company, companyNumber, taxNumber, bankDetails } }: { store: Store }) {
  const form = useEntryForm({
    values: { company, companyNumber, taxNumber, bankDetails },
    draft: 'store-company',
    async send(values) {
      await saveStore(values)
      return undefined
    },
  })
  return (
    <StoreSection title={t('store.company-title')} text={t('store.company-text')} form={form}>
      <div className="grid gap-5 md:grid-cols-2">
        <Field
          label={t('store.company')}
          hint={t('store.company-hint')}
          maxLength={maxLengths.company}
          autoComplete="organization"
          {...form.field('company')}
        />
        <Field
          label={t('store.company-number')}
          hint={t('store.company-number-hint')}
          maxLength={maxLengths.taxNumber}
          {...form.field('companyNumber')}
        />
        <Field
          label={t('store.tax-number')}
          hint={t('store.tax-number-hint')}
          maxLength={maxLengths.taxNumber}
          {...form.field('taxNumber')}
        />
        <TextArea
          label={t('store.bank-details')}
          hint={t('store.bank-details-hint')}
          rows={4}
          maxLength={maxLengths.address}
          {...form.field('bankDetails')}
        />
      </div>
    </StoreSection>
  )
}
