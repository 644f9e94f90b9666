import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** Renders the link above a page that leads back to its list. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      prefetch="intent"
      className="muted no-print inline-flex min-h-11 items-center gap-2 hover:text-base-content hover:underline"
    >
      <ArrowLeft aria-hidden="true" size={18} /> {children}
    </Link>
  )
}
