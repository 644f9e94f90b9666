import type { ReactNode } from 'react'
import type { Import } from '#contract/imports.ts'

/** Says what to know of a file before it is applied, with what one press does about it. */
export function ImportWarnings({ warnings, children }: Pick<Import, 'warnings'> & { children?: ReactNode }) {
  if (warnings.length === 0) return null
  return (
    <div
      role="note"
      className="mt-4 grid max-w-3xl gap-2 rounded-field border border-warning bg-warning/15 px-4 py-3 wrap-anywhere"
    >
      {warnings.map(({ code, message }) => (
        <p key={code}>{message}</p>
      ))}
      {children}
    </div>
  )
}
