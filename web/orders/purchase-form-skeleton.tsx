import { Skeleton } from '#web/ui/skeleton.tsx'
import { t } from '#web/words/words.ts'

const heights = ['h-12 w-56', 'h-19', 'h-11', 'h-11', 'h-11']

/** The order form before it is known who orders, in its own shape. */
export function PurchaseFormSkeleton() {
  return (
    <div role="status" aria-label={t('ui.loading')} className="grid gap-5">
      {heights.map((height, place) => (
        <div key={place} className="grid gap-2">
          <Skeleton className="h-4 w-24" />
          <Skeleton className={height} />
        </div>
      ))}
      <Skeleton className="h-13" />
    </div>
  )
}
