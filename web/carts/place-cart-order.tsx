import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { maxLengths } from '#contract/max-lengths.ts'
import { placeOrder } from '#contract/orders.ts'
import { isPersonName } from '#contract/person-name.ts'
import { totalsOf } from '#contract/price-lines.ts'
import { ApiProblem, errorMessageOf } from '#web/api/api-problem.ts'
import { call } from '#web/api/call-endpoint.ts'
import { invalidateCachedCalls } from '#web/api/cached-call.ts'
import { type ShownCart, syncCart } from '#web/carts/cart-store.ts'
import type { SignedIn } from '#web/identity/require-sign-in.tsx'
import { DeliveryFields, deliveryErrors, useFocusOnError } from '#web/orders/delivery-fields.tsx'
import { useIdempotencyKey } from '#web/orders/use-idempotency-key.ts'
import { useKnownDelivery } from '#web/orders/use-known-delivery.ts'
import { useDraft } from '#web/page/form-drafts.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { t } from '#web/i18n/messages.ts'

interface Props {
  cart: ShownCart
  person: SignedIn
  /** Shows the cart as it is now. */
  onReload: () => Promise<unknown>
  /** Waits until the shop has the cart as it is shown. */
  onSaved: () => Promise<unknown>
}

/** Orders the lines that can be ordered, all or nothing; the others stay in the cart. What was typed is kept if it fails. */
export function PlaceCartOrder({ cart, person, onReload, onSaved }: Props) {
  const [known] = useKnownDelivery(person.email)
  const [typed, setTyped] = useState<Partial<Record<'name' | 'address' | 'phone' | 'poNumber' | 'note', string>>>({})
  const { name, address, phone, poNumber, note } = {
    ...known,
    name: person.name || known.name,
    poNumber: '',
    note: '',
    ...typed,
  }
  const [errors, setErrors] = useState<Partial<Record<'name' | 'address' | 'phone', string | undefined>>>({})
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const key = useIdempotencyKey()
  const navigate = useNavigate()
  const formId = useId()
  // On a phone, the first wrong field is far above the button.
  const { form, focusFirstError } = useFocusOnError()
  useDraft('cart-order', () => typed, setTyped)
  const lines = cart.lines.filter(({ code }) => code === undefined)
  const type = (field: keyof typeof typed) => ({
    onChange: ({ target }: { target: { value: string } }) => setTyped({ ...typed, [field]: target.value }),
  })

  async function submit() {
    const missing = {
      ...(!isPersonName(name.trim()) && { name: t('cart.no-name') }),
      ...deliveryErrors({ address: address.trim(), phone: phone.trim() }),
    }
    setErrors(missing)
    setFailure(undefined)
    if (Object.keys(missing).length > 0) return focusFirstError()
    setBusy(true)
    try {
      const body = {
        buyerName: name.trim(),
        email: person.email,
        address: address.trim(),
        phoneNumber: phone.trim(),
        ...(poNumber.trim() && { poNumber: poNumber.trim() }),
        ...(note.trim() && { note: note.trim() }),
        cartId: cart._id,
        totalPrice: totalsOf(lines).total,
        lines: lines.map(({ productId, quantity, job, product }) => ({
          productId,
          quantity,
          ...(job && { job }),
          ...(product && { unitPrice: product.price, ...(product.pricePer && { pricePer: product.pricePer }) }),
        })),
      }
      await onSaved()
      const { _id } = await call(placeOrder, { body, idempotencyKey: key.of(body) })
      key.forget()
      setTyped({})
      invalidateCachedCalls()
      void syncCart().catch(() => undefined)
      await navigate(`/dashboard/payment/${_id}`)
    } catch (error) {
      setFailure(errorMessageOf(error))
      // Each line then says what is possible.
      if (error instanceof ApiProblem && error.status === 409) await onReload()
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      ref={form}
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Field
        id={`${formId}-name`}
        label={t('purchase.name')}
        autoComplete="name"
        required
        value={name}
        error={errors.name}
        {...type('name')}
      />
      <DeliveryFields
        delivery={{ address, phone }}
        saved={known.saved}
        errors={errors}
        onChange={(change) => setTyped({ ...typed, ...change })}
      />
      <Field
        label={t('cart.po-number')}
        maxLength={maxLengths.poNumber}
        autoComplete="off"
        value={poNumber}
        {...type('poNumber')}
      />
      <TextArea label={t('cart.note')} rows={2} maxLength={maxLengths.orderNote} value={note} {...type('note')} />
      <FormError text={failure} />
      <Button type="submit" size="lg" busy={busy} disabled={lines.length === 0}>
        {t('cart.place', { count: lines.length })}
      </Button>
      <p className="muted text-sm">
        {lines.length < cart.lines.length
          ? `${t('cart.rest-stays', { count: cart.lines.length - lines.length })} `
          : ''}
        {t('purchase.pay-later')}
      </p>
    </form>
  )
}
