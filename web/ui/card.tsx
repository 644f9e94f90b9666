import type { ReactNode } from 'react'

/** Renders a surface around related content. */
export function Card({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <div className={`card-surface p-5 sm:p-6 ${className}`}>{children}</div>
}
