import { groupDays, type OpeningHours, writeSpans } from '#contract/opening-hours.ts'
import { weekdayName } from '#web/page/weekday-name.ts'
import { zoneName } from '#web/page/zone-name.ts'
import { currentStore } from '#web/i18n/current-store.ts'
import { t } from '#web/i18n/messages.ts'

/** Shows when the store is open, days with the same hours in one line, and in which time zone. */
export function OpeningHoursList({ hours }: { hours: OpeningHours }) {
  const { timeZone } = currentStore()
  return (
    <>
      <dl className="grid max-w-sm grid-cols-[auto_1fr] gap-x-6 gap-y-1.5">
        {groupDays(hours).map(({ from, to, spans }) => (
          <div key={from} className="contents">
            <dt>
              {from === to
                ? weekdayName(from, 'long')
                : t('store.days', { from: weekdayName(from, 'long'), to: weekdayName(to, 'long') })}
            </dt>
            <dd className={`figures ${spans.length > 0 ? 'font-semibold' : 'muted'}`}>
              {spans.length > 0 ? writeSpans(spans) : t('store.closed')}
            </dd>
          </div>
        ))}
      </dl>
      <p className="muted mt-3 text-sm">{t('store.hours-zone', { timeZone: zoneName(timeZone) })}</p>
    </>
  )
}
