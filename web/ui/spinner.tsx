import { t } from '#web/i18n/messages.ts'

/** Renders a spinner; name what is loading next to it or in `label`. */
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

/** Renders a spinner in the middle of the page. */
export function PageSpinner({ label = t('ui.loading') }: { label?: string }) {
  return (
    <div role="status" aria-label={label} className="grid min-h-[60dvh] place-items-center">
      <Spinner />
    </div>
  )
}
