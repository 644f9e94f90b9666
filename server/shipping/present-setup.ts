import { toAmount } from '#contract/currency.ts'
import type { ShippingMethod, ShippingRate, ShippingZone, OfferedShipping } from '#contract/shipping.ts'
import { fromAmount } from '#server/shipping/check-setup.ts'
import type { ShippingOffer } from '#server/shipping/quote-shipping.ts'
import type { Method, Rate, Zone } from '#server/shipping/shipping-rules.ts'

export const presentZone = ({ id, name, members }: Zone): ShippingZone => ({
  id,
  name,
  members: members.map(({ country, region, from, to }) => ({
    country,
    ...(region !== '' && { region }),
    ...(from !== '' && { postalFrom: from }),
    ...(to !== from && { postalTo: to }),
  })),
})

export const presentMethod = (method: Method): ShippingMethod => {
  const { id, name, names, kind, by, days, carrier, active, rates, classRules } = method
  return {
    id,
    name,
    names,
    kind,
    ...(kind === 'table' && { by }),
    ...(days && { days }),
    ...(carrier !== '' && { carrier }),
    active,
    rates: rates.map((rate) => presentRate(rate, method)),
    classRules: classRules.map(({ class: code, isExcluded, surchargeCents, perUnit }) => ({
      class: code,
      ...(isExcluded && { excluded: true as const }),
      ...(surchargeCents > 0 && { surcharge: toAmount(surchargeCents) }),
      ...(perUnit && { perUnit: true as const }),
    })),
  }
}

const presentRate = (rate: Rate, { by }: Method): ShippingRate => ({
  zone: rate.zoneId,
  from: fromAmount(by, rate.from),
  ...(rate.to !== null && { to: fromAmount(by, rate.to) }),
  price: toAmount(rate.priceCents),
  ...(rate.perKgCents > 0 && { perKg: toAmount(rate.perKgCents) }),
  ...(rate.freeFromCents !== null && { freeFrom: toAmount(rate.freeFromCents) }),
})

export const presentOffer = ({
  priceCents,
  missingForFreeCents,
  service: _,
  ...offer
}: ShippingOffer): OfferedShipping => ({
  ...offer,
  ...(priceCents !== null && { price: toAmount(priceCents) }),
  ...(missingForFreeCents !== undefined && { missingForFree: toAmount(missingForFreeCents) }),
})
