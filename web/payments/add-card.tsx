import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js'
import { LockKeyhole } from 'lucide-react'
import { useCallback, useState } from 'react'
import { createSetupIntent } from '#contract/payments.ts'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { call } from '#web/api/call-endpoint.ts'
import { refetchShown, useQuery } from '#web/api/queries.ts'
import { usePerson } from '#web/identity/dashboard-user.ts'
import { CardField, CardProblem } from '#web/payments/card-field.tsx'
import { cardMessage } from '#web/payments/card-message.ts'
import { cardProvider } from '#web/payments/card-provider.ts'
import { TestModeBanner } from '#web/payments/test-mode-banner.tsx'
import { useTimeout } from '#web/payments/use-timeout.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Form } from '#web/ui/form.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

interface Props {
  onSaved: () => void
  onCancel: () => void
}

/** Loads the provider's script and takes a card that is saved without a payment. It is in no dialog: the bank's question would be under it. */
export default function AddCard(props: Props) {
  const provider = useQuery(cardProvider)
  const [attempt, setAttempt] = useState(1)
  const [isBroken, setBroken] = useState(false)
  const breakDown = useCallback(() => setBroken(true), [])
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
  return (
    <Elements key={attempt} stripe={provider.data ?? null}>
      <AddCardForm {...props} onBroken={breakDown} />
    </Elements>
  )
}

function AddCardForm({ onSaved, onCancel, onBroken }: Props & { onBroken: () => void }) {
  const person = usePerson()
  const stripe = useStripe()
  const elements = useElements()
  const [isReady, setReady] = useState(false)
  const [isComplete, setComplete] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  useTimeout(!stripe || !isReady, onBroken)

  async function save() {
    const card = elements?.getElement(CardElement)
    if (!stripe || !card || busy) return
    // Only a complete card is worth one of the few tries.
    if (!isComplete) {
      setProblem((before) => before ?? t('cards.incomplete'))
      card.focus()
      return
    }
    setBusy(true)
    setProblem(undefined)
    try {
      const { clientSecret } = await call(createSetupIntent)
      const { error, setupIntent } = await stripe.confirmCardSetup(clientSecret, {
        payment_method: { card, billing_details: { email: person.email, ...(person.name && { name: person.name }) } },
      })
      if (setupIntent?.status === 'succeeded') {
        await refetchShown()
        toast.success(t('cards.saved'))
        return onSaved()
      }
      setProblem((error && cardMessage(error)) ?? t('cards.not-saved'))
    } catch (error) {
      setProblem(errorMessageOf(error))
    }
    setBusy(false)
  }

  return (
    <Form className="" aria-label={t('cards.add')} onSend={() => save()}>
      <CardField
        isReady={isReady}
        disabled={busy}
        hasProblem={problem !== undefined}
        onReady={() => {
          setReady(true)
          elements?.getElement(CardElement)?.focus()
        }}
        onBroken={onBroken}
        onChange={({ complete, error }) => {
          setComplete(complete)
          setProblem(error && cardMessage(error))
        }}
      />
      <CardProblem text={problem} />
      <div className="mt-2 flex flex-wrap gap-3">
        <Button type="submit" busy={busy} disabled={!stripe || !isReady}>
          {t('cards.save-one')}
        </Button>
        <Button variant="quiet" disabled={busy} onClick={onCancel}>
          {t('ui.cancel')}
        </Button>
      </div>
      <p className="muted mt-3 flex gap-2 text-sm">
        <LockKeyhole aria-hidden="true" size={18} className="mt-0.5 shrink-0" />
        {t('cards.promise')}
      </p>
      <div className="mt-5 overflow-hidden rounded-field">
        <TestModeBanner />
      </div>
    </Form>
  )
}
