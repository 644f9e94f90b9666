import { isPhoneNumber } from '#contract/delivery.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { orderReaders } from '#contract/permissions.ts'
import type { Store, StoreRecipients } from '#contract/store.ts'
import { mayUse, usePerson } from '#web/identity/dashboard-user.ts'
import { isEmailAddress } from '#web/page/is-email-address.ts'
import { useEntryForm } from '#web/page/use-entry-form.ts'
import { StoreSection, useSaveStore } from '#web/store/store-section.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { t } from '#web/i18n/messages.ts'

const emailOrNone = {
  validate: (text: string) => text.trim() === '' || isEmailAddress(text) || t('identity.invalid-email'),
}

/** Edits how buyers reach the store. */
export function StoreContacts({
  store: { address, phone, email },
  recipients,
}: {
  store: Store
  recipients: StoreRecipients
}) {
  const maySeeOrders = mayUse(usePerson(), orderReaders)
  const saveStore = useSaveStore()
  const form = useEntryForm({
    values: { address, phone, email, ...recipients },
    draft: 'store-contacts',
    async send(values) {
      await saveStore(values)
      return undefined
    },
  })
  return (
    <StoreSection part="contacts" text={t('store.contacts-text')} form={form}>
      <div className="grid gap-5 md:grid-cols-2">
        <TextArea
          label={t('store.address')}
          hint={t('store.address-hint')}
          rows={4}
          maxLength={maxLengths.address}
          autoComplete="street-address"
          className="md:row-span-2"
          {...form.field('address')}
        />
        <Field
          label={t('store.phone')}
          type="tel"
          maxLength={maxLengths.phone}
          autoComplete="tel"
          {...form.field('phone', {
            validate: (text) => text.trim() === '' || isPhoneNumber(text) || t('purchase.no-phone'),
          })}
        />
        <Field
          label={t('word.email')}
          type="email"
          maxLength={maxLengths.email}
          autoComplete="email"
          {...form.field('email', emailOrNone)}
        />
        <Field
          label={t('store.contact-recipient')}
          hint={t('store.contact-recipient-hint')}
          type="email"
          maxLength={maxLengths.email}
          {...form.field('contactRecipient', emailOrNone)}
        />
        <Field
          label={t('store.order-recipient')}
          hint={t(maySeeOrders ? 'store.order-recipient-hint' : 'store.order-recipient-fixed')}
          readOnly={!maySeeOrders}
          type="email"
          maxLength={maxLengths.email}
          {...form.field('orderRecipient', emailOrNone)}
        />
        <Field
          label={t('store.low-stock-recipient')}
          hint={t('store.low-stock-recipient-hint')}
          type="email"
          maxLength={maxLengths.email}
          {...form.field('lowStockRecipient', emailOrNone)}
        />
      </div>
    </StoreSection>
  )
}
