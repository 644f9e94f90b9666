import { hasHours } from '#contract/opening-hours.ts'
import { getStore } from '#contract/store.ts'
import { endpointQuery, useQuery } from '#web/api/queries.ts'
import { OpeningHoursList } from '#web/page/opening-hours-list.tsx'
import { t } from '#web/i18n/messages.ts'

/** Shows where and when an order can be picked up, as far as the seller has said. */
export function PickupPlace({ method, seller }: { method: string; seller: string }) {
  const hours = useQuery(endpointQuery(getStore)).data?.openingHours
  return (
    <>
      <p className="font-semibold">{method}</p>
      {seller === '' ? null : <address className="wrap-anywhere whitespace-pre-line not-italic">{seller}</address>}
      {hours && hasHours(hours) ? (
        <div className="mt-3">
          <h3 className="muted mb-1 text-sm">{t('store.hours')}</h3>
          <OpeningHoursList hours={hours} />
        </div>
      ) : null}
    </>
  )
}
