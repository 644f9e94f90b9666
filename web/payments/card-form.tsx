import { CardElement, useElements, useStripe } from '@stripe/react-stripe-js'
import { LockKeyhole } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { maxSavedCards, recordPayment, type SavedCard } from '#contract/payments.ts'
import { ApiProblem, errorMessageOf } from '#web/api/api-problem.ts'
import { call } from '#web/api/call-endpoint.ts'
import { cardText } from '#web/ui/card-name.ts'
import { CardField, CardProblem } from '#web/payments/card-field.tsx'
import { cardMessage } from '#web/payments/card-message.ts'
import { OtherWays } from '#web/payments/other-ways.tsx'
import { useTimeout } from '#web/payments/use-timeout.ts'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { t } from '#web/i18n/messages.ts'

/** Takes the card, or a saved one, and pays the order. Pay waits for the card provider and for the client secret. */
export function CardForm(props: {
  order: Order
  /** The saved cards of the buyer; undefined while they load. */
  saved: readonly SavedCard[] | undefined
  clientSecret: string | undefined
  onPaid: (order: Order) => void
  /** Called if the provider's card field does not load. */
  onBroken: () => void
  /** Called if the order has changed. */
  onStale: () => void
}) {
  const { order, saved = [], clientSecret, onPaid, onBroken, onStale } = props
  const stripe = useStripe()
  const elements = useElements()
  const [isCardReady, setCardReady] = useState(false)
  const [processing, setProcessing] = useState(false)
  const [problem, setProblem] = useState<string>()
  /** Holds a payment that succeeded at the provider but is not recorded yet: it must not be repeated. */
  const [charged, setCharged] = useState<string>()
  /** Whether the provider has refused a card here. */
  const [isDeclined, setDeclined] = useState(false)
  const isKnown = props.saved !== undefined
  const [picked, setPicked] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const chosen = picked ?? saved[0]?._id ?? newCard
  const isNew = chosen === newCard
  const card = isNew ? elements?.getElement(CardElement) : undefined
  const isReady = Boolean(stripe && isKnown && (!isNew || isCardReady) && clientSecret)
  useTimeout(!stripe || (isNew && !isCardReady), onBroken)

  const record = useCallback(
    async (transactionId: string) => {
      setCharged(transactionId)
      const response = await call(recordPayment, { params: { id: order._id }, body: { transactionId } })
      onPaid(response.order)
    },
    [order._id, onPaid],
  )

  const explain = useCallback(
    (error: unknown) => {
      setProblem(error instanceof CardError ? error.message : errorMessageOf(error))
      if (error instanceof CardError) setDeclined(true)
      // Cancelled, which the provider refuses as it does a card, paid in another tab, or unmatched: the order shows what to do.
      if (error instanceof CardError || (error instanceof ApiProblem && error.status === 409)) onStale()
    },
    [onStale],
  )

  // A buyer may return before the payment was recorded.
  useEffect(() => {
    if (!stripe || !clientSecret) return
    let isHere = true
    stripe
      .retrievePaymentIntent(clientSecret)
      .then(async ({ paymentIntent }) => {
        if (isHere && paymentIntent?.status === 'succeeded') await record(paymentIntent.id)
      })
      .catch((error: unknown) => {
        if (isHere) explain(error)
      })
    return () => {
      isHere = false
    }
  }, [stripe, clientSecret, record, explain])

  // A buyer who comes back to this tab may have cancelled or paid in another one; the form stays while a payment is under way.
  const isIdle = !processing && charged === undefined
  useEffect(() => {
    const lookAgain = () => {
      if (isIdle && document.visibilityState === 'visible') onStale()
    }
    document.addEventListener('visibilitychange', lookAgain)
    return () => document.removeEventListener('visibilitychange', lookAgain)
  }, [isIdle, onStale])

  async function pay() {
    if (!stripe || (isNew && !card) || !clientSecret || processing) return
    setProcessing(true)
    setProblem(undefined)
    try {
      await record(charged ?? (await charge(stripe, clientSecret)))
    } catch (error) {
      explain(error)
    }
    setProcessing(false)
  }

  async function charge(provider: NonNullable<typeof stripe>, secret: string): Promise<string> {
    const { error, paymentIntent } = await provider.confirmCardPayment(
      secret,
      card
        ? {
            payment_method: {
              card,
              billing_details: { email: order.email, ...(order.buyerName && { name: order.buyerName }) },
            },
            ...(isSaving && { setup_future_usage: 'on_session' as const }),
          }
        : { payment_method: chosen },
    )
    // Another tab, or this page before it was reloaded, has paid already.
    const intent = paymentIntent ?? error?.payment_intent
    if (intent?.status === 'succeeded') return intent.id
    if (intent?.status === 'processing') throw new CardError(t('payment.still-processing'))
    throw new CardError((error && cardMessage(error)) ?? t('payment.not-completed'))
  }

  return (
    <Form className="" onSend={() => pay()}>
      {saved.length > 0 ? (
        <SavedCardChoice saved={saved} chosen={chosen} disabled={!isIdle} onPick={setPicked} />
      ) : null}
      {isKnown ? null : <Skeleton className="h-13 w-full" />}
      {isNew && isKnown ? (
        <>
          <CardField
            isReady={isCardReady}
            disabled={!isIdle}
            hasProblem={problem !== undefined}
            onReady={() => setCardReady(true)}
            onBroken={onBroken}
            onChange={({ error }) => setProblem(error && cardMessage(error))}
          />
          {saved.length < maxSavedCards ? (
            <label className="mt-1 flex min-h-11 cursor-pointer items-center gap-3">
              <input
                type="checkbox"
                className="checkbox"
                checked={isSaving}
                disabled={!isIdle}
                onChange={({ target }) => setSaving(target.checked)}
              />
              {t('cards.save')}
            </label>
          ) : null}
        </>
      ) : null}
      <CardProblem text={problem} />
      {charged ? (
        <p className="mb-3 rounded-field border border-warning bg-warning/15 p-3 text-sm">{t('payment.charged')}</p>
      ) : null}
      <Button type="submit" size="lg" busy={processing} disabled={!isReady} className="mt-1 w-full">
        {t('payment.pay')}
      </Button>
      {isDeclined && isIdle ? (
        <OtherWays
          order={order}
          onOtherCard={() => {
            setPicked(newCard)
            setProblem(undefined)
            card?.clear()
            card?.focus()
          }}
        />
      ) : null}
      <p className="muted mt-3 flex gap-2 text-sm">
        <LockKeyhole aria-hidden="true" size={18} className="mt-0.5 shrink-0" />
        {t('payment.promise', { amount: moneyText(order.totalPrice, order.currency) })}
      </p>
    </Form>
  )
}

const newCard = 'new'

/** Chooses one of the saved cards, or a new one. */
function SavedCardChoice(props: {
  saved: readonly SavedCard[]
  chosen: string
  disabled: boolean
  onPick: (id: string) => void
}) {
  const { saved, chosen, disabled, onPick } = props
  const choices = [
    ...saved.map((card) => ({ id: card._id, label: cardText(card) })),
    { id: newCard, label: t('cards.another') },
  ]
  return (
    <fieldset className="mb-4">
      <legend className="mb-1.5 text-sm font-semibold">{t('cards.pay-with')}</legend>
      {choices.map(({ id, label }) => (
        <label key={id} className="figures flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="radio"
            name="saved-card"
            className="radio"
            checked={chosen === id}
            disabled={disabled}
            onChange={() => onPick(id)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}

/** Holds the provider's message about a card. */
class CardError extends Error {}
