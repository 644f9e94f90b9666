import type { ComponentProps, ReactNode } from 'react'
import { FieldLabel, useFieldDescriptions } from '#web/ui/field.tsx'

/** Renders a labelled select, like Field. */
export function Select<Value extends string>({
  label,
  hint,
  error,
  choices,
  value,
  onChoose,
  className,
  ...select
}: Omit<ComponentProps<'select'>, 'value' | 'onChange' | 'children'> & {
  label: string
  hint?: ReactNode
  error?: string | undefined
  choices: readonly { value: Value; label: string }[]
  value: Value
  onChoose: (value: Value) => void
}) {
  const { id, describedBy, notes } = useFieldDescriptions(select.id, hint, error)
  return (
    <div className={className}>
      <FieldLabel htmlFor={id} required={select.required}>
        {label}
      </FieldLabel>
      <select
        {...select}
        id={id}
        value={value}
        onChange={({ target }) => {
          const chosen = choices.find((choice) => choice.value === target.value)
          if (chosen) onChoose(chosen.value)
        }}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy}
        className={`input min-h-11 w-full appearance-auto text-base disabled:text-base-content/45 ${error ? 'input-error' : 'border-base-content/35'}`}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value} className="bg-base-100 text-base-content">
            {choice.label}
          </option>
        ))}
      </select>
      {notes}
    </div>
  )
}
