import { Elements } from '@stripe/react-stripe-js'
import { queryOptions } from '@tanstack/react-query'
import { SearchCheck } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { createPaymentIntent, listSavedCards } from '#contract/payments.ts'
import { endpointQuery, useQuery } from '#web/api/queries.ts'
import { ApiProblem, errorMessageOf } from '#web/api/api-problem.ts'
import { call } from '#web/api/call-endpoint.ts'
import { CardForm } from '#web/payments/card-form.tsx'
import { cardProvider } from '#web/payments/card-provider.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { t } from '#web/i18n/messages.ts'

/** Opens a payment each time that the page opens; the server sets the amount. */
const clientSecret = (orderId: string) =>
  queryOptions({
    queryKey: [createPaymentIntent.name, orderId],
    queryFn: async () => (await call(createPaymentIntent, { body: { orderId } })).clientSecret,
    staleTime: 'static',
    gcTime: 0,
  })

/** Loads the provider's script and the client secret, and shows the card form or the error. */
export function CardPayment({
  order,
  onPaid,
  onStale,
}: {
  order: Order
  onPaid: (order: Order) => void
  /** Refetches the order, which may have ended. */
  onStale: () => void
}) {
  const provider = useQuery(cardProvider)
  const secret = useQuery(clientSecret(order._id))
  // Without an answer the buyer types a card.
  const saved = useQuery(endpointQuery(listSavedCards))
  const [attempt, setAttempt] = useState(1)
  const [isBroken, setBroken] = useState(false)
  const breakDown = useCallback(() => setBroken(true), [])
  const refusal = secret.error instanceof ApiProblem ? secret.error.code : undefined
  const hasEnded = refusal === 'order-move-not-allowed'
  useEffect(() => {
    if (hasEnded) onStale()
  }, [hasEnded, onStale])

  if (provider.error || isBroken) {
    return (
      <ErrorState
        title={t('payment.form-failed')}
        message={t('payment.provider-missing')}
        onRetry={() => {
          setBroken(false)
          setAttempt(attempt + 1)
          void provider.refetch()
        }}
      />
    )
  }
  if (secret.error && refusal === 'payment-held') {
    return (
      <EmptyState
        title={t('payment.looking')}
        icon={<SearchCheck size={30} />}
        text={secret.error.message}
        action={<ButtonLink to={`/dashboard/order/${order._id}`}>{t('payment.order-details')}</ButtonLink>}
      />
    )
  }
  if (secret.error) {
    return (
      <ErrorState
        title={t('payment.not-opened')}
        message={errorMessageOf(secret.error)}
        onRetry={() => {
          onStale()
          void secret.refetch()
        }}
      />
    )
  }
  return (
    <Elements key={attempt} stripe={provider.data ?? null}>
      <CardForm
        order={order}
        saved={saved.data ?? (saved.error ? [] : undefined)}
        clientSecret={secret.data}
        onPaid={onPaid}
        onBroken={breakDown}
        onStale={onStale}
      />
    </Elements>
  )
}
