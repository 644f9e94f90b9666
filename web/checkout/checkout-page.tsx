import { forVehicle } from '#web/page/fit/chosen-vehicle.ts'
import { useId, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { getProfile } from '#contract/accounts.ts'
import { type Address, listAddresses, setBillingAddress, setDefaultAddress } from '#contract/addresses.ts'
import { getMyTerms, type MyTerms } from '#contract/customers.ts'
import { isPhoneNumber } from '#contract/delivery.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { listOrders, type Order, placeOrder } from '#contract/orders.ts'
import { isPersonName } from '#contract/person-name.ts'
import { type LegalLink, listLegalTexts } from '#contract/legal.ts'
import { unitPriceAt } from '#contract/unit-price.ts'
import { ApiProblem, errorMessageOf } from '#web/api/api-problem.ts'
import { invalidateCachedCalls } from '#web/api/cached-call.ts'
import { call } from '#web/api/call-endpoint.ts'
import { endpointQuery, refetchShown, useQuery } from '#web/api/queries.ts'
import { CartRows } from '#web/carts/cart-rows.tsx'
import { forCustomer } from '#web/carts/cart-store.ts'
import { TotalBar } from '#web/carts/total-bar.tsx'
import { CheckoutAddress } from '#web/checkout/checkout-address.tsx'
import { CheckoutCode } from '#web/checkout/checkout-code.tsx'
import { CheckoutPayment, type PaymentWay, paymentWays } from '#web/checkout/checkout-payment.tsx'
import { CheckoutSection } from '#web/checkout/checkout-section.tsx'
import { CheckoutShipping } from '#web/checkout/checkout-shipping.tsx'
import { CheckoutSummary } from '#web/checkout/checkout-summary.tsx'
import { CheckoutTaxId } from '#web/checkout/checkout-tax-id.tsx'
import { type CheckoutLines, useCartLines, useProductLine } from '#web/checkout/use-checkout-lines.ts'
import { useQuote } from '#web/checkout/use-quote.ts'
import type { SignedIn } from '#web/identity/require-sign-in.tsx'
import { useFocusOnError } from '#web/orders/delivery-fields.tsx'
import { useIdempotencyKey } from '#web/api/use-idempotency-key.ts'
import { useDraft } from '#web/page/form-drafts.ts'
import { storedText } from '#web/page/stored-text.ts'
import { useHoldText } from '#web/page/use-hold-text.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Skeleton, SkeletonCard } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useWhenOnline } from '#web/ui/use-when-online.ts'
import { RichMessage } from '#web/i18n/rich-message.tsx'
import { currentLanguage } from '#web/i18n/language.ts'
import '#web/i18n/cart-messages.ts'
import { type MessageId, t } from '#web/i18n/messages.ts'

interface Props {
  person: Pick<SignedIn, 'name' | 'email'>
}

/** Takes an order on one page of sections, filled in from the account; what is ordered is a cart, or one product. */
export function CheckoutPage({ person }: Props) {
  const [search] = useSearchParams()
  const product = search.get('product')
  const quantity = Number(search.get('quantity'))
  return product === null ? (
    <CartCheckout person={person} />
  ) : (
    <ProductCheckout
      person={person}
      productId={product}
      quantity={Number.isInteger(quantity) && quantity > 0 ? quantity : 1}
    />
  )
}

function CartCheckout({ person }: Props) {
  return (
    <CheckoutOf
      person={person}
      source={useCartLines()}
      draft="checkout"
      back={{ to: '/cart', text: t('checkout.back-to-cart') }}
    />
  )
}

function ProductCheckout({ person, productId, quantity }: Props & { productId: string; quantity: number }) {
  return (
    <CheckoutOf
      person={person}
      source={useProductLine(productId, quantity)}
      draft={`checkout-${productId}`}
      back={{ to: `/products/${productId}`, text: t('checkout.back-to-product') }}
    />
  )
}

interface CheckoutProps extends Props {
  source: CheckoutLines
  /** The name that what was typed is kept under. */
  draft: string
  back: { to: string; text: string }
}

/** Scrolls up: the way back keeps the place on a longer page. */
const showTop = (element: HTMLElement | null) => void (element && scrollTo(0, 0))

/** Waits for what the page is filled in with. */
function CheckoutOf(props: CheckoutProps) {
  const { person, source, back } = props
  const addresses = useQuery(endpointQuery(listAddresses))
  const orders = useQuery(endpointQuery(listOrders, { query: { email: person.email, limit: '5' } }))
  const profile = useQuery(endpointQuery(getProfile, { query: { email: person.email } }))
  const terms = useQuery(endpointQuery(getMyTerms))
  const legal = useQuery(endpointQuery(listLegalTexts, { query: { language: currentLanguage() } }))
  const failure = source.failure ?? errorOf(addresses.error ?? terms.error ?? legal.error)
  const retry = () => void Promise.all([source.reload(), addresses.refetch(), terms.refetch(), legal.refetch()])
  useWhenOnline(retry, failure !== undefined)
  if (failure) {
    return <ErrorState heading="h1" title={t('checkout.failed')} message={failure} onRetry={retry} />
  }
  // Profile and earlier orders are only a convenience.
  if (!source.lines || !addresses.data || !terms.data || !legal.data || orders.isPending || profile.isPending)
    return <CheckoutSkeleton />
  if (source.lines.length === 0) {
    return (
      <div ref={showTop}>
        <EmptyState
          heading="h1"
          title={t('cart.empty')}
          text={t('cart.empty-text')}
          action={
            <span className="flex flex-wrap justify-center gap-3">
              {/* The way back from the payment leads here. */}
              {orders.data?.[0] ? (
                <ButtonLink to={`/dashboard/order/${orders.data[0]._id}`}>{t('checkout.last-order')}</ButtonLink>
              ) : null}
              <ButtonLink to="/products" variant={orders.data?.[0] ? 'outline' : 'primary'}>
                {t('products.all')}
              </ButtonLink>
            </span>
          }
        />
      </div>
    )
  }
  return (
    <>
      <BackLink to={back.to}>{back.text}</BackLink>
      <PageHeading title={t('checkout.title')} />
      <Checkout
        {...props}
        termsAddress={legal.data.find(({ kind }) => kind === 'terms')?.versionUrl ?? ''}
        legal={legal.data}
        lines={source.lines}
        addresses={addresses.data}
        terms={terms.data.terms}
        orders={orders.data ?? []}
        knownPhone={profile.data?.phone ?? ''}
      />
    </>
  )
}

/** Holds what the buyer chose or typed; what is absent is filled in. */
interface Typed {
  name?: string
  phone?: string
  deliveryId?: string
  billingId?: string
  method?: string | undefined
  /** The products that stay in the cart, since all would go as freight with them. */
  later?: readonly string[]
  code?: string
  payBy?: PaymentWay
  poNumber?: string
  note?: string
  /** The address of the terms of sale that were accepted: others are to be accepted again. */
  acceptedTerms?: string
}

const buyerTexts = {
  title: 'purchase.title',
  references: 'checkout.order',
  poNeeded: 'checkout.po-needed',
  note: 'cart.note',
  place: 'cart.place',
  noWay: 'checkout.no-way',
  card: 'purchase.pay-later',
  transfer: 'checkout.transfer-later',
  invoice: 'checkout.invoice-later',
} as const satisfies Record<string, MessageId>

const staffTexts = {
  title: 'word.order',
  references: 'customer-order.references',
  poNeeded: 'customer-order.po-needed',
  note: 'customer-order.note',
  place: 'customer-order.place',
  noWay: 'customer-order.no-way',
  card: 'customer-order.link-later',
  transfer: 'customer-order.transfer-later',
  invoice: 'customer-order.invoice-later',
} as const satisfies Record<keyof typeof buyerTexts, MessageId>

type Errors = Partial<Record<'name' | 'phone' | 'delivery' | 'method' | 'poNumber' | 'terms', string>>

/** Takes what is missing for an order of lines, and places it: for the buyer, or by staff for a customer. */
export function Checkout({
  person,
  customer,
  source,
  draft,
  lines,
  addresses,
  terms,
  termsAddress,
  legal,
  orders,
  knownPhone,
}: Omit<CheckoutProps, 'back'> & {
  /** The id of the customer whom staff order for. */
  customer?: string
  lines: NonNullable<CheckoutLines['lines']>
  addresses: readonly Address[]
  /** Undefined for a buyer who pays by card only. */
  terms: MyTerms | undefined
  /** Of the terms of sale; empty if there are none. */
  termsAddress: string
  legal: readonly LegalLink[]
  orders: readonly Order[]
  /** The phone number of the account; empty for none. */
  knownPhone: string
}) {
  const [typed, setTyped] = useState<Typed>({})
  const [refusal, setRefusal] = useState<string>()
  const [isPlaced, setPlaced] = useState(false)
  const hold = useHoldText()
  function type(change: Typed) {
    setTyped((before) => ({ ...before, ...change }))
    // It was about the order as it was.
    setRefusal(undefined)
  }
  useDraft(draft, () => ({ ...typed }), setTyped, { isSilent: true })
  const [last] = orders
  const delivery = addresses.find(({ _id }) => _id === typed.deliveryId) ?? addresses[0]
  const usual = addresses.find(({ isBilling }) => isBilling)
  const billing = addresses.find(({ _id }) => _id === (typed.billingId ?? usual?._id) && _id !== delivery?._id)
  const knownName = person.name || delivery?.recipient || last?.buyerName || ''
  const otherPhone = last?.phoneNumber || addresses.find((address) => address.phone)?.phone || knownPhone
  // Both are asked for only if the account and the address do not say them.
  const asksName = !isPersonName(knownName)
  const asksPhone = !isPhoneNumber(delivery?.phone ?? '')
  const name = asksName ? (typed.name ?? knownName) : knownName
  // A parcel goes to the whole name; the account has the first one, and this device what was typed at sign-up.
  const lastName = storedText('localStorage', `boltyard.last-name.${person.email}`)
  const recipient = customer === undefined && !delivery ? [name, lastName.read()].filter(Boolean).join(' ') : name
  const phone = asksPhone ? (typed.phone ?? otherPhone) : (delivery?.phone ?? '')
  const { code = '', poNumber = '', note = '' } = typed

  const later = typed.later ?? []
  const ordered = lines.filter((line) => line.code === undefined && !later.includes(line.productId))
  const left = lines.filter((line) => line.code === undefined && later.includes(line.productId))
  const changed = lines.filter((line) => line.code !== undefined)
  const words = customer === undefined ? buyerTexts : staffTexts
  const { quote, isStale, codeRefusal, failure, isUndeliverable, refresh } = useQuote({
    customer,
    lines: ordered,
    place: delivery,
    code,
    method: typed.method,
    isPlaced,
    onLinesRefused: source.reload,
  })
  useWhenOnline(() => void refresh(), failure !== undefined)

  const ways = paymentWays(terms, quote?.total)
  const payBy = ways.find((way) => way === typed.payBy) ?? ways[0]
  const needsPoNumber = payBy === 'invoice' && terms?.poRequired === true

  const wrong: Errors = {
    ...(delivery
      ? {
          ...(!isPersonName(name.trim()) && { name: t('cart.no-name') }),
          ...(!isPhoneNumber(phone.trim()) && { phone: t('purchase.no-phone') }),
        }
      : { delivery: t('purchase.no-address') }),
    ...(quote?.needs.includes('shippingMethod') && { method: t('checkout.needs-method') }),
    ...(needsPoNumber && poNumber.trim() === '' && { poNumber: t(words.poNeeded) }),
    ...(termsAddress && typed.acceptedTerms !== termsAddress && { terms: t('checkout.accept-terms') }),
  }
  const [isChecked, setChecked] = useState(false)
  const errors = isChecked ? wrong : {}
  const [busy, setBusy] = useState(false)
  const key = useIdempotencyKey()
  const navigate = useNavigate()
  const formId = useId()
  const firstAddress = useRef<HTMLFormElement>(null)
  const { form, focusFirstError } = useFocusOnError()
  const numbers = [...new Set(orders.flatMap((order) => order.poNumber ?? []))]

  async function submit() {
    if (!payBy) return
    setChecked(true)
    setRefusal(undefined)
    // The typed address is taken, or its first wrong field has the focus; the order waits, since the total follows the address.
    if (!delivery) return firstAddress.current?.requestSubmit()
    if (Object.keys(wrong).length > 0 || !quote) return focusFirstError()
    setChecked(false)
    setBusy(true)
    try {
      const body = {
        ...forCustomer(customer),
        buyerName: name.trim(),
        email: person.email,
        address: delivery.text,
        phoneNumber: phone.trim(),
        delivery: fieldsOf(delivery),
        ...(billing && { billing: fieldsOf(billing) }),
        ...(quote.shippingMethod !== undefined && { shippingMethod: quote.shippingMethod }),
        ...(code && codeRefusal === undefined && { code }),
        payBy,
        ...(poNumber.trim() && { poNumber: poNumber.trim() }),
        ...(note.trim() && { note: note.trim() }),
        ...(termsAddress && { termsAccepted: true as const, termsAddress }),
        ...(source.cartId !== undefined && { cartId: source.cartId }),
        totalPrice: quote.total,
        lines: ordered.map(({ productId, quantity, job, product }) => ({
          productId,
          quantity,
          ...(job && { job }),
          ...(product && {
            unitPrice: unitPriceAt(product, quantity),
            ...(product.pricePer && { pricePer: product.pricePer }),
          }),
        })),
      }
      await source.saved()
      const { _id, order } = await call(placeOrder, {
        // Not in the key: the order is the same for another vehicle.
        body: { ...body, ...forVehicle() },
        idempotencyKey: key.of(body),
      })
      key.forget()
      setPlaced(true)
      setTyped({})
      // The next order begins with them; only a convenience.
      if (customer === undefined && !delivery.isDefault)
        await call(setDefaultAddress, { params: { id: delivery._id } }).catch(() => undefined)
      const billed = billing ?? (usual && delivery)
      if (customer === undefined && billed && !billed.isBilling)
        await call(setBillingAddress, { params: { id: billed._id } }).catch(() => undefined)
      invalidateCachedCalls()
      source.ordered()
      if (customer !== undefined)
        toast.success(t('customer-order.placed', { number: order.number, email: person.email }))
      const next = customer === undefined ? (order.state === 'unpaid' ? 'payment' : 'order') : 'all-order'
      await navigate(`/dashboard/${next}/${_id}`, {
        // The way back leads to the product, not to a form that orders it again; a cart says that it is empty.
        replace: customer === undefined && source.cartId === undefined,
      })
      // Not before: what is left of the lines here has no price any more.
      void refetchShown()
    } catch (error) {
      setRefusal(errorMessageOf(error))
      // The lines then say what is possible, and the total is that of now.
      if (error instanceof ApiProblem && ['terms-changed', 'terms-not-accepted'].includes(error.code))
        await refetchShown()
      if (error instanceof ApiProblem && error.status === 409) await Promise.all([source.reload(), refresh()])
    } finally {
      setBusy(false)
    }
  }

  const rest = changed.length + left.length
  const chosen = quote?.shippingMethods.find(({ id }) => id === quote.shippingMethod)
  const isQuoted = chosen !== undefined && chosen.price === undefined

  const place = (
    <Button
      type="submit"
      form={formId}
      size="lg"
      // Until there is an address, that is what comes next.
      variant={delivery ? 'primary' : 'outline'}
      className="grow"
      busy={busy}
      disabled={ordered.length === 0 || quote === undefined || isStale || payBy === undefined}
    >
      {t(words.place, { count: ordered.length })}
    </Button>
  )
  return (
    <div className="mt-6 grid items-start gap-6 pb-20 xl:grid-cols-[minmax(0,1fr)_24rem] xl:pb-0">
      <div className="grid min-w-0 gap-4">
        {/* Staff see all lines above. */}
        {changed.length > 0 && customer === undefined ? (
          <CheckoutSection title={t('checkout.changed', { count: changed.length })}>
            <p className="muted mb-3">{t('checkout.changed-text')}</p>
            <CartRows
              of="cart"
              lines={changed}
              conflicts={[]}
              chosen={new Set()}
              extra={undefined}
              onChoose={() => undefined}
              onChange={(changes) => void source.change(changes)}
              onRemove={(line) => void source.change([{ ...line, quantity: 0 }])}
              onSettle={() => undefined}
            />
          </CheckoutSection>
        ) : null}
        <CheckoutAddress
          customer={customer}
          addresses={addresses}
          delivery={delivery}
          billing={billing}
          error={errors.delivery}
          recipient={recipient}
          phone={phone}
          form={firstAddress}
          onDelivery={(deliveryId) => {
            lastName.write(null)
            type({ deliveryId })
          }}
          onBilling={(billingId) => type({ billingId })}
        />
        {delivery && quote?.taxIdCountries && customer === undefined ? (
          <CheckoutTaxId countries={quote.taxIdCountries} place={delivery.country} onChange={() => void refresh()} />
        ) : null}
        <form
          id={formId}
          ref={form}
          noValidate
          className="grid min-w-0 gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            void submit()
          }}
        >
          <CheckoutShipping
            quote={quote}
            lines={ordered}
            left={left}
            chosen={typed.method}
            failure={failure}
            error={errors.method}
            onChoose={(method) => type({ method })}
            onLeave={
              source.cartId === undefined ? undefined : (products) => type({ later: products, method: undefined })
            }
          />
          <CheckoutPayment
            terms={terms}
            total={quote?.total}
            chosen={payBy}
            isByStaff={customer !== undefined}
            onChoose={(way) => type({ payBy: way })}
          />
          <CheckoutSection title={t(words.references)}>
            <div className="grid gap-4 sm:grid-cols-2">
              <Field
                label={t('cart.po-number')}
                maxLength={maxLengths.poNumber}
                autoComplete="off"
                required={needsPoNumber}
                list={`${formId}-numbers`}
                value={poNumber}
                error={errors.poNumber}
                onChange={({ target }) => type({ poNumber: target.value })}
              />
              <datalist id={`${formId}-numbers`}>
                {numbers.map((number) => (
                  <option key={number} value={number} />
                ))}
              </datalist>
              <CheckoutCode
                code={code}
                refusal={codeRefusal}
                discount={quote?.discount}
                busy={isStale}
                onApply={(wanted) => type({ code: wanted })}
              />
              {/* The form of a first address asks for both. */}
              {delivery && asksName ? (
                <Field
                  label={t('word.name')}
                  autoComplete="name"
                  required
                  value={name}
                  error={errors.name}
                  onChange={({ target }) => type({ name: target.value })}
                />
              ) : null}
              {delivery && asksPhone ? (
                <Field
                  label={t('purchase.phone')}
                  type="tel"
                  inputMode="tel"
                  maxLength={maxLengths.phone}
                  autoComplete="tel"
                  required
                  value={phone}
                  error={errors.phone}
                  onChange={({ target }) => type({ phone: target.value })}
                />
              ) : null}
              <TextArea
                className="sm:col-span-2"
                label={t(words.note)}
                rows={2}
                maxLength={maxLengths.orderNote}
                value={note}
                onChange={({ target }) => type({ note: target.value })}
              />
            </div>
            {termsAddress ? (
              <div className="mt-4">
                <label className="flex min-h-11 items-center gap-3">
                  <input
                    type="checkbox"
                    className="checkbox"
                    required
                    checked={typed.acceptedTerms === termsAddress}
                    aria-invalid={errors.terms ? true : undefined}
                    aria-describedby={errors.terms ? `${formId}-terms` : undefined}
                    onChange={({ target }) => type({ acceptedTerms: target.checked ? termsAddress : '' })}
                  />
                  <span>
                    <RichMessage
                      id="checkout.terms"
                      parts={{
                        link: <a href={termsAddress} target="_blank" rel="noreferrer" className="link" />,
                      }}
                    />
                  </span>
                </label>
                {errors.terms ? (
                  <p id={`${formId}-terms`} className="text-sm font-medium text-error">
                    {errors.terms}
                  </p>
                ) : null}
              </div>
            ) : null}
            <LegalLinks legal={legal} />
          </CheckoutSection>
        </form>
      </div>
      <CheckoutSummary title={t(words.title)} lines={ordered} quote={quote} isStale={isStale && failure === undefined}>
        <FormError text={refusal ?? failure} />
        {isUndeliverable && customer === undefined ? (
          <Link to="/plumbing#contact-title" className="link inline-flex min-h-11 items-center">
            {t('checkout.contact')}
          </Link>
        ) : null}
        <div className="mt-3 hidden xl:flex">{place}</div>
        {failure === undefined ? (
          <p className="muted mt-3 text-sm">
            {rest > 0 && customer === undefined ? `${t('cart.rest-stays', { count: rest })} ` : ''}
            {isQuoted && customer === undefined && payBy
              ? t('checkout.freight-next')
              : t(words[payBy ?? 'noWay'], { hold, email: person.email })}
          </p>
        ) : null}
      </CheckoutSummary>
      <TotalBar total={quote?.total} note={isQuoted ? t('checkout.plus-freight') : undefined}>
        {place}
      </TotalBar>
    </div>
  )
}

