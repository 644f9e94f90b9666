import type { ComponentProps } from 'react'
import { getOrderDetails } from '#contract/payments.ts'
import { ApiProblem } from '#web/api/api-problem.ts'
import { endpointQuery, useQuery } from '#web/api/queries.ts'
import { usePerson } from '#web/identity/dashboard-user.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { OrderDocument } from '#web/payments/order-document.tsx'
import { BackLink } from '#web/ui/back-link.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton, SkeletonCard } from '#web/ui/skeleton.tsx'
import { t } from '#web/i18n/messages.ts'

/** Shows an order to its buyer or an admin; the allowed actions are part of the response. */
export function OrderDetailsPage({ id, back }: { id: string; back: { to: string; text: string } }) {
  const person = usePerson()
  const query = useQuery({
    ...endpointQuery(getOrderDetails, { params: { id } }),
    // A refund ends at the provider, some time later.
    refetchInterval: ({ state }) =>
      state.data?.money.refunding ? Math.min(state.dataUpdateCount * 1500, 15_000) : false,
  })
  return (
    <>
      <BackLink to={back.to}>{back.text}</BackLink>
      <OrderView query={query} back={back} placeholder={<OrderSkeleton />}>
        {(details) => <OrderDocument details={details} viewer={person} />}
      </OrderView>
    </>
  )
}

/** Shows the query of an order, which may not exist for this user. */
export function OrderView<Value>({
  back,
  ...view
}: Pick<ComponentProps<typeof QueryView<Value>>, 'query' | 'placeholder' | 'children'> & {
  back: { to: string; text: string }
}) {
  const { data, error } = view.query
  if (data === undefined && error instanceof ApiProblem && error.code === 'order-not-found') {
    return (
      <EmptyState
        heading="h1"
        title={t('order.not-found')}
        text={t('order.not-found-text')}
        action={<ButtonLink to={back.to}>{back.text}</ButtonLink>}
      />
    )
  }
  return <QueryView {...view} heading="h1" failed={t('order.failed')} />
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
