import { useController } from 'react-hook-form'
import { Link } from 'react-router'
import { maxLengths } from '#contract/max-lengths.ts'
import type { Store } from '#contract/store.ts'
import { mayUse, usePerson } from '#web/identity/dashboard-user.ts'
import { useEntryForm } from '#web/page/use-entry-form.ts'
import { StoreSection, useSaveStore } from '#web/store/store-section.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { RichMessage } from '#web/i18n/rich-message.tsx'
import { t } from '#web/i18n/messages.ts'

const usualTransferDays = [3, 5, 7, 10, 14, 21, 30]

/** Edits what invoices say about the seller, and whether buyers can pay to the bank account in advance. */
export function StoreCompany({ store: { company, companyNumber, bankDetails, ...store } }: { store: Store }) {
  const mayMoveMoney = mayUse(usePerson(), 'refunds')
  const saveStore = useSaveStore()
  const form = useEntryForm({
    values: { company, companyNumber, bankDetails, transferDays: String(store.transferDays) },
    draft: 'store-company',
    async send({ bankDetails: payTo, transferDays: chosen, ...values }) {
      // Someone else may have changed the bank details meanwhile: those who may not do so do not send old ones.
      if (!mayMoveMoney) {
        await saveStore(values)
        return undefined
      }
      const transferDays = Number(chosen)
      // The checkout knows the days from the page.
      const reload = transferDays !== store.transferDays
      await saveStore({ ...values, bankDetails: payTo, transferDays }, { reload })
      return undefined
    },
  })
  const { field } = useController({ control: form.control, name: 'transferDays' })
  const days = [...new Set([0, ...usualTransferDays, store.transferDays])].toSorted((one, other) => one - other)
  return (
    <StoreSection part="company" text={t('store.company-text')} form={form}>
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
        <TextArea
          label={t('store.bank-details')}
          hint={t(mayMoveMoney ? 'store.bank-details-hint' : 'store.transfer-fixed')}
          readOnly={!mayMoveMoney}
          rows={4}
          maxLength={maxLengths.address}
          {...form.field('bankDetails')}
        />
        <Select
          label={t('store.transfer')}
          hint={t(mayMoveMoney ? 'store.transfer-hint' : 'store.transfer-fixed')}
          disabled={!mayMoveMoney}
          choices={days.map((each) => ({
            value: String(each),
            label: each === 0 ? t('word.off') : t('store.transfer-days', { days: each }),
          }))}
          value={field.value}
          onChoose={field.onChange}
        />
      </div>
      <p>
        <RichMessage id="store.tax-numbers" parts={{ tax: <Link to="/dashboard/tax" className="link" /> }} />
      </p>
    </StoreSection>
  )
}
