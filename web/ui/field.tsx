import { type ComponentProps, type ReactNode, useId } from 'react'

interface Parts {
  label: string
  hint?: ReactNode
  /** The validation message. */
  error?: ReactNode
}

/** Renders a labelled input with hint and error, linked for screen readers. */
export function Field({ label, hint, error, className, ...input }: ComponentProps<'input'> & Parts) {
  const { id, describedBy, notes } = useFieldDescriptions(input.id, hint, error)
  return (
    <div className={className}>
      <FieldLabel htmlFor={id} required={input.required}>
        {label}
      </FieldLabel>
      <input
        {...input}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy}
        className={`input min-h-11 w-full text-base ${error ? 'input-error' : 'border-base-content/35'} ${input.readOnly ? 'bg-base-200' : ''}`}
      />
      {notes}
    </div>
  )
}

/** Renders a labelled text area, like Field. */
export function TextArea({ label, hint, error, className, ...area }: ComponentProps<'textarea'> & Parts) {
  const { id, describedBy, notes } = useFieldDescriptions(area.id, hint, error)
  return (
    <div className={className}>
      <FieldLabel htmlFor={id} required={area.required}>
        {label}
      </FieldLabel>
      <textarea
        rows={4}
        {...area}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy}
        className={`textarea w-full text-base ${error ? 'textarea-error' : 'border-base-content/35'} ${area.readOnly ? 'bg-base-200' : ''}`}
      />
      {notes}
    </div>
  )
}

export function FieldLabel({
  htmlFor,
  required,
  children,
}: {
  htmlFor?: string | undefined
  required?: boolean | undefined
  children: ReactNode
}) {
  return (
    <label htmlFor={htmlFor} className="mb-1.5 block text-sm font-semibold">
      {children}
      {required ? (
        <span aria-hidden="true" className="text-accent">
          {' '}
          *
        </span>
      ) : null}
    </label>
  )
}

/** Returns the ids and elements of hint and error. */
export function useFieldDescriptions(givenId: string | undefined, hint: ReactNode, error: ReactNode) {
  const ownId = useId()
  const id = givenId ?? ownId
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
  const notes = (
    <>
      {error ? (
        <p id={`${id}-error`} className="mt-1.5 text-sm font-medium text-error">
          {error}
        </p>
      ) : null}
      {hint ? (
        <p id={`${id}-hint`} className="muted mt-1.5 text-sm">
          {hint}
        </p>
      ) : null}
    </>
  )
  return { id, describedBy, notes }
}
