import { Minus, Plus } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { t } from '#web/i18n/messages.ts'

/**
 * Renders a number input with minus and plus; the buttons lead to multiples of `step` between `min` and `max`. `value` is NaN while
 * the field is empty.
 */
export function Stepper(props: {
  label: string
  value: number
  onChange: (value: number) => void
  min: number
  max: number
  /** `min` and `max` are multiples of it. */
  step?: number
  hint?: ReactNode
  error?: string | undefined
  disabled?: boolean
  /** Names the field in a form. */
  name?: string
  /** Stands beside the field, such as the button that takes the quantity. */
  action?: ReactNode
}) {
  const { label, value, onChange, min, max, step = 1, hint, error, disabled, name, action } = props
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      <div className="flex flex-wrap gap-3">
        <StepButtons
          value={value}
          onChange={onChange}
          min={min}
          max={max}
          step={step}
          disabled={disabled}
          className="w-full max-w-44"
        >
          <input
            id={id}
            name={name}
            type="number"
            inputMode="numeric"
            step={step}
            required
            disabled={disabled}
            value={Number.isNaN(value) ? '' : value}
            onChange={(event) => onChange(event.target.valueAsNumber)}
            aria-invalid={error ? true : undefined}
            aria-describedby={`${id}-notes`}
            className={`input figures -mx-px min-h-13 w-full rounded-none text-center text-lg font-semibold focus:z-1 ${error ? 'input-error z-1' : 'border-base-content/35'}`}
          />
        </StepButtons>
        {action}
      </div>
      <div id={`${id}-notes`}>
        {error ? <p className="mt-1.5 text-sm font-medium text-error">{error}</p> : null}
        {hint ? <p className="muted mt-1.5 text-sm">{hint}</p> : null}
      </div>
    </div>
  )
}

/** Puts minus and plus around a number input; they lead to multiples of `step` between `min` and `max`. */
export function StepButtons({
  value,
  onChange,
  min,
  max,
  step = 1,
  disabled = false,
  of,
  className,
  buttonClassName = 'min-h-13 w-12',
  children,
}: Pick<Parameters<typeof Stepper>[0], 'value' | 'onChange' | 'min' | 'max' | 'step'> & {
  disabled?: boolean | undefined
  /** Tells the buttons of several inputs apart. */
  of?: string
  className: string
  buttonClassName?: string
  children: ReactNode
}) {
  function move(by: 1 | -1) {
    const steps = (Number.isNaN(value) ? min : value) / step
    const next = step * (by > 0 ? Math.floor(steps) + 1 : Math.ceil(steps) - 1)
    onChange(Math.min(Math.max(next, min), Math.max(max, min)))
  }
  const nameOf = (sign: string) => (of === undefined ? sign : `${sign}: ${of}`)
  const side = `btn btn-square border-base-content/35 ${buttonClassName}`
  return (
    <div className={`flex ${className}`}>
      <button
        type="button"
        aria-label={nameOf(t('ui.minus'))}
        className={`${side} rounded-r-none`}
        disabled={disabled || value <= min}
        onClick={() => move(-1)}
      >
        <Minus aria-hidden="true" size={18} />
      </button>
      {children}
      <button
        type="button"
        aria-label={nameOf(t('ui.plus'))}
        className={`${side} rounded-l-none`}
        disabled={disabled || value >= max}
        onClick={() => move(1)}
      >
        <Plus aria-hidden="true" size={18} />
      </button>
    </div>
  )
}
