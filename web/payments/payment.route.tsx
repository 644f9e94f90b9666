import { ArrowLeft, CreditCard } from 'lucide-react'
import { useCallback, useState } from 'react'
import { Link } from 'react-router'
import { getOrder, type Order } from '#contract/orders.ts'
import { usePerson } from '#web/accounts/dashboard-person.ts'
import { keepAnswers, useAnswer } from '#web/api/answers.ts'
import { call } from '#web/api/call.ts'
import { pageSettings } from '#web/api/page-settings.ts'
import { RouteFailure } from '#web/api/route-failure.tsx'
import { ordersByBuyer } from '#web/orders/order-answers.ts'
import { isPayable } from '#web/orders/order-words.ts'
import { CardPayment } from '#web/payments/card-payment.tsx'
import { OrderFailure } from '#web/payments/order-details-page.tsx'
import { PaymentCompleted } from '#web/payments/payment-completed.tsx'
import { PaymentEnded } from '#web/payments/payment-ended.tsx'
import { PaymentSteps } from '#web/payments/payment-steps.tsx'
import { TestModeBanner } from '#web/payments/test-mode-banner.tsx'
import { useFollowing } from '#web/payments/use-following.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { t } from '#web/words/words.ts'
import { Sentence } from '#web/words/sentence.tsx'
import type { Route } from './+types/payment.route.ts'

export const meta: Route.MetaFunction = () => [
  { title: t('payment.page-title') },
  { name: 'robots', content: 'noindex' },
]

const orders = keepAnswers((id) => call(getOrder, { params: { id } }))

export default function PaymentRoute({ params: { id } }: Route.ComponentProps) {
  return <Payment key={id} id={id} />
}

function Payment({ id }: { id: string }) {
  const answer = useAnswer(orders, id)
  const { email } = usePerson()
  const [paidHere, setPaidHere] = useState(false)
  // Another tab may have paid meanwhile.
  useFollowing(false, answer.retry)
  const takePayment = useCallback(
    (paid: Order) => {
      setPaidHere(true)
      orders.change(id, () => paid)
      void ordersByBuyer.refresh(email)
    },
    [id, email],
  )
  return (
    <div className="max-w-2xl">
      <Link
        to="/dashboard"
        prefetch="intent"
        className="muted inline-flex min-h-11 items-center gap-2 hover:text-base-content hover:underline"
      >
        <ArrowLeft aria-hidden="true" size={18} /> {t('payment.back')}
      </Link>
      {answer.state === 'loading' ? <PaymentSkeleton /> : null}
      {answer.state === 'failed' ? (
        <OrderFailure answer={answer} back={{ to: '/dashboard', text: t('payment.back') }} />
      ) : null}
      {answer.state === 'ready' ? (
        <OrderPayment order={answer.value} paidHere={paidHere} onPaid={takePayment} onStale={answer.retry} />
      ) : null}
    </div>
  )
}

interface Steps {
  order: Order
  /** It was paid on this page just now. */
  paidHere: boolean
  onPaid: (order: Order) => void
  onStale: () => void
}

function OrderPayment(props: Steps) {
  const { order, paidHere } = props
  const isOpen = isPayable(order)
  return (
    <>
      <header className="mt-2">
        <p className="text-lg">{t('payment.hello', { name: order.buyerName || order.email })}</p>
        <h1 className="mt-1 text-4xl sm:text-5xl">
          {t(isOpen || paidHere ? 'payment.title-open' : 'payment.title', { product: order.name })}
        </h1>
        <p className="muted figures mt-2">{t('payment.units-to', { count: order.quantity, address: order.address })}</p>
        {isOpen || order.state === 'paid' || order.state === 'shipped' ? (
          <PaymentSteps done={isOpen ? 1 : order.shipped ? 3 : 2} />
        ) : null}
      </header>
      <section aria-label={t('payment.section')} className="card-surface mt-6 overflow-hidden shadow-card">
        {isOpen ? <TestModeBanner /> : null}
        <div className="p-5 sm:p-7">
          <p className="border-b border-base-300 pb-4 font-heading text-3xl font-bold">
            <Sentence
              id={isOpen || paidHere ? 'payment.please-pay' : 'payment.total'}
              parts={{ amount: <span className="figures">{moneyText(order.totalPrice)}</span> }}
            />
          </p>
          <div className="mt-5">
            <PaymentStep {...props} />
          </div>
        </div>
      </section>
    </>
  )
}

function PaymentStep({ order, paidHere, onPaid, onStale }: Steps) {
  if (!isPayable(order)) {
    return order.paid && order.state !== 'refunded' ? (
      <PaymentCompleted order={order} focused={paidHere} />
    ) : (
      <PaymentEnded order={order} />
    )
  }
  if (pageSettings().cards.mode === 'off') {
    return (
      <EmptyState
        title={t('payment.cards-off')}
        icon={<CreditCard size={30} />}
        text={t('payment.cards-off-text')}
        action={
          <ButtonLink to="/dashboard" look="outline">
            {t('orders.mine.link')}
          </ButtonLink>
        }
      />
    )
  }
  return <CardPayment order={order} onPaid={onPaid} onStale={onStale} />
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

export { RouteFailure as ErrorBoundary }
