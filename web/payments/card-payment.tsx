import { Elements } from '@stripe/react-stripe-js'
import { SearchCheck } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { createPaymentIntent } from '#contract/payments.ts'
import { keepAnswers, useAnswer } from '#web/api/answers.ts'
import { ApiProblem } from '#web/api/api-problem.ts'
import { call } from '#web/api/call.ts'
import { pageSettings } from '#web/api/page-settings.ts'
import { CardForm } from '#web/payments/card-form.tsx'
import { loadCardProvider } from '#web/payments/card-provider.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState, FailedState } from '#web/ui/empty-state.tsx'
import { t } from '#web/words/words.ts'

/** The amount is the order's own; the server knows it. */
const clientSecrets = keepAnswers(
  async (orderId) => (await call(createPaymentIntent, { body: { orderId } })).clientSecret,
)
const providers = keepAnswers(() => loadCardProvider(pageSettings().cards))

/** The card form with what it needs: the provider's script and the payment's client secret, each with its failure. */
export function CardPayment({
  order,
  onPaid,
  onStale,
}: {
  order: Order
  onPaid: (order: Order) => void
  /** Asks for the order anew: it has ended meanwhile, or may have. */
  onStale: () => void
}) {
  const provider = useAnswer(providers, pageSettings().cards.scriptUrl)
  const secret = useAnswer(clientSecrets, order._id)
  const [attempt, setAttempt] = useState(1)
  const [isBroken, setBroken] = useState(false)
  const breakDown = useCallback(() => setBroken(true), [])
  const refusal = secret.state === 'failed' && secret.error instanceof ApiProblem ? secret.error.code : undefined
  const hasEnded = refusal === 'order-move-not-allowed'
  useEffect(() => {
    if (hasEnded) onStale()
  }, [hasEnded, onStale])

  if (provider.state === 'failed' || isBroken) {
    return (
      <FailedState
        title={t('payment.form-failed')}
        message={t('payment.provider-missing')}
        onRetry={() => {
          setBroken(false)
          setAttempt(attempt + 1)
          provider.retry()
        }}
      />
    )
  }
  if (refusal === 'payment-held' && secret.state === 'failed') {
    return (
      <EmptyState
        title={t('payment.looking')}
        icon={<SearchCheck size={30} />}
        text={secret.message}
        action={<ButtonLink to={`/dashboard/order/${order._id}`}>{t('payment.order-details')}</ButtonLink>}
      />
    )
  }
  if (secret.state === 'failed') {
    return (
      <FailedState
        title={t('payment.not-opened')}
        message={secret.message}
        onRetry={() => {
          onStale()
          secret.retry()
        }}
      />
    )
  }
  return (
    <Elements key={attempt} stripe={provider.state === 'ready' ? provider.value : null}>
      <CardForm
        order={order}
        clientSecret={secret.state === 'ready' ? secret.value : undefined}
        onPaid={onPaid}
        onBroken={breakDown}
        onStale={onStale}
      />
    </Elements>
  )
}
