import { t } from '#web/words/words.ts'

/** Something is on its way; say what in the text beside it or in `label`. */
export function Spinner({ label, size = 'lg' }: { label?: string; size?: 'sm' | 'lg' }) {
  const dots = (
    <span
      aria-hidden="true"
      className={`turning-ring inline-block text-primary ${size === 'lg' ? 'text-[1.75rem]' : ''}`}
    />
  )
  if (!label) return dots
  return (
    <span role="status" className="inline-flex items-center gap-3">
      {dots}
      <span>{label}</span>
    </span>
  )
}

/** A spinner in the middle of the place of a whole page. */
export function PageSpinner({ label = t('ui.loading') }: { label?: string }) {
  return (
    <div role="status" aria-label={label} className="grid min-h-[60dvh] place-items-center">
      <Spinner />
    </div>
  )
}
