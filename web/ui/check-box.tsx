import { type ComponentProps, type ReactNode, useId } from 'react'

/** Something that is so or not, with what it means beside it. */
export function CheckBox({
  label,
  hint,
  className = '',
  ...input
}: ComponentProps<'input'> & { label: ReactNode; hint?: ReactNode }) {
  const id = useId()
  return (
    <div className={`flex gap-3 ${className}`}>
      <input
        {...input}
        type="checkbox"
        id={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="mt-0.5 size-6 shrink-0 accent-accent"
      />
      <div className="min-w-0">
        <label htmlFor={id} className="block min-h-7 font-medium">
          {label}
        </label>
        {hint ? (
          <p id={`${id}-hint`} className="muted text-sm">
            {hint}
          </p>
        ) : null}
      </div>
    </div>
  )
}
