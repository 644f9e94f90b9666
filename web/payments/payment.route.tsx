import { CreditCard, Truck } from 'lucide-react'
import { useCallback, useState } from 'react'
import { toCents } from '#contract/currency.ts'
import { getOrder, type Order } from '#contract/orders.ts'
import { isPayableBy } from '#contract/payment-limits.ts'
import { endpointQuery, queryClient, useQuery } from '#web/api/queries.ts'
import { pageSettings } from '#web/api/page-settings.ts'
import { ownOrdersPage, usePerson } from '#web/identity/dashboard-user.ts'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { paymentLimitsText } from '#web/orders/payment-limits-text.ts'
import { isFreightToQuote, isPayable, orderTitle, poText } from '#web/orders/order-labels.ts'
import { CardPayment } from '#web/payments/card-payment.tsx'
import { OrderView } from '#web/payments/order-details-page.tsx'
import { PaymentCompleted } from '#web/payments/payment-completed.tsx'
import { PaymentEnded } from '#web/payments/payment-ended.tsx'
import { PaymentSteps } from '#web/payments/payment-steps.tsx'
import { TestModeBanner } from '#web/payments/test-mode-banner.tsx'
import { TransferPayment } from '#web/payments/transfer-payment.tsx'
import { BackLink } from '#web/ui/back-link.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { useNavigationFocus } from '#web/ui/page-heading.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { hiddenPage } from '#web/page/page-meta.ts'
import { withCountryName } from '#web/documents/address-text.ts'
import { t } from '#web/i18n/messages.ts'
import { RichMessage } from '#web/i18n/rich-message.tsx'
import type { Route } from './+types/payment.route.ts'

export const meta: Route.MetaFunction = () => hiddenPage(t('payment.page-title'))

export default function PaymentRoute({ params: { id } }: Route.ComponentProps) {
  return <Payment key={id} id={id} />
}

function Payment({ id }: { id: string }) {
  const query = useQuery(endpointQuery(getOrder, { params: { id } }))
  const back = { to: ownOrdersPage(usePerson()), text: t('payment.back') }
  const [paidHere, setPaidHere] = useState(false)
  const takePayment = useCallback(
    (paid: Order) => {
      setPaidHere(true)
      queryClient.setQueryData(endpointQuery(getOrder, { params: { id } }).queryKey, paid)
    },
    [id],
  )
  const { refetch } = query
  const lookAgain = useCallback(() => void refetch(), [refetch])
  return (
    <div className="max-w-2xl">
      <BackLink to={back.to}>{back.text}</BackLink>
      <OrderView query={query} back={back} placeholder={<PaymentSkeleton />}>
        {(order) => <OrderPayment order={order} paidHere={paidHere} onPaid={takePayment} onStale={lookAgain} />}
      </OrderView>
    </div>
  )
}

interface Steps {
  order: Order
  /** Set if it was paid on this page. */
  paidHere: boolean
  onPaid: (order: Order) => void
  onStale: () => void
}

