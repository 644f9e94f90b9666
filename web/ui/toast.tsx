import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Button } from '#web/ui/button.tsx'
import { t } from '#web/i18n/messages.ts'

type Tone = 'success' | 'error' | 'warning' | 'info'

interface Toast {
  id: number
  tone: Tone
  text: string
  action?: Action | undefined
}

/** Describes the button of a toast, which goes as it is pressed. */
interface Action {
  label: string
  run: () => void
}

/** Shows a message in a corner of the page. Errors interrupt a screen reader and stay until dismissed, others leave by themselves. */
export const toast = {
  success: (text: string, action?: Action) => add('success', text, action),
  error(text: string): void {
    add('error', text)
  },
  warning: (text: string) => add('warning', text),
  info: (text: string) => add('info', text),
}

/** Creates the error toast of one action, for `useState`: the action takes it away when it is tried again. */
export function createErrorToast() {
  let shown = 0
  return {
    show(text: string): void {
      shown = add('error', text)
    },
    clear: (): void => remove(shown),
  }
}

const none: readonly Toast[] = []
let toasts = none
let lastId = 0
const listeners = new Set<() => void>()

function add(tone: Tone, text: string, action?: Action): number {
  lastId += 1
  // The same words twice are one toast that stays longer; what went wrong before is over once something works.
  const others = toasts.filter((other) => other.text !== text && !(tone === 'success' && isUrgent(other)))
  change([...others, { id: lastId, tone, text, action }].slice(-4))
  return lastId
}

const isUrgent = ({ tone }: Toast) => tone === 'error' || tone === 'warning'

function remove(id: number): void {
  change(toasts.filter((other) => other.id !== id))
}

function change(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Renders the toasts, once on every page. A popover, so that dialogs do not cover it. */
export function ToastRegion() {
  const shown = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => none,
  )
  const ref = useRef<HTMLDivElement>(null)
  const newest = shown.at(-1)?.id ?? 0
  useEffect(() => {
    // Shown again for each toast: the latest popover is on top, also of a dialog opened in between.
    const region = ref.current
    if (!region?.isConnected) return
    if (region.matches(':popover-open')) region.hidePopover()
    region.showPopover()
  }, [newest])
  useFreeCorner(ref, shown)
  const polite = shown.filter((one) => !isUrgent(one))
  const urgent = shown.filter(isUrgent)
  return (
    <div
      ref={ref}
      popover="manual"
      aria-label={t('ui.messages')}
      role="region"
      className="no-print pointer-events-none inset-[auto_auto_1rem_1rem] m-0 w-[min(26rem,calc(100vw-2rem))] overflow-visible bg-transparent p-0"
    >
      <div role="alert" className="grid gap-3">
        {urgent.map((one) => (
          <ToastCard key={one.id} toast={one} />
        ))}
      </div>
      {/* On a phone, several successes would cover half the page: the newest is shown. */}
      <div role="status" className="mt-3 grid gap-3 max-sm:[&>.border-l-success:not(:last-child)]:hidden">
        {polite.map((one) => (
          <ToastCard key={one.id} toast={one} />
        ))}
      </div>
    </div>
  )
}

const icons = { success: CircleCheck, error: CircleAlert, warning: TriangleAlert, info: Info }
const edges: Record<Tone, string> = {
  success: 'border-l-success [&>svg]:text-success',
  error: 'border-l-error [&>svg]:text-error',
  warning: 'border-l-warning [&>svg]:text-accent',
  info: 'border-l-info [&>svg]:text-info',
}

/** Shows for five seconds what is no error. */
const stayMs = 5000
/** Leaves time to press the button of a toast; what it does can also be done on a page. */
const stayWithActionMs = 20_000
/** Leaves time to read long messages. */
const msPerCharacter = 60

/** Lists the corners for the toasts as CSS `inset`, the usual one first. */
const corners = ['auto auto 1rem 1rem', 'auto 1rem 1rem auto', '5rem 1rem auto auto', '5rem auto auto 1rem']

/** Moves the toasts to the corner where they cover the least. */
function useFreeCorner(ref: RefObject<HTMLElement | null>, shown: readonly Toast[]): void {
  useEffect(() => {
    const region = ref.current
    if (!region || shown.length === 0) return
    const move = () => moveToFreeCorner(region)
    const frame = requestAnimationFrame(move)
    const events = ['focusin', 'scrollend', 'resize']
    for (const event of events) addEventListener(event, move)
    return () => {
      cancelAnimationFrame(frame)
      for (const event of events) removeEventListener(event, move)
    }
  }, [ref, shown])
}

function moveToFreeCorner(region: HTMLElement): void {
  // A toast under the pointer or with the focus does not run away.
  if (region.matches(':hover, :focus-within')) return
  const others = [...document.querySelectorAll('a, button, input, select, textarea, summary, h1, [role="alert"] > p')]
    .filter((other) => !region.contains(other))
    .map((other) => ({ box: other.getBoundingClientRect(), weight: weightOf(other) }))
  const usual = region.style.inset
  let least = Infinity
  let best = usual
  for (const corner of usual ? [usual, ...corners] : corners) {
    region.style.inset = corner
    const box = region.getBoundingClientRect()
    const covered = others.reduce((sum, other) => sum + (overlap(box, other.box) ? other.weight : 0), 0)
    if (covered < least) {
      least = covered
      best = corner
    }
  }
  region.style.inset = best
}

/** Weighs what a toast may speak of, the control just used and what is wrong, above everything else, and what goes on above the rest. */
const weightOf = (element: Element) =>
  element === document.activeElement || element.matches('[aria-invalid="true"], [role="alert"] > p')
    ? 100
    : element.matches('button[type="submit"]')
      ? 10
      : 1

const overlap = (one: DOMRect, other: DOMRect) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

function ToastCard({ toast: one }: { toast: Toast }) {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held || one.tone === 'error') return
    const leastMs = one.action ? stayWithActionMs : stayMs
    const timer = setTimeout(() => remove(one.id), Math.max(leastMs, one.text.length * msPerCharacter))
    return () => clearTimeout(timer)
  }, [held, one])
  const { action } = one
  const Icon = icons[one.tone]
  return (
    <div
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className={`message pointer-events-auto flex items-start gap-3 rounded-box border border-l-4 border-base-300 bg-base-100 py-2 pr-1 pl-4 text-base-content shadow-lift ${edges[one.tone]}`}
    >
      <Icon aria-hidden="true" size={20} className="mt-2.5 shrink-0" />
      <p className="min-w-0 grow py-2 font-medium">{one.text}</p>
      {action ? (
        <Button
          variant="outline"
          size="sm"
          className="mt-1"
          onClick={() => {
            remove(one.id)
            action.run()
          }}
        >
          {action.label}
        </Button>
      ) : null}
      <button
        type="button"
        aria-label={t('ui.dismiss')}
        className="btn btn-square btn-ghost min-h-11 w-11"
        onClick={() => remove(one.id)}
      >
        <X aria-hidden="true" size={18} />
      </button>
    </div>
  )
}
