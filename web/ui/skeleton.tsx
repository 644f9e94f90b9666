import { t } from '#web/words/words.ts'

/** A grey place of the right shape for what is still loading; say so once, with a PageSpinner or `role=status` around. */
export function Skeleton({ className = 'h-4 w-full' }: { className?: string }) {
  return <div aria-hidden="true" className={`skeleton rounded-field ${className}`} />
}

/** Rows of a table that is still loading. */
export function SkeletonRows({ rows = 5, label = t('ui.loading') }: { rows?: number; label?: string }) {
  return (
    <div role="status" aria-label={label} className="grid gap-3">
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} className="h-12 w-full" />
      ))}
    </div>
  )
}
