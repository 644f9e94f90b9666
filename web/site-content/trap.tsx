import type { ComponentProps } from 'react'

/** A field that nobody sees or reaches: only programs that fill in everything fill it in. */
export function Trap(input: ComponentProps<'input'>) {
  return <input type="text" tabIndex={-1} autoComplete="off" aria-hidden="true" {...input} className="hidden" />
}
