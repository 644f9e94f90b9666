import { CardElement } from '@stripe/react-stripe-js'
import type { StripeCardElementChangeEvent, StripeCardElementOptions } from '@stripe/stripe-js'
import { CircleAlert } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { t } from '#web/i18n/messages.ts'

/** Renders the card provider's field for a card, with a placeholder until it is ready. */
export function CardField({
  isReady,
  disabled,
  hasProblem,
  onReady,
  onBroken,
  onChange,
}: {
  isReady: boolean
  disabled: boolean
  hasProblem: boolean
  onReady: () => void
  /** Called if the field does not load. */
  onBroken: () => void
  onChange: (event: StripeCardElementChangeEvent) => void
}) {
  const options = useCardOptions()
  return (
    <>
      <label htmlFor="card" className="mb-1.5 block text-sm font-semibold">
        {t('word.card')}
      </label>
      <div className="relative">
        <CardElement
          id="card"
          options={{ ...options, disabled }}
          onReady={onReady}
          onLoadError={onBroken}
          onChange={onChange}
          className={`input flex h-auto min-h-13 w-full items-center py-3 text-base [&.StripeElement--focus]:outline-3 [&.StripeElement--focus]:outline-offset-1 [&.StripeElement--focus]:outline-accent [&>*]:w-full ${hasProblem ? 'input-error' : 'border-base-content/35'}`}
        />
        {isReady ? null : (
          <div role="status" aria-label={t('payment.card-loading')} className="absolute inset-0 p-3.5">
            <Skeleton className="h-full w-full" />
          </div>
        )}
      </div>
    </>
  )
}

/** Announces what is wrong with a card; takes no place while nothing is, so that Pay is on the first screen of a phone. */
export function CardProblem({ text }: { text: string | undefined }) {
  return (
    <p role="alert" className={text ? 'mt-2 text-error' : undefined}>
      {text ? (
        <span className="flex gap-2 font-medium">
          <CircleAlert aria-hidden="true" size={20} className="mt-0.5 shrink-0" />
          {text}
        </span>
      ) : null}
    </p>
  )
}

/** Passes the colors of the page to the card field, which is in an iframe, whenever they change. */
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
          backgroundColor: colours.background,
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
    background: style.getPropertyValue('--color-base-100').trim(),
    error: style.getPropertyValue('--color-error').trim(),
    hint: isDark ? '#a7a69f' : '#63666a',
  }
}
