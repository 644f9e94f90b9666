import type { ReactNode } from 'react'

/** A surface that holds one thing together. */
export function Card({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <div className={`card-surface p-5 sm:p-6 ${className}`}>{children}</div>
}
