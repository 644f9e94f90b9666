import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** One thing about an account's security: what it is, how it stands, and what can be done. */
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
  /** A badge beside the title. */
  state?: ReactNode
  action?: ReactNode
  /** What its actions open. */
  dialogs?: ReactNode
  children?: ReactNode
}) {
  return (
    <li className="grid gap-x-4 gap-y-3 p-5 sm:grid-cols-[auto_minmax(0,1fr)_auto] sm:items-start sm:px-7">
      <Icon aria-hidden="true" size={22} className="mt-0.5 text-accent max-sm:hidden" />
      <div className="min-w-0">
        <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg">
          {title} {state}
        </h3>
        {text ? <p className="muted mt-1 wrap-anywhere">{text}</p> : null}
      </div>
      {action ? <div className="flex flex-wrap gap-2">{action}</div> : null}
      {children ? <div className="min-w-0 sm:col-span-2 sm:col-start-2">{children}</div> : null}
      {dialogs}
    </li>
  )
}
