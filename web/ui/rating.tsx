import { Star } from 'lucide-react'
import { useId } from 'react'
import { t } from '#web/i18n/messages.ts'

const stars = [1, 2, 3, 4, 5] as const

/** Renders a rating with a text for screen readers. */
export function Rating({ value }: { value: number }) {
  return (
    <span role="img" aria-label={t('ui.rating', { value })} className="inline-flex gap-0.5 text-primary">
      {stars.map((star) => (
        <Star
          key={star}
          aria-hidden="true"
          size={16}
          fill={star <= value ? 'currentColor' : 'none'}
          className={star <= value ? '' : 'text-base-content/40'}
        />
      ))}
    </span>
  )
}

/** Renders five stars to choose from, 0 for none; the arrow keys move between them. */
export function RatingPicker({
  value,
  onChange,
  label,
}: {
  value: number
  onChange: (value: number) => void
  label: string
}) {
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-1.5 block text-sm font-semibold">{label}</legend>
      <div className="flex gap-1">
        {stars.map((star) => (
          <label
            key={star}
            className="grid size-11 cursor-pointer place-items-center rounded-field text-primary hover:bg-base-200 has-focus-visible:outline-3 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={value === star}
              onChange={() => onChange(star)}
              aria-label={t('ui.stars', { count: star })}
            />
            <Star
              aria-hidden="true"
              size={28}
              fill={star <= value ? 'currentColor' : 'none'}
              className={star <= value ? '' : 'text-base-content/50'}
            />
          </label>
        ))}
      </div>
      <output className="muted mt-1 block text-sm">{t('ui.rating-chosen', { value })}</output>
    </fieldset>
  )
}
