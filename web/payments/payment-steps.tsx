import { Check } from 'lucide-react'
import { t, type MessageId } from '#web/i18n/messages.ts'

const steps: readonly MessageId[] = ['word.ordered', 'payment.step-pay', 'word.delivery']

/** Shows the progress of an order in three steps. */
export function PaymentSteps({ done }: { done: number }) {
  return (
    <ol aria-label={t('payment.steps')} className="mt-4 flex items-start gap-2 text-sm sm:items-center sm:gap-3">
      {steps.map((step, place) => {
        const isDone = place < done
        return (
          <li
            key={step}
            aria-current={place === done ? 'step' : undefined}
            className={`flex grow flex-col gap-1 sm:flex-row sm:items-center sm:gap-2 sm:last:grow-0 sm:not-last:after:h-px sm:not-last:after:grow sm:not-last:after:bg-base-300 ${place === done ? 'font-bold' : 'muted'}`}
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
