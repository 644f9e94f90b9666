import { type Ref, useEffect, useRef, useState } from 'react'
import type { Address } from '#contract/addresses.ts'
import { AddressDialog, AddressForm } from '#web/accounts/addresses/address-dialog.tsx'
import { CheckoutSection } from '#web/checkout/checkout-section.tsx'
import { readPlace } from '#web/page/delivery-place.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/select.tsx'
import { t } from '#web/i18n/messages.ts'

/** Chooses where the order goes and who is billed, from the address book, or adds an address to it or corrects it. */
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
  const [edited, setEdited] = useState<{ as: 'delivery' | 'billing'; address?: Address }>()
  const [isTaken, setTaken] = useState(false)
  const taken = useRef<HTMLParagraphElement>(null)
  // The button that was pressed is gone; what comes next stands below.
  useEffect(() => {
    if (isTaken) taken.current?.focus()
  }, [isTaken])
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
            setTaken(true)
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
        <span className="flex flex-wrap gap-2">
          {/* Staff add to the address book of a customer, and change nothing in it. */}
          {customer === undefined ? (
            <Button variant="outline" size="sm" onClick={() => setEdited({ as: 'delivery', address: delivery })}>
              {t('form.edit')}
            </Button>
          ) : null}
          <Button variant="outline" size="sm" onClick={() => setEdited({ as: 'delivery' })}>
            {t('word.another-address')}
          </Button>
        </span>
      }
    >
      {isTaken ? (
        <p ref={taken} tabIndex={-1} role="status" className="mb-4 font-medium outline-none">
          {t('checkout.address-taken')}
        </p>
      ) : null}
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
          onChoose={(id) => (id === 'new' ? setEdited({ as: 'billing' }) : onBilling(id))}
        />
        {billing ? <address className="wrap-anywhere whitespace-pre-line not-italic">{billing.text}</address> : null}
      </div>
      <AddressDialog
        open={edited !== undefined}
        address={edited?.address}
        country={delivery.country}
        customer={customer}
        onSaved={({ _id }) => (edited?.as === 'billing' ? onBilling : onDelivery)(_id)}
        onClose={() => setEdited(undefined)}
      />
    </CheckoutSection>
  )
}

const inOneLine = ({ label, text }: Address) => [label, ...text.split('\n')].filter((line) => line !== '').join(', ')
