import { DayTime } from '#web/ui/date-time.tsx'
import { t } from '#web/i18n/messages.ts'

/** Renders from when and until when a price list or a discount holds. */
export function Period({ of: { startsAt, endsAt } }: { of: { startsAt?: string; endsAt?: string } }) {
  if (startsAt === undefined && endsAt === undefined) return <span className="muted">{t('discounts.always')}</span>
  return (
    <span className="grid text-sm">
      {startsAt === undefined ? null : (
        <span>
          <span className="muted">{t('word.starting-from')}</span> <DayTime iso={startsAt} year />
        </span>
      )}
      {endsAt === undefined ? null : (
        <span>
          <span className="muted">{t('word.until')}</span> <DayTime iso={endsAt} year />
        </span>
      )}
    </span>
  )
}
