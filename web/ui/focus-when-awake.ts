/** Gives a field the focus; behind the start-up spinner, which takes none, as soon as that has gone and nothing else has it. */
export function focusWhenAwake(field: HTMLElement | null | undefined): void {
  field?.focus()
  if (!field || document.activeElement === field) return
  const page = field.closest('.startup-page')
  page?.addEventListener('animationend', function focus(event) {
    if (event.target !== page) return
    page.removeEventListener('animationend', focus)
    if (document.activeElement === document.body) field.focus()
  })
}
