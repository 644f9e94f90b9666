import { CircleCheck, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { roundPayable, toAmount } from '#contract/currency.ts'
import type { Tool } from '#contract/catalog.ts'
import type { ResponseBody } from '#contract/endpoint.ts'
import {
  assessLine,
  lineFactsOf,
  type LineRefusal,
  lineRefusals,
  lineTotalCents,
  type QuantityRule,
} from '#contract/assess-line.ts'
import { placeOrder } from '#contract/orders.ts'
import { isPersonName } from '#contract/person-name.ts'
import { ApiProblem, errorMessageOf } from '#web/api/api-problem.ts'
import { call } from '#web/api/call-endpoint.ts'
import { forVehicle } from '#web/page/fit/chosen-vehicle.ts'
import { invalidateCachedCalls } from '#web/api/cached-call.ts'
import { refusalText } from '#web/catalog/refusal-text.ts'
import { priceText, unitsText } from '#web/catalog/product-labels.ts'
import { ownOrdersPage } from '#web/identity/dashboard-user.ts'
import type { SignedIn } from '#web/identity/require-sign-in.tsx'
import { ChargedPurchase } from '#web/orders/product-charges.tsx'
import { DeliveryFields, deliveryErrors, useFocusOnError } from '#web/orders/delivery-fields.tsx'
import { useIdempotencyKey } from '#web/api/use-idempotency-key.ts'
import { isCharged, useOrderQuote } from '#web/orders/use-order-quote.ts'
import { type Delivery, useKnownDelivery } from '#web/orders/use-known-delivery.ts'
import { useDraft } from '#web/page/form-drafts.ts'
import { useHoldText } from '#web/page/use-hold-text.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { createErrorToast, toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

/** Places an order of one product. Input is kept if it fails. */
export function PurchaseForm(props: {
  product: Tool
  person: SignedIn
  quantity: number
  /** Changes the quantity of the page; undefined is the smallest one. */
  onQuantity: (units: number | undefined) => void
  /** Shows at the quantity of the page what is wrong with it. */
  onQuantityError: (text: string) => void
  /** Refetches price and stock. */
  onRefresh: () => Promise<void>
  /** Takes units from the stock that is shown; a negative number gives them back. */
  onTake: (units: number) => void
}) {
  const { product, person, quantity, onQuantity, onQuantityError, onRefresh, onTake } = props
  const [known, setKnown] = useKnownDelivery(person.email)
  const [typed, setTyped] = useState<Partial<Delivery>>({})
  const { address, phone } = { ...known, ...typed }
  const [errors, setErrors] = useState<Partial<Record<'address' | 'phone', string | undefined>>>({})
  const { state } = useLocation()
  const [notice, setNotice] = useState<Notice | undefined>(() => placedOf(state))
  const [busy, setBusy] = useState(false)
  const [errorToast] = useState(createErrorToast)
  const key = useIdempotencyKey()
  const rule = lineFactsOf(product, isWhole(quantity) ? quantity : undefined)
  const total = isWhole(quantity) ? toAmount(roundPayable(lineTotalCents(rule, quantity))) : 0
  const { form, focusFirstError } = useFocusOnError()
  useDraft(
    `order-${product._id}`,
    () => ({ ...typed, ...(quantity !== product.minOrder && { quantity }) }),
    ({ quantity: units, ...delivery }) => {
      setTyped(delivery)
      if (units !== undefined) onQuantity(Number(units))
    },
  )
  const hold = useHoldText()
  const { quote, askAgain } = useOrderQuote(product._id, quantity)
  const isHandedOver = quote !== undefined && isCharged(quote)

  /** Shows a warning, and a hint at the field that stays. */
  function refuseQuantity(code: QuantityRefusal, facts: QuantityRule & { nearest?: number | undefined }) {
    onQuantityError(refusalText(code, facts))
    toast.warning(t(`problem.${code}`, { ...facts }))
  }

  async function submit() {
    const input = { address: address.trim(), phone: phone.trim() }
    const missing = deliveryErrors(input)
    setErrors(missing)
    setNotice(undefined)
    errorToast.clear()
    const { code, offer } = assessLine(rule, { quantity })
    if (code && isQuantityRefusal(code) && Number.isInteger(quantity)) {
      return refuseQuantity(code, { ...rule, nearest: offer.quantity })
    }
    if (Object.keys(missing).length > 0) return focusFirstError()
    if (!Number.isInteger(quantity)) return onQuantityError(t('purchase.no-quantity'))
    // While it is not known what the shop charges, no total is right: the question would name one without tax and delivery.
    if (!quote) {
      setBusy(true)
      try {
        if (isCharged(await askAgain())) return
      } catch (error) {
        return explain(error)
      } finally {
        setBusy(false)
      }
    }
    const question = [
      t('purchase.question-units', { count: quantity }),
      t('purchase.question', { total: moneyText(total) }),
    ]
    if (!confirm(question.join(' '))) return

    setBusy(true)
    onTake(quantity)
    try {
      const order = {
        productId: product._id,
        name: product.name,
        // The provider's name may be none that the shop takes; then that of the profile holds.
        ...(isPersonName(person.name) && { buyerName: person.name }),
        email: person.email,
        address: input.address,
        phoneNumber: input.phone,
        quantity,
        totalPrice: total,
      }
      const answer: Partial<ResponseBody<typeof placeOrder>> = await call(placeOrder, {
        // Not in the key: the order is the same for another vehicle.
        body: { ...order, ...forVehicle() },
        idempotencyKey: key.of(order),
      })
      // Only an answer that reports success is an order, whatever its status.
      const { success, _id, order: placed } = answer
      if (!success || !_id || !placed) throw noSuccess()
      key.forget()
      invalidateCachedCalls()
      toast.success(t('purchase.placed'))
      const done = {
        tone: 'success' as const,
        text: t('purchase.placed-what', {
          number: placed.number,
          quantity: unitsText(quantity),
          product: product.name,
          total: moneyText(total),
        }),
        orderId: _id,
      }
      setNotice(done)
      keepPlaced(done)
      onQuantity(undefined)
      setKnown({ ...known, ...input })
      setTyped({})
      await onRefresh()
    } catch (error) {
      onTake(-quantity)
      explain(error)
      await onRefresh()
    } finally {
      setBusy(false)
    }
  }

  function explain(error: unknown) {
    const code = error instanceof ApiProblem ? error.code : undefined
    const facts = error instanceof ApiProblem ? error.facts : {}
    if (code && isQuantityRefusal(code)) {
      return refuseQuantity(code, { ...rule, ...facts })
    }
    const message = errorMessageOf(error)
    setNotice({ tone: 'error', text: message })
    errorToast.show(t('purchase.failed'))
  }

  if (isHandedOver) return <ChargedPurchase product={product} quantity={quantity} />
  // What is ordered cannot be ordered again by the same click.
  if (notice?.tone === 'success') {
    return (
      <OrderNotice notice={notice} ordersPage={ownOrdersPage(person)}>
        <Button
          variant="quiet"
          size="sm"
          onClick={() => {
            setNotice(undefined)
            keepPlaced(undefined)
          }}
        >
          {t('purchase.again')}
        </Button>
      </OrderNotice>
    )
  }
  return (
    <form
      ref={form}
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      {notice ? <OrderNotice notice={notice} ordersPage={ownOrdersPage(person)} /> : null}
      <div className="grid gap-4">
        <Field
          label={t('word.name')}
          value={person.name}
          placeholder={t('profile.no-information')}
          readOnly
          autoComplete="off"
        />
        <Field label={t('word.email')} value={person.email} readOnly autoComplete="off" />
      </div>
      <DeliveryFields
        delivery={{ address, phone }}
        saved={known.saved}
        errors={errors}
        phoneHint={t('purchase.phone-hint')}
        onChange={(change) => setTyped({ ...typed, ...change })}
      />
      <div className="flex flex-wrap items-end gap-x-5 gap-y-3 border-t border-base-300 pt-4">
        <p>
          <span className="muted figures block text-sm">
            {t('word.total')} · {isWhole(quantity) ? unitsText(quantity) : '–'} ×{' '}
            {priceText({ ...product, price: toAmount(rule.priceCents) })}
          </span>
          <output className="figures block font-heading text-3xl font-bold">
            {isWhole(quantity) ? moneyText(total) : '–'}
          </output>
        </p>
        <Button type="submit" variant="outline" busy={busy} className="grow">
          {t('purchase.place')}
        </Button>
      </div>
      <p className="muted text-sm">{t('purchase.pay-later', { hold })}</p>
    </form>
  )
}

type Placed = { tone: 'success'; text: string; orderId: string }
type Notice = { tone: 'error'; text: string } | Placed

/** Keeps what was ordered with the page's place in the history: the way back from the payment must not lead to a form that orders again. */
const keepPlaced = (placed: Placed | undefined) =>
  // As the router keeps the state of a location; a navigation would load the page again.
  history.replaceState({ ...history.state, usr: placed ? { placed } : null }, '')

/** Returns what was ordered at this place of the history. */
const placedOf = (state: { placed?: Placed } | null): Placed | undefined => state?.placed

function OrderNotice({ notice, ordersPage, children }: { notice: Notice; ordersPage: string; children?: ReactNode }) {
  if (notice.tone === 'error') {
    return (
      <NoticeBox
        className="border-error/50 bg-error/8"
        icon={<TriangleAlert aria-hidden="true" className="shrink-0 text-error" />}
      >
        <p className="font-medium">{notice.text}</p>
        <p className="muted text-sm">{t('ui.nothing-lost')}</p>
      </NoticeBox>
    )
  }
  return (
    <NoticeBox
      className="border-success/50 bg-success/8"
      icon={<CircleCheck aria-hidden="true" className="shrink-0 text-success" />}
    >
      <p className="font-semibold">{t('purchase.is-placed')}</p>
      <p className="muted text-sm">{notice.text}</p>
      <p className="mt-3 flex flex-wrap gap-3">
        <ButtonLink to={`/dashboard/payment/${notice.orderId}`}>{t('orders.pay')}</ButtonLink>
        <ButtonLink to={ordersPage} size="sm" variant="outline">
          {t('orders.mine.link')}
        </ButtonLink>
        {children}
      </p>
    </NoticeBox>
  )
}

function NoticeBox({ className, icon, children }: { className: string; icon: ReactNode; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // In braces: newer browsers answer a promise here, and React would take it for the effect's end.
    box.current?.scrollIntoView({ block: 'nearest' })
    // The payment comes next, also by keyboard.
    box.current?.querySelector('a')?.focus({ preventScroll: true })
  }, [])
  return (
    <div
      ref={box}
      className={`flex scroll-mt-24 gap-3 rounded-field border p-4 transition duration-300 ease-out-soft starting:-translate-y-3 starting:opacity-0 ${className}`}
    >
      {icon}
      <div className="min-w-0">{children}</div>
    </div>
  )
}

const noSuccess = () => new ApiProblem({ code: 'unexpected', status: 200, message: t('failure.unexpected') })
type QuantityRefusal = Exclude<LineRefusal, 'product-not-found' | 'price-changed'>
const isQuantityRefusal = (code: string): code is QuantityRefusal =>
  code !== 'product-not-found' && code !== 'price-changed' && lineRefusals.some((refusal) => refusal === code)

const isWhole = (quantity: number) => Number.isInteger(quantity) && quantity > 0