function OrderPayment(props: Steps) {
  const { order } = props
  const isOpen = isPayable(order)
  const isPaid = order.paid && order.state !== 'refunded'
  const focus = useNavigationFocus()
  // A long address would push the payment below the screen of a phone.
  const [isWhole, setWhole] = useState(false)
  return (
    <>
      <header className="mt-2">
        <p className="text-lg">{t('payment.hello', { name: order.buyerName || order.email })}</p>
        <h1 {...focus} className="mt-1 text-3xl outline-none sm:text-5xl">
          {t(isOpen ? 'payment.title-open' : isPaid ? 'payment.title-paid' : 'payment.title', {
            product: order.lineCount === 1 ? order.productName : t('payment.order-named', { number: order.number }),
          })}
        </h1>
        <button
          type="button"
          aria-expanded={isWhole}
          className={`muted figures mt-2 cursor-pointer text-left wrap-anywhere ${isWhole ? '' : 'line-clamp-2'}`}
          onClick={() => setWhole(!isWhole)}
        >
          {[
            order.lineCount === 1 ? t('order.title', { number: order.number }) : orderTitle(order),
            order.poNumber && poText(order.poNumber),
            t(order.pickup ? 'payment.units-pickup' : 'payment.units-to', { count: order.quantity }),
          ]
            .filter(Boolean)
            .join(' · ')}{' '}
          {order.pickup ? null : withCountryName(order.address).split('\n').join(', ')}
        </button>
        {isOpen || order.state === 'paid' || order.state === 'shipped' ? (
          <PaymentSteps done={isOpen ? 1 : order.shipped ? 3 : 2} isPickup={order.pickup === true} />
        ) : null}
      </header>
      <section aria-label={t('word.payment')} className="card-surface mt-4 overflow-hidden shadow-card">
        {isOpen && isByCardFirst(order) ? <TestModeBanner /> : null}
        <div className="p-4 sm:p-7">
          <p className="border-b border-base-300 pb-2 font-heading text-3xl font-bold">
            <RichMessage
              id={isOpen ? 'payment.please-pay' : isPaid ? 'payment.paid' : 'payment.total'}
              parts={{
                amount: (
                  <span className="figures">
                    {moneyText((isOpen && order.open) || order.totalPrice, order.currency)}
                  </span>
                ),
              }}
            />
          </p>
          <div className="mt-4">
            <PaymentStep {...props} />
          </div>
        </div>
      </section>
    </>
  )
}

/** Whether a card can pay what is open: not the rest of an order of which a part came by transfer or check. */
function takesCard({ currency, open, totalPrice, received }: Order): boolean {
  if (pageSettings().cards.mode === 'off' || received !== undefined) return false
  return isPayableBy('card', toCents(open ?? totalPrice, currency), currency)
}

/** Whether an order was placed to be paid by card; what is on account, by transfer or paid in part is paid as an invoice is, a card on request. */
const isByCardFirst = ({ byTransfer, onAccount, received }: Order): boolean =>
  !byTransfer && onAccount === undefined && received === undefined

function PaymentStep({ order, paidHere, onPaid, onStale }: Steps) {
  if (isFreightToQuote(order)) {
    return (
      <EmptyState
        title={t('order.thanks')}
        icon={<Truck size={30} />}
        text={t('order.freight-on-request')}
        action={
          <ButtonLink to={`/dashboard/order/${order._id}`} variant="outline">
            {t('payment.order-details')}
          </ButtonLink>
        }
      />
    )
  }
  if (!isPayable(order)) {
    return order.paid && order.state !== 'refunded' ? (
      <PaymentCompleted order={order} focused={paidHere} />
    ) : (
      <PaymentEnded order={order} />
    )
  }
  const hasCards = pageSettings().cards.mode !== 'off'
  const { currency } = order
  const isByCard = takesCard(order)
  const card = <CardPayment order={order} onPaid={onPaid} onStale={onStale} />
  if (!isByCardFirst(order)) {
    const onRequest = (
      <>
        <TestModeBanner />
        {card}
      </>
    )
    return <TransferPayment order={order} card={isByCard ? onRequest : undefined} />
  }
  if (!isByCard) {
    return (
      <EmptyState
        title={t(hasCards ? 'payment.not-by-card' : 'payment.cards-off')}
        icon={<CreditCard size={30} />}
        text={hasCards ? paymentLimitsText('card', currency) : t('payment.cards-off-text')}
        action={
          <ButtonLink to={`/dashboard/order/${order._id}`} variant="outline">
            {t('payment.order-details')}
          </ButtonLink>
        }
      />
    )
  }
  return card
}

function PaymentSkeleton() {
  return (
    <div role="status" aria-label={t('payment.order-loading')} className="mt-2 grid gap-4">
      <Skeleton className="h-6 w-40" />
      <Skeleton className="h-12 w-4/5" />
      <Skeleton className="h-5 w-3/5" />
      <Skeleton className="h-7 w-full" />
      <Skeleton className="mt-2 h-96 w-full" />
    </div>
  )
}

export { RouteErrorBoundary as ErrorBoundary }
