import { ExternalLink } from 'lucide-react'
import { trackingLink } from '#contract/carriers.ts'
import type { Shipment } from '#contract/shipments.ts'
import { t } from '#web/i18n/messages.ts'

/** Returns the number of a parcel within its order: 2 of BY-1001-2. */
export const parcelPosition = ({ number }: Pick<Shipment, 'number'>): string =>
  number.slice(number.lastIndexOf('-') + 1)

/** Shows carrier and tracking number of a parcel, with a link to the page of a known carrier. */
export function ParcelTracking({ shipment: { carrier, trackingNumber } }: { shipment: Shipment }) {
  const link = trackingLink(carrier, trackingNumber)
  return (
    <span className="flex flex-wrap items-baseline gap-x-3">
      {carrier === undefined ? null : <span className="wrap-anywhere">{carrier}</span>}
      {trackingNumber === undefined ? null : <span className="figures wrap-anywhere select-all">{trackingNumber}</span>}
      {link === undefined ? null : (
        <a href={link} target="_blank" rel="noreferrer" className="link inline-flex items-center gap-1 max-md:py-2.5">
          {t('shipments.track')} <ExternalLink aria-hidden="true" size={14} />
        </a>
      )}
    </span>
  )
}
