import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { t } from '#web/i18n/messages.ts'

type Tone = 'success' | 'error' | 'warning' | 'info'

interface Toast {
  id: number
  tone: Tone
  text: string
  action?: Action | undefined
  /** The count of what the person had done by then. */
  acts: number
}

/** Describes the button of a toast, which goes as it is pressed. */
interface Action {
  label: string
  run: () => void
  /** Whether the page can do it, too: then the toast leaves like others. */
  isOnPage?: boolean
}

/**
 * Shows a message in a corner of the page. Errors interrupt a screen reader and stay until dismissed, others leave by themselves. All
 * leave with their page when the person goes on; a page that their own action opens keeps them.
 */
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
let acts = 0
const listeners = new Set<() => void>()

function add(tone: Tone, text: string, action?: Action): number {
  lastId += 1
  // The same words twice are one toast that stays longer; what went wrong before is over once something works.
  const others = toasts.filter((other) => other.text !== text && !(tone === 'success' && isUrgent(other)))
  change([...others, { id: lastId, tone, text, action, acts }].slice(-4))
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

/** Takes away the toasts after which the person has done something: that has led to another page. */
function leavePage(): void {
  change(toasts.filter((one) => one.acts === acts))
}

// Counts what a person does: only that, not a page that opens by itself, ends what a toast speaks of.
if (!import.meta.env.SSR) for (const act of ['click', 'keydown', 'popstate']) addEventListener(act, () => acts++, true)

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
  const { pathname } = useLocation()
  useEffect(leavePage, [pathname])
  useEffect(() => {
    // Shown again for each toast: the latest popover is on top, also of a dialog opened in between.
    const region = ref.current
    if (!region?.isConnected) return
    if (region.matches(':popover-open')) region.hidePopover()
    region.showPopover()
  }, [newest])
  useFreePlace(ref, shown)
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

/**
 * Lists the places for the toasts as CSS `inset`, the usual one first, each with what it weighs by itself. Above the bottom is room for
 * the bar of a page; they leave their corner only for what must be seen; at the top stand titles, searches and first lines, which a toast covers only to leave the control just used free.
 */
const places = () =>
  [
    // On phones over the header, which no toast speaks of, unless it has the focus.
    ['0.5rem auto auto 1rem', innerWidth < 640 ? -100 : 90],
    ['auto auto 1rem 1rem', 0],
    ['auto auto 6rem 1rem', 4],
    ['auto 1rem 1rem auto', 30],
  ] as const

/** Moves the toasts to the place where they cover the least. */
function useFreePlace(ref: RefObject<HTMLElement | null>, shown: readonly Toast[]): void {
  useEffect(() => {
    const region = ref.current
    if (!region || shown.length === 0) return
    const move = () => moveToFreePlace(region)
    const frame = requestAnimationFrame(move)
    const events = ['focusin', 'scrollend', 'resize']
    for (const event of events) addEventListener(event, move)
    return () => {
      cancelAnimationFrame(frame)
      for (const event of events) removeEventListener(event, move)
    }
  }, [ref, shown])
}

function moveToFreePlace(region: HTMLElement): void {
  // A toast under the pointer or with the focus does not run away.
  if (region.matches(':hover, :focus-within')) return
  const others = [...document.querySelectorAll('a, button, input, select, textarea, summary, h1, [role="alert"] > p')]
    .filter((other) => !region.contains(other))
    .map((other) => ({ box: other.getBoundingClientRect(), weight: weightOf(other) }))
  const usual = region.style.inset
  let least = Infinity
  let best = usual
  for (const [inset, cost] of places()) {
    region.style.inset = inset
    const box = region.getBoundingClientRect()
    // Where they stand is the best of equal places.
    const covered = others.reduce(
      (sum, other) => sum + (overlap(box, other.box) ? other.weight : 0),
      inset === usual ? cost - 1 : cost,
    )
    if (covered < least) {
      least = covered
      best = inset
    }
  }
  region.style.inset = best
}

/**
 * Weighs what a toast may speak of, the control just used and what is wrong, above everything else; and what goes on, searches and bars
 * that stay in sight above the rest.
 */
const weightOf = (element: Element) =>
  element === document.activeElement || element.matches('[aria-invalid="true"], [role="alert"] > p')
    ? 100
    : element.matches('button[type="submit"], [type="search"], .sticky *')
      ? 10
      : 1

const overlap = (one: DOMRect, other: DOMRect) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

function ToastCard({ toast: one }: { toast: Toast }) {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held || one.tone === 'error') return
    const leastMs = one.action && !one.action.isOnPage ? stayWithActionMs : stayMs
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
