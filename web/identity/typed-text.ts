import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/words/words.ts'

/** One thing typed on a page: which of the fields with this label it was, and what stood there. */
interface TypedField {
  label: string
  index: number
  value: string
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const prefix = 'boltyard.typed:'
const restoreMs = 15_000
let typed = new WeakSet<Element>()

/** Notes which fields somebody types in, until the page goes away. */
export function watchTyping(): () => void {
  const note = ({ target }: Event) => void (target instanceof Element && typed.add(target))
  document.addEventListener('input', note, true)
  return () => document.removeEventListener('input', note, true)
}

/** Keeps what stands typed on this page for the same person, in this tab only: never passwords, codes, cards or files. */
export function keepTyped(email: string): void {
  const fields = readFields().filter(({ control }) => typed.has(control) && isKept(control))
  if (fields.length === 0) return
  const kept = fields.map(({ control, label, index }): TypedField => ({ label, index, value: valueOf(control) }))
  sessionStorage.setItem(prefix + location.pathname, JSON.stringify({ email, fields: kept }))
}

/** Forgets what was kept for every page. */
export function forgetTyped(): void {
  typed = new WeakSet()
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
}

/** Types again what was kept for this page and person, as its fields appear; answers how to stop waiting for them. */
export function bringBackTyped(email: string): () => void {
  const key = prefix + location.pathname
  const left = readKept(key, email)
  if (left.length === 0) return () => undefined

  function fill() {
    for (const { control, label, index } of readFields()) {
      const found = left.findIndex((field) => field.label === label && field.index === index)
      if (found >= 0) typeInto(control, left.splice(found, 1)[0]?.value ?? '')
    }
    if (left.length === 0) stop()
  }
  function stop() {
    appearing.disconnect()
    clearTimeout(patience)
    sessionStorage.removeItem(key)
  }
  const appearing = new MutationObserver(fill)
  appearing.observe(document.body, { childList: true, subtree: true })
  const patience = setTimeout(stop, restoreMs)
  toast.info(t('typed.back'))
  fill()
  return stop
}

function readKept(key: string, email: string): TypedField[] {
  try {
    // Written by keepTyped above.
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as { email: string; fields: TypedField[] } | null
    return kept?.email === email ? kept.fields : []
  } catch {
    return [] // somebody else wrote there
  }
}

function readFields(): { control: Control; label: string; index: number }[] {
  const counts = new Map<string, number>()
  return [...document.querySelectorAll<Control>('form :is(input, textarea, select)')].map((control) => {
    const label = control.labels?.[0]?.textContent ?? control.name
    const index = counts.get(label) ?? 0
    counts.set(label, index + 1)
    return { control, label, index }
  })
}

const untold = new Set(['password', 'file', 'hidden'])

function isKept(control: Control): boolean {
  if (untold.has(control.type) || /^(?:cc-|one-time-code|current-|new-)/.test(control.autocomplete)) return false
  return control.type !== 'radio' || (control as HTMLInputElement).checked
}

const isChoice = (control: Control): control is HTMLInputElement => ['radio', 'checkbox'].includes(control.type)

const valueOf = (control: Control) => (isChoice(control) ? String(control.checked) : control.value)

/** As a person would: React hears of it, whether it or the browser holds the field's value. */
function typeInto(control: Control, value: string): void {
  if (isChoice(control)) {
    if (String(control.checked) !== value) control.click()
    return
  }
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value)
  typed.add(control)
  control.dispatchEvent(new Event('input', { bubbles: true }))
}
