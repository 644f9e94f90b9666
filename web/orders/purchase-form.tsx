import { CircleCheck, TriangleAlert } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { roundPayable, toAmount } from '#contract/currency.ts'
import type { Tool } from '#contract/catalog.ts'
import type { ResponseBody } from '#contract/endpoint.ts'
import {
  assessLine,
  largestQuantity,
  lineFactsOf,
  type LineRefusal,
  lineRefusals,
  lineTotalCents,
  type QuantityRule,
} from '#contract/assess-line.ts'
import { type OrderQuote, placeOrder } from '#contract/orders.ts'
import { isPersonName } from '#contract/person-name.ts'
import { ApiProblem, errorMessageOf } from '#web/api/api-problem.ts'
import { call } from '#web/api/call-endpoint.ts'
import { loadChunk } from '#web/api/load-chunk.ts'
import { pageSettings } from '#web/api/page-settings.ts'
import { forVehicle } from '#web/page/fit/chosen-vehicle.ts'
import { invalidateCachedCalls } from '#web/api/cached-call.ts'
import { BreakHint } from '#web/catalog/prices/unit-price.tsx'
import { refusalText } from '#web/catalog/refusal-text.ts'
import { priceText, unitsText } from '#web/catalog/product-labels.ts'
import { ownOrdersPage } from '#web/identity/dashboard-user.ts'
import type { SignedIn } from '#web/identity/require-sign-in.tsx'
import { DeliveryFields, deliveryErrors, useFocusOnError } from '#web/orders/delivery-fields.tsx'
import { useIdempotencyKey } from '#web/orders/use-idempotency-key.ts'
import { isCharged, useOrderQuote } from '#web/orders/use-order-quote.ts'
import { type Delivery, useKnownDelivery } from '#web/orders/use-known-delivery.ts'
import { useDraft } from '#web/page/form-drafts.ts'
import { useHoldText } from '#web/page/use-hold-text.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Stepper } from '#web/ui/stepper.tsx'
import { createErrorToast, toast } from '#web/ui/toast.tsx'
import { currentStore } from '#web/i18n/current-store.ts'
import { t } from '#web/i18n/messages.ts'

const ChargedPurchase = lazy(() => loadChunk(() => import('#web/orders/charged-purchase.tsx')))

