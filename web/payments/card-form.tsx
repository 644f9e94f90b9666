import { CardElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { StripeCardElementOptions } from '@stripe/stripe-js'
import { CircleAlert, LockKeyhole } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { recordPayment } from '#contract/payments.ts'
import { problemSentence } from '#web/api/api-problem.ts'
import { call } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Takes the card and pays the order. Pay waits for the card provider and for the client secret. */
export function CardForm(props: { order: Order; clientSecret: string | undefined; onPaid: (order: Order) => void }) {
  const { order, clientSecret, onPaid } = props
  const stripe = useStripe()
  const elements = useElements()
  const options = useCardOptions()
  const [isCardReady, setCardReady] = useState(false)
  const [processing, setProcessing] = useState(false)
  const [problem, setProblem] = useState<string>()
  /** A payment that succeeded at the provider and is not recorded here yet: it must never be made twice. */
  const [charged, setCharged] = useState<string>()
  const card = elements?.getElement(CardElement)

  async function pay() {
    if (!stripe || !card || !clientSecret || processing) return
    setProcessing(true)
    setProblem(undefined)
    try {
      const transactionId = charged ?? (await charge(stripe, card, clientSecret))
      setCharged(transactionId)
      const answer = await call(recordPayment, { params: { id: order._id }, body: { transactionId } })
      onPaid(answer.order)
    } catch (error) {
      setProblem(error instanceof CardError ? error.message : problemSentence(error))
    }
    setProcessing(false)
  }

  async function charge(
    provider: NonNullable<typeof stripe>,
    element: NonNullable<typeof card>,
    secret: string,
  ): Promise<string> {
    const { error, paymentIntent } = await provider.confirmCardPayment(secret, {
      payment_method: {
        card: element,
        billing_details: { email: order.email, ...(order.buyerName && { name: order.buyerName }) },
      },
    })
    // Another tab, or this page before it was reloaded, has paid already.
    const intent = paymentIntent ?? error?.payment_intent
    if (intent?.status === 'succeeded') return intent.id
    throw new CardError(error?.message ?? 'The payment was not completed. Please try again.')
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void pay()
      }}
    >
      <label htmlFor="card" className="mb-1.5 block text-sm font-semibold">
        Card
      </label>
      <div className="relative">
        <CardElement
          id="card"
          options={{ ...options, disabled: processing || charged !== undefined }}
          onReady={() => setCardReady(true)}
          onChange={(event) => setProblem(event.error?.message)}
          className={`input flex h-auto min-h-13 w-full items-center text-base [&.StripeElement--focus]:outline-3 [&.StripeElement--focus]:outline-offset-1 [&.StripeElement--focus]:outline-accent [&>*]:w-full ${problem ? 'input-error' : 'border-base-content/35'}`}
        />
        {isCardReady ? null : (
          <div role="status" aria-label="Loading the card form" className="absolute inset-0 p-3.5">
            <Skeleton className="h-full w-full" />
          </div>
        )}
      </div>
      <p role="alert" className="mt-2 min-h-6 text-error">
        {problem ? (
          <span className="flex gap-2 font-medium">
            <CircleAlert aria-hidden="true" size={20} className="mt-0.5 shrink-0" />
            {problem}
          </span>
        ) : null}
      </p>
      {charged ? (
        <p className="mb-3 rounded-field border border-warning bg-warning/15 p-3 text-sm">
          Your card was charged, but the shop could not note it yet. Press Pay again: you are not charged twice.
        </p>
      ) : null}
      <Button
        type="submit"
        size="lg"
        busy={processing}
        disabled={!stripe || !isCardReady || !clientSecret}
        className="mt-3 w-full"
      >
        Pay
      </Button>
      <p className="muted mt-3 flex gap-2 text-sm">
        <LockKeyhole aria-hidden="true" size={18} className="mt-0.5 shrink-0" />
        {moneyText(order.totalPrice)} is charged once. Your card number goes to the card provider and never to this
        shop.
      </p>
    </form>
  )
}

/** The provider's sentence about a card. */
class CardError extends Error {}

/** The card field lives in a frame of its own, so it is told the colours of the page, again whenever they change. */
function useCardOptions(): StripeCardElementOptions {
  const [colours, setColours] = useState(readColours)
  useEffect(() => {
    const scheme = matchMedia('(prefers-color-scheme: dark)')
    const follow = () => setColours(readColours())
    scheme.addEventListener('change', follow)
    return () => scheme.removeEventListener('change', follow)
  }, [])
  return useMemo(
    () => ({
      hidePostalCode: true,
      style: {
        base: {
          color: colours.text,
          iconColor: colours.text,
          fontFamily: 'Inter, system-ui, sans-serif',
          fontSize: '16px',
          '::placeholder': { color: colours.hint },
        },
        invalid: { color: colours.error },
      },
    }),
    [colours],
  )
}

function readColours() {
  const style = getComputedStyle(document.documentElement)
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches
  return {
    text: style.getPropertyValue('--color-base-content').trim(),
    error: style.getPropertyValue('--color-error').trim(),
    hint: isDark ? '#a7a69f' : '#63666a',
  }
}
