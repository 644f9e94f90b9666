import { Elements } from '@stripe/react-stripe-js'
import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import { getOrder, type Order } from '#contract/orders.ts'
import { createPaymentIntent } from '#contract/payments.ts'
import { usePerson } from '#web/accounts/dashboard-person.ts'
import { keepAnswers, useAnswer } from '#web/api/answers.ts'
import { ApiProblem } from '#web/api/api-problem.ts'
import { call } from '#web/api/call.ts'
import { pageSettings } from '#web/api/page-settings.ts'
import { RouteFailure } from '#web/api/route-failure.tsx'
import { unitsText } from '#web/catalog/product-words.ts'
import { ordersByBuyer } from '#web/orders/order-answers.ts'
import { isPayable } from '#web/orders/order-words.ts'
import { CardForm } from '#web/payments/card-form.tsx'
import { loadCardProvider } from '#web/payments/card-provider.ts'
import { PaymentCompleted } from '#web/payments/payment-completed.tsx'
import { TestModeBanner } from '#web/payments/test-mode-banner.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState, FailedState } from '#web/ui/empty-state.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { Route } from './+types/payment.route.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Payment – Boltyard' }, { name: 'robots', content: 'noindex' }]

const orders = keepAnswers((id) => call(getOrder, { params: { id } }))

/** The amount is the order's own; the server knows it. */
const clientSecrets = keepAnswers(
  async (orderId) => (await call(createPaymentIntent, { body: { orderId } })).clientSecret,
)
const providers = keepAnswers(() => loadCardProvider(pageSettings().cards))

export default function PaymentRoute({ params }: Route.ComponentProps) {
  const answer = useAnswer(orders, params.id)
  const { email } = usePerson()
  return (
    <div className="max-w-2xl">
      <Link
        to="/dashboard"
        prefetch="intent"
        className="muted inline-flex min-h-11 items-center gap-2 hover:text-base-content hover:underline"
      >
        <ArrowLeft aria-hidden="true" size={18} /> Back to orders
      </Link>
      {answer.state === 'loading' ? <PaymentSkeleton /> : null}
      {answer.state === 'failed' ? (
        <>
          <h1 className="sr-only">Payment</h1>
          <OrderFailure answer={answer} onRetry={answer.retry} />
        </>
      ) : null}
      {answer.state === 'ready' ? (
        <OrderPayment
          key={params.id}
          order={answer.value}
          onPaid={(paid) => {
            orders.change(params.id, () => paid)
            void ordersByBuyer.refresh(email)
          }}
        />
      ) : null}
    </div>
  )
}

function OrderFailure({ answer, onRetry }: { answer: { message: string; error: unknown }; onRetry: () => void }) {
  if (!(answer.error instanceof ApiProblem) || answer.error.code !== 'order-not-found')
    return <FailedState title="The order could not be loaded" message={answer.message} onRetry={onRetry} />
  return (
    <EmptyState
      title="There is no such order"
      text="It may belong to another account, or its address was cut short."
      action={<ButtonLink to="/dashboard">My Order</ButtonLink>}
    />
  )
}

function OrderPayment({ order, onPaid }: { order: Order; onPaid: (order: Order) => void }) {
  return (
    <>
      <header className="mt-2">
        <p className="text-lg">Hello, {order.buyerName || order.email}</p>
        <h1 className="mt-1 text-4xl sm:text-5xl">Please Pay for {order.name}</h1>
        <p className="muted figures mt-3">
          {unitsText(order.quantity)} {order.quantity === 1 ? 'unit' : 'units'}, to {order.address}
        </p>
      </header>
      <section aria-label="Payment" className="card-surface mt-6 overflow-hidden shadow-card">
        <TestModeBanner />
        <div className="p-5 sm:p-7">
          <p className="flex flex-wrap items-baseline justify-between gap-3 border-b border-base-300 pb-5 font-heading text-2xl font-bold">
            <span>
              Please pay: <span className="figures">{moneyText(order.totalPrice)}</span>
            </span>
          </p>
          <div className="mt-5">
            <PaymentStep order={order} onPaid={onPaid} />
          </div>
        </div>
      </section>
    </>
  )
}

function PaymentStep({ order, onPaid }: { order: Order; onPaid: (order: Order) => void }) {
  if (order.paid && order.state !== 'refunded') return <PaymentCompleted order={order} />
  if (!isPayable(order)) {
    return (
      <EmptyState
        title={`This order is ${order.state}`}
        text={
          order.state === 'refunded'
            ? 'Its amount was paid back to your card.'
            : 'It cannot be paid any more, and its units are back on the shelf.'
        }
        action={<ButtonLink to={`/products/${order.productId}`}>Order again</ButtonLink>}
      />
    )
  }
  const { cards } = pageSettings()
  if (cards.mode === 'off') {
    return (
      <EmptyState
        title="Paying by card is switched off"
        text="Please contact the shop about this order. Nothing was charged."
        action={
          <ButtonLink to="/dashboard" look="outline">
            My Order
          </ButtonLink>
        }
      />
    )
  }
  return <CardPayment order={order} onPaid={onPaid} />
}

function CardPayment({ order, onPaid }: { order: Order; onPaid: (order: Order) => void }) {
  const provider = useAnswer(providers, pageSettings().cards.scriptUrl)
  const secret = useAnswer(clientSecrets, order._id)
  if (provider.state === 'failed') {
    return (
      <FailedState
        title="The card form could not be loaded"
        message="Check your connection, and whether something in your browser blocks the card provider. Nothing was charged."
        onRetry={provider.retry}
      />
    )
  }
  if (secret.state === 'failed') {
    return (
      <FailedState
        title="The payment could not be opened"
        message={secret.message}
        onRetry={() => {
          void orders.refresh(order._id)
          secret.retry()
        }}
      />
    )
  }
  return (
    <Elements stripe={provider.state === 'ready' ? provider.value : null}>
      <CardForm order={order} clientSecret={secret.state === 'ready' ? secret.value : undefined} onPaid={onPaid} />
    </Elements>
  )
}

function PaymentSkeleton() {
  return (
    <div role="status" aria-label="Loading the order" className="mt-2 grid gap-4">
      <Skeleton className="h-6 w-40" />
      <Skeleton className="h-12 w-full" />
      <Skeleton className="mt-4 h-72 w-full" />
    </div>
  )
}

export { RouteFailure as ErrorBoundary }
