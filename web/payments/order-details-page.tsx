import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import { type Answer, useAnswer } from '#web/api/answers.ts'
import { ApiProblem } from '#web/api/api-problem.ts'
import { usePerson } from '#web/accounts/dashboard-person.ts'
import { ordersByBuyer } from '#web/orders/order-answers.ts'
import { OrderDocument } from '#web/payments/order-document.tsx'
import { orderDetails } from '#web/payments/payment-answers.ts'
import { useFollowing } from '#web/payments/use-following.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState, FailedState } from '#web/ui/empty-state.tsx'
import { Skeleton, SkeletonCard } from '#web/ui/skeleton.tsx'
import { t } from '#web/words/words.ts'

/** Everything about one order, for its buyer and for admins: what each may do comes with the answer. */
export function OrderDetailsPage({ id, back }: { id: string; back: { to: string; text: string } }) {
  const person = usePerson()
  const answer = useAnswer(orderDetails, id)
  // A refund ends at the provider, some time later.
  useFollowing(answer.state === 'ready' && answer.value.money.refunding > 0, answer.retry)
  return (
    <>
      <Link
        to={back.to}
        prefetch="intent"
        className="muted no-print inline-flex min-h-11 items-center gap-2 hover:text-base-content hover:underline"
      >
        <ArrowLeft aria-hidden="true" size={18} /> {back.text}
      </Link>
      {answer.state === 'loading' ? <OrderSkeleton /> : null}
      {answer.state === 'failed' ? <OrderFailure answer={answer} back={back} /> : null}
      {answer.state === 'ready' ? (
        <OrderDocument
          details={answer.value}
          viewer={person}
          onChange={async () => {
            await Promise.all([orderDetails.refresh(id), ordersByBuyer.refresh(answer.value.order.email)])
          }}
        />
      ) : null}
    </>
  )
}

/** An order that could not be loaded, or that does not exist for this person. */
export function OrderFailure({
  answer,
  back,
}: {
  answer: Extract<Answer<unknown>, { state: 'failed' }> & { retry: () => void }
  back: { to: string; text: string }
}) {
  const { error, message, retry } = answer
  if (error instanceof ApiProblem && error.code === 'order-not-found') {
    return (
      <EmptyState
        heading="h1"
        title={t('order.not-found')}
        text={t('order.not-found-text')}
        action={<ButtonLink to={back.to}>{back.text}</ButtonLink>}
      />
    )
  }
  return <FailedState heading="h1" title={t('order.failed')} message={message} onRetry={retry} />
}

function OrderSkeleton() {
  return (
    <div role="status" aria-label={t('payment.order-loading')}>
      <Skeleton className="h-4 w-36" />
      <Skeleton className="mt-2 h-12 w-full max-w-lg" />
      <Skeleton className="mt-3 h-6 w-full max-w-sm" />
      <div className="mt-6 grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="grid gap-6">
          <SkeletonCard lines={2} />
          <SkeletonCard lines={4} />
        </div>
        <div className="grid gap-6">
          <SkeletonCard lines={4} />
          <SkeletonCard lines={4} />
        </div>
      </div>
    </div>
  )
}
