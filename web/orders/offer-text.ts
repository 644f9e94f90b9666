import type { OfferedShipping, OmissionReason } from '#contract/shipping.ts'
import { moneyText } from '#web/ui/money.tsx'
import { type MessageId, t } from '#web/i18n/messages.ts'

/** Writes a price; freight on request has none. */
export const priceText = ({ price }: { price?: number | undefined }): string =>
  price === undefined ? t('delivery.on-request') : price === 0 ? t('delivery.free') : moneyText(price)

/** Writes working days: `2–4 days`. */
export const daysText = ({ from, to }: { from: number; to: number }): string =>
  from === to ? t('delivery.days', { count: to }) : t('delivery.day-range', { from, to })

/** Writes why a method is left out. */
export const omissionText = (name: string, reason: OmissionReason): string => t(omissionTexts[reason], { name })

const omissionTexts: Record<OmissionReason, MessageId> = {
  'excluded-class': 'delivery.omitted.excluded-class',
  'no-row': 'delivery.omitted.no-row',
  'carrier-unavailable': 'delivery.omitted.carrier-unavailable',
  'no-carrier-rate': 'delivery.omitted.no-carrier-rate',
}

/** Returns the cheapest delivery that has a price; what the buyer collects is none. */
export const cheapest = (offers: readonly OfferedShipping[]): OfferedShipping | undefined =>
  offers.find(({ kind, price }) => kind !== 'pickup' && price !== undefined)
