import { type Ref, useState } from 'react'
import type { Address } from '#contract/addresses.ts'
import { AddressDialog, AddressForm } from '#web/accounts/addresses/address-dialog.tsx'
import { CheckoutSection } from '#web/checkout/checkout-section.tsx'
import { readPlace } from '#web/shipping/remembered-place.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

/** Chooses where the order goes and who is billed, from the address book, or adds an address to it. */
export function CheckoutAddress({
  customer,
  addresses,
  delivery,
  billing,
  error,
  recipient,
  phone,
  form,
  onDelivery,
  onBilling,
}: {
  /** The id of the customer whom staff order for; undefined for a buyer. */
  customer: string | undefined
  addresses: readonly Address[]
  delivery: Address | undefined
  /** Undefined if it is that of the delivery. */
  billing: Address | undefined
  error: string | undefined
  /** The name and phone number that a first address is filled in with. */
  recipient: string
  phone: string
  /** The form of a first address. */
  form: Ref<HTMLFormElement>
  onDelivery: (id: string) => void
  onBilling: (id: string) => void
}) {
  const [adding, setAdding] = useState<'delivery' | 'billing'>()
  if (!delivery) {
    // The place that the buyer asked the cost of delivery for.
    const place = customer === undefined ? readPlace() : undefined
    return (
      <CheckoutSection title={t('word.delivery')}>
        <p className="muted mb-4">
          {t(customer === undefined ? 'checkout.first-address' : 'customer-order.first-address')}
        </p>
        <AddressForm
          address={undefined}
          country={place?.country}
          customer={customer}
          known={{
            recipient,
            phone,
            ...(place?.region && { region: place.region }),
            ...(place?.postalCode && { postalCode: place.postalCode }),
          }}
          needsPhone
          saveLabel={t('checkout.use-address')}
          form={form}
          onSaved={({ _id }) => {
            onDelivery(_id)
            toast.success(t('checkout.address-taken'))
          }}
        />
        {error ? <p className="mt-3 font-medium text-error">{error}</p> : null}
      </CheckoutSection>
    )
  }
  const choices = addresses.map((address) => ({ value: address._id, label: inOneLine(address) }))
  return (
    <CheckoutSection
      title={t('word.delivery')}
      action={
        <Button variant="outline" size="sm" onClick={() => setAdding('delivery')}>
          {t('word.another-address')}
        </Button>
      }
    >
      <div className="grid gap-4">
        {addresses.length > 1 ? (
          <Select
            label={t('purchase.deliver-to')}
            choices={choices}
            value={delivery._id}
            error={error}
            onChoose={onDelivery}
          />
        ) : null}
        <address className="wrap-anywhere whitespace-pre-line not-italic">{delivery.text}</address>
        <Select
          label={t('checkout.bill-to')}
          choices={[
            { value: '', label: t('checkout.same-address') },
            ...choices.filter(({ value }) => value !== delivery._id),
            { value: 'new', label: t('word.another-address') },
          ]}
          value={billing?._id ?? ''}
          onChoose={(id) => (id === 'new' ? setAdding('billing') : onBilling(id))}
        />
        {billing ? <address className="wrap-anywhere whitespace-pre-line not-italic">{billing.text}</address> : null}
      </div>
      <AddressDialog
        open={adding !== undefined}
        address={undefined}
        country={delivery.country}
        customer={customer}
        onSaved={({ _id }) => (adding === 'billing' ? onBilling : onDelivery)(_id)}
        onClose={() => setAdding(undefined)}
      />
    </CheckoutSection>
  )
}

const inOneLine = ({ label, text }: Address) => [label, ...text.split('\n')].filter((line) => line !== '').join(', ')
