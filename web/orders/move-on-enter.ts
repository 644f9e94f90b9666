import type { KeyboardEvent } from 'react'

/** Moves on to the next field of a form with Enter, which a barcode scanner types after each number: only the button sends. */
export function moveOnEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const field = event.target
  if (event.key !== 'Enter' || !(field instanceof HTMLInputElement)) return
  event.preventDefault()
  // What is typed into a checkbox would turn it on and off, and into a search would look for it.
  const fields = [
    ...event.currentTarget.querySelectorAll<HTMLInputElement>('input:not([type=checkbox], [type=search])'),
  ]
  const next = fields[fields.indexOf(field) + 1]
  const folded = next?.closest('details')
  if (folded) folded.open = true
  if (next) next.focus()
  // The next scan replaces what the last field has.
  else field.select()
}
