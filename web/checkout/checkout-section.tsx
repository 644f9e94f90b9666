import type { ComponentProps, ReactNode } from 'react'
import { Section } from '#web/ui/section.tsx'

/** Renders a section of the checkout with its heading. */
export const CheckoutSection = (section: Omit<ComponentProps<typeof Section>, 'className' | 'text'>) => (
  <Section className="card-surface min-w-0 p-4 sm:p-5" {...section} />
)

/** Renders one of several choices with what it is and what it costs. */
export function Choice({
  name,
  value,
  isChosen,
  title,
  text,
  aside,
  disabled,
  onChoose,
}: {
  name: string
  value: string
  isChosen: boolean
  title: string
  text?: string | undefined
  aside?: ReactNode
  disabled?: boolean
  onChoose: () => void
}) {
  return (
    <label
      className={`flex min-h-12 items-center gap-3 rounded-field border px-3 py-2 ${disabled ? 'opacity-60' : 'cursor-pointer'} ${isChosen ? 'border-primary bg-base-200' : 'border-base-300 hover:bg-base-200'}`}
    >
      <input
        type="radio"
        className="radio"
        name={name}
        value={value}
        checked={isChosen}
        disabled={disabled}
        onChange={onChoose}
      />
      <span className="grid min-w-0 grow">
        <span className="font-semibold wrap-anywhere">{title}</span>
        {text ? <span className="muted text-sm wrap-anywhere">{text}</span> : null}
      </span>
      {aside === undefined ? null : <span className="figures shrink-0 font-semibold">{aside}</span>}
    </label>
  )
}
