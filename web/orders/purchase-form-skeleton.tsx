import { Skeleton } from '#web/ui/skeleton.tsx'
import { t } from '#web/i18n/messages.ts'

const heights = ['h-11', 'h-11', 'h-19', 'h-11', 'h-12 w-56']

/** Shows the shape of the order form until the session is known. */
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
