import type { ComponentProps } from 'react'

/** Renders a hidden honeypot field: only bots fill it in. */
export function Honeypot(input: ComponentProps<'input'>) {
  return <input type="text" tabIndex={-1} autoComplete="off" aria-hidden="true" {...input} className="hidden" />
}
