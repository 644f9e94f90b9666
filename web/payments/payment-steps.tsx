import { Check } from 'lucide-react'
import { t, type MessageId } from '#web/i18n/messages.ts'

/** Shows the progress of an order in three steps; not on phones, where the card stands in their place. */
export function PaymentSteps({ done, isPickup }: { done: number; isPickup: boolean }) {
  const steps: readonly MessageId[] = [
    'word.ordered',
    'payment.step-pay',
    isPickup ? 'shipping.kind.pickup' : 'word.delivery',
  ]
  return (
    <ol aria-label={t('payment.steps')} className="mt-4 flex items-center gap-3 text-sm max-sm:hidden">
      {steps.map((step, place) => {
        const isDone = place < done
        return (
          <li
            key={step}
            aria-current={place === done ? 'step' : undefined}
            className={`flex grow items-center gap-2 last:grow-0 not-last:after:h-px not-last:after:grow not-last:after:bg-base-300 ${place === done ? 'font-bold' : 'muted'}`}
          >
            <span
              aria-hidden="true"
              className={`figures grid size-7 shrink-0 place-items-center rounded-full border text-[0.8125rem] font-bold transition-colors duration-500 ${isDone ? 'border-success bg-success text-success-content' : place === done ? 'border-primary bg-primary text-primary-content' : 'border-base-content/30'}`}
            >
              {isDone ? <Check size={16} strokeWidth={3} /> : place + 1}
            </span>
            <span>
              {t(step)}
              {isDone ? <span className="sr-only"> {t('payment.step-done')}</span> : null}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
