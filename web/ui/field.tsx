import { type ComponentProps, type ReactNode, useId } from 'react'

interface Parts {
  label: string
  hint?: ReactNode
  /** What is wrong with the content, as a sentence. */
  error?: string | undefined
}

/** A labelled input with its hint and its error, all of them tied together for screen readers. */
export function Field({ label, hint, error, className, ...input }: ComponentProps<'input'> & Parts) {
  const { id, describedBy, notes } = useNotes(input.id, hint, error)
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

/** As Field, for text of several lines. */
export function TextArea({ label, hint, error, className, ...area }: ComponentProps<'textarea'> & Parts) {
  const { id, describedBy, notes } = useNotes(area.id, hint, error)
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
        className={`textarea w-full text-base ${error ? 'textarea-error' : 'border-base-content/35'}`}
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

/** The ids and lines under an input: its hint, and its error when there is one. */
export function useNotes(givenId: string | undefined, hint: ReactNode, error: string | undefined) {
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
