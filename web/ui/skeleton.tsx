import { t } from '#web/i18n/messages.ts'

/** Renders a placeholder while loading; announce it once, with a PageSpinner or `role=status` around. */
export function Skeleton({ className = 'h-4 w-full' }: { className?: string }) {
  return <div aria-hidden="true" className={`skeleton rounded-field ${className}`} />
}

/** Renders a placeholder card. */
export function SkeletonCard({ lines = 3, className = '' }: { lines?: number; className?: string }) {
  return (
    <div aria-hidden="true" className={`card-surface grid content-start gap-3 p-5 ${className}`}>
      <Skeleton className="mb-1 h-6 w-36" />
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} className={`h-5 ${line % 2 === 0 ? 'w-full' : 'w-3/4'}`} />
      ))}
    </div>
  )
}

/** Renders placeholder rows of a table. */
export function SkeletonRows({ rows = 5, label = t('ui.loading') }: { rows?: number; label?: string }) {
  return (
    <div role="status" aria-label={label} className="grid gap-3">
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} className="h-12 w-full" />
      ))}
    </div>
  )
}