/** Links the texts that are read and not accepted. */
function LegalLinks({ legal }: { legal: readonly LegalLink[] }) {
  const others = legal.filter(({ kind }) => kind !== 'terms')
  if (others.length === 0) return null
  return (
    <ul className="mt-2 flex flex-wrap gap-x-5 text-sm">
      {others.map(({ kind, url }) => (
        <li key={kind}>
          <a href={url} target="_blank" rel="noreferrer" className="link inline-flex min-h-11 items-center">
            {t(`legal.${kind}`)}
          </a>
        </li>
      ))}
    </ul>
  )
}

const errorOf = (error: Error | null) => (error ? errorMessageOf(error) : undefined)

/** Returns the fields of a saved address, without what the address book adds. */
function fieldsOf({ _id: _, text: __, isDefault: ___, isBilling: ____, phone, ...fields }: Address) {
  return { ...fields, ...(phone && { phone }) }
}

/** Stands in the place of the sections while they load. */
const CheckoutSkeleton = () => (
  <div role="status" aria-label={t('ui.loading')}>
    <Skeleton className="h-10 w-40 sm:h-12" />
    <div className="mt-6 grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="grid gap-6">
        <SkeletonCard />
        <SkeletonCard />
        <SkeletonCard />
      </div>
      <SkeletonCard lines={5} />
    </div>
  </div>
)
