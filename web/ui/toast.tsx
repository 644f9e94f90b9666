import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { t } from '#web/words/words.ts'

type Tone = 'success' | 'error' | 'warning' | 'info'

interface Toast {
  id: number
  tone: Tone
  text: string
}

/** Says something in the corner of the page, whatever page it is. Errors interrupt a screen reader, the rest waits. */
export const toast = {
  success: (text: string) => add('success', text),
  error: (text: string) => add('error', text),
  warning: (text: string) => add('warning', text),
  info: (text: string) => add('info', text),
}

const none: readonly Toast[] = []
let toasts = none
let lastId = 0
const listeners = new Set<() => void>()

function add(tone: Tone, text: string): void {
  lastId += 1
  // The same words twice are one toast that stays longer; what went wrong before is over once something works.
  const others = toasts.filter((other) => other.text !== text && !(tone === 'success' && isUrgent(other)))
  change([...others, { id: lastId, tone, text }].slice(-4))
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

/** Where toasts appear: once on every page. A popover, so that dialogs do not cover it. */
export function ToastRegion() {
  const shown = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => none,
  )
  const ref = useRef<HTMLDivElement>(null)
  const newest = shown.at(-1)?.id ?? 0
  useEffect(() => {
    // Shown anew for each toast: what is shown last lies on top, also of a dialog that came in between.
    const region = ref.current
    if (!region?.isConnected) return
    if (region.matches(':popover-open')) region.hidePopover()
    region.showPopover()
  }, [newest])
  const polite = shown.filter((one) => !isUrgent(one))
  const urgent = shown.filter(isUrgent)
  return (
    <div
      ref={ref}
      popover="manual"
      aria-label={t('ui.messages')}
      role="region"
      className="no-print pointer-events-none inset-auto right-4 top-20 m-0 sm:top-auto sm:right-auto sm:bottom-6 sm:left-6 w-[min(26rem,calc(100vw-2rem))] overflow-visible bg-transparent p-0"
    >
      <div role="alert" className="grid gap-3">
        {urgent.map((one) => (
          <ToastCard key={one.id} toast={one} />
        ))}
      </div>
      <div role="status" className="mt-3 grid gap-3">
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

/** Long enough to read: longer for longer texts and for what went wrong. */
const stayMs = (toast: Toast) => (isUrgent(toast) ? 10_000 : 4500) + toast.text.length * 25

function ToastCard({ toast: one }: { toast: Toast }) {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => remove(one.id), stayMs(one))
    return () => clearTimeout(timer)
  }, [held, one])
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
