import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** Shows one security setting with its state and actions. */
export function SecurityRow({
  Icon,
  title,
  text,
  state,
  action,
  dialogs,
  children,
}: {
  Icon: LucideIcon
  title: string
  text?: ReactNode
  /** A badge after the title. */
  state?: ReactNode
  action?: ReactNode
  /** The dialogs of its actions. */
  dialogs?: ReactNode
  children?: ReactNode
}) {
  return (
    <li className="grid gap-x-4 gap-y-3 p-5 sm:grid-cols-[auto_minmax(0,1fr)_auto] sm:items-start sm:px-7">
      <Icon aria-hidden="true" size={22} className="mt-0.5 text-accent max-sm:hidden" />
      <div className="min-w-0">
        <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg">
          {title} {state}
        </h2>
        {text ? <p className="muted mt-1 wrap-anywhere">{text}</p> : null}
      </div>
      {action ? <div className="flex flex-wrap gap-2">{action}</div> : null}
      {children ? <div className="min-w-0 sm:col-span-2 sm:col-start-2">{children}</div> : null}
      {dialogs}
    </li>
  )
}

interface Line {
  key: string
  icon?: ReactNode
  title: ReactNode
  text: ReactNode
  action?: ReactNode
}

/** Lists what a setting consists of, each with its action. */
export function Lines({ label, lines }: { label?: string; lines: readonly Line[] }) {
  return (
    <ul className="grid gap-2" aria-label={label}>
      {lines.map(({ key, icon, title, text, action }) => (
        <li
          key={key}
          className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-field border border-base-300 px-4 py-2"
        >
          {icon}
          <span className="min-w-0 grow">
            <span className="block font-semibold">{title}</span>
            <span className="muted block text-sm wrap-anywhere">{text}</span>
          </span>
          {action}
        </li>
      ))}
    </ul>
  )
}