/** Places an order of one product. Input is kept if it fails. */
export function PurchaseForm(props: {
  product: Tool
  person: SignedIn
  gone: boolean
  quantity: number
  /** Changes the quantity of the page; undefined is the smallest one. */
  onQuantity: (units: number | undefined) => void
  /** Refetches price and stock. */
  onRefresh: () => Promise<void>
  /** Takes units from the stock that is shown; a negative number gives them back. */
  onTake: (units: number) => void
}) {
  const { product, person, gone, quantity, onQuantity, onRefresh, onTake } = props
  const [known, setKnown] = useKnownDelivery(person.email)
  const [typed, setTyped] = useState<Partial<Delivery>>({})
  const { address, phone } = { ...known, ...typed }
  const [errors, setErrors] = useState<Partial<Record<'address' | 'phone' | 'quantity', string | undefined>>>({})
  const [notice, setNotice] = useState<Notice>()
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
  // The checkout has the other charges, the choice of payment and the acceptance of the terms of sale.
  const needsCheckout = pageSettings().hasTerms || currentStore().transferDays !== undefined
  const isForCheckout = (asked: OrderQuote) => isCharged(asked) || needsCheckout
  const isHandedOver = quote !== undefined && isForCheckout(quote)
  const orderable = !gone && product.available >= product.minOrder

  /** Shows a warning, and a hint at the field that stays. */
  function refuseQuantity(code: QuantityRefusal, facts: QuantityRule & { nearest?: number | undefined }) {
    setErrors((others) => ({ ...others, quantity: refusalText(code, facts) }))
    focusFirstError()
    toast.warning(t(`problem.${code}`, { ...facts }))
  }

  async function submit() {
    const input = { address: address.trim(), phone: phone.trim() }
    const missing = {
      ...deliveryErrors(input),
      ...(!Number.isInteger(quantity) && { quantity: t('purchase.no-quantity') }),
    }
    setErrors(missing)
    setNotice(undefined)
    errorToast.clear()
    const { code, offer } = assessLine(rule, { quantity })
    if (code && isQuantityRefusal(code) && Number.isInteger(quantity)) {
      return refuseQuantity(code, { ...rule, nearest: offer.quantity })
    }
    if (Object.keys(missing).length > 0) return focusFirstError()
    // While it is not known what the shop charges, no total is right: the question would name one without tax and delivery.
    if (!quote) {
      setBusy(true)
      try {
        if (isForCheckout(await askAgain())) return
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
      setNotice({
        tone: 'success',
        text: t('purchase.placed-what', {
          number: placed.number,
          quantity: unitsText(quantity),
          product: product.name,
          total: moneyText(total),
        }),
        orderId: _id,
      })
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

  return (
    <form
      ref={form}
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isHandedOver) void submit()
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
      {isHandedOver ? null : (
        <DeliveryFields
          delivery={{ address, phone }}
          saved={known.saved}
          errors={errors}
          phoneHint={t('purchase.phone-hint')}
          onChange={(change) => setTyped({ ...typed, ...change })}
        />
      )}
      <Stepper
        label={t('word.quantity')}
        value={quantity}
        min={product.minOrder}
        max={largestQuantity(rule) ?? product.available}
        step={rule.multiple}
        disabled={!orderable}
        error={errors.quantity}
        hint={
          <span className="figures">
            {t('purchase.limits', {
              available: unitsText(product.available),
              minimum: unitsText(product.minOrder),
            })}
            {product.orderMultiple ? (
              <span className="block">{t('purchase.multiple', { multiple: unitsText(product.orderMultiple) })}</span>
            ) : null}
            {product.maxOrder ? (
              <span className="block">{t('purchase.maximum', { maximum: unitsText(product.maxOrder) })}</span>
            ) : null}
            <span className="block">
              <BreakHint product={product} quantity={quantity} />
            </span>
          </span>
        }
        onChange={(next) => {
          onQuantity(next)
          setErrors((others) => ({ ...others, quantity: undefined }))
        }}
      />
      {orderable ? null : (
        <p className="font-medium text-error">
          {gone
            ? t('purchase.gone')
            : product.available <= 0
              ? t('purchase.nothing-left')
              : t('purchase.too-few-left', { available: unitsText(product.available) })}
        </p>
      )}
      {isHandedOver ? (
        <Suspense fallback={<Skeleton className="h-40 w-full" />}>
          <ChargedPurchase
            key={known.saved[0]?._id}
            productId={product._id}
            quantity={isWhole(quantity) ? quantity : 0}
            saved={known.saved[0]}
            disabled={!orderable || assessLine(rule, { quantity }).code !== null}
          />
        </Suspense>
      ) : (
        <>
          <div className="flex flex-wrap items-end gap-x-5 gap-y-3 border-t border-base-300 pt-4">
            <p>
              <span className="muted figures block text-sm">
                {t('word.total')} · {isWhole(quantity) ? unitsText(quantity) : '–'} ×{' '}
                {priceText({ ...product, price: toAmount(rule.priceCents) })}
              </span>
              <output className="figures block font-heading text-4xl leading-none font-bold">
                <span
                  key={total}
                  className="inline-block transition duration-200 starting:-translate-y-1 starting:opacity-30"
                >
                  {isWhole(quantity) ? moneyText(total) : '–'}
                </span>
              </output>
            </p>
            <Button type="submit" size="lg" busy={busy} disabled={!orderable} className="grow">
              {t('purchase.place')}
            </Button>
          </div>
          <p className="muted -mt-2 text-sm">{t('purchase.pay-later', { hold })}</p>
        </>
      )}
    </form>
  )
}

type Notice = { tone: 'error'; text: string } | { tone: 'success'; text: string; orderId: string }

function OrderNotice({ notice, ordersPage }: { notice: Notice; ordersPage: string }) {
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
        <ButtonLink to={`/dashboard/payment/${notice.orderId}`} size="sm">
          {t('orders.pay')}
        </ButtonLink>
        <ButtonLink to={ordersPage} size="sm" variant="outline">
          {t('orders.mine.link')}
        </ButtonLink>
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
