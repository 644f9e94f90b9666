import { sql } from 'drizzle-orm'
import type { Language } from '#contract/language.ts'
import { maxPriceCents } from '#contract/max-lengths.ts'
import type { Place } from '#contract/place.ts'
import type { OmissionReason, PlacePart, ShippingKind } from '#contract/shipping.ts'
import { withRegion } from '#server/platform/country-data.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { readSetup, type Setup } from '#server/shipping/read-setup.ts'
import {
  type Consignment,
  consignmentOf,
  findFreightLines,
  findMissingPart,
  findZone,
  isExcluded,
  type Method,
  priceMethod,
  type ShippingLine,
  surchargesOf,
  type Zone,
} from '#server/shipping/shipping-rules.ts'

export interface ShippingRequest {
  /** With the values in cents after discounts. */
  lines: readonly ShippingLine[]
  place: Place
  /** The language of the methods' names; the main one of the store without it. */
  language?: Language | undefined
}

export interface ShippingOffer {
  /** The id of the method, for carriers followed by carrier and service: `3`, `4/UPS/Ground`. */
  id: string
  name: string
  /** What the seller calls it, where that is another name. */
  ownName?: string
  kind: ShippingKind
  /** Null for freight on request, which is not free. */
  priceCents: number | null
  days?: { from: number; to: number }
  carrier?: string
  service?: string
  missingForFreeCents?: number
}

/** Describes all that can be said about delivery to a place. */
export interface ShippingAnswer {
  offers: ShippingOffer[]
  zone?: Zone
  /** Set if the price depends on a part of the place that is not known; there are no offers then. */
  needs?: PlacePart
  omitted: { name: string; reason: OmissionReason }[]
  goods: Consignment
  /** The places of the lines because of which all goes as freight on request. */
  freightLines: number[]
}

/** Describes a rate of a carrier in the shop's currency; `days` are working days, if it says. */
export interface CarrierRate {
  carrier: string
  service: string
  priceCents: number
  days: number | null
}

export interface CarrierRequest {
  origin: NonNullable<Setup['origin']>
  place: Place
  goods: Consignment & { weightMg: number }
}

/** Asks carriers what a parcel costs; null if there is no answer in time. */
export type FindCarrierRates = (db: Database | Transaction, request: CarrierRequest) => Promise<CarrierRate[] | null>

/** Holds whether delivery is charged, and the number of changes of the set-up. */
type Edition = Pick<Setup, 'enabled' | 'edition'>

export interface Shipping {
  /**
   * Lists what can be chosen for this place, cheapest first and freight on request last, with the reasons of what is missing. Reads the
   * edition of the set-up if the caller has not.
   */
  explain(db: Database | Transaction, request: ShippingRequest, edition?: Edition): Promise<ShippingAnswer>
  /** Returns the set-up as it is now. */
  currentSetup(db: Database | Transaction, edition?: Edition): Promise<Setup>
  /** Whether delivery is charged. While it is not, nothing is chosen. */
  isEnabled(db: Database | Transaction): Promise<boolean>
}

/** Creates the calculation of delivery from the shop's own set-up; without `findCarrierRates`, methods of carriers are left out. */
export function createShipping({
  findCarrierRates,
}: { findCarrierRates?: FindCarrierRates | undefined } = {}): Shipping {
  let known: Setup | undefined

  /** Returns the set-up as it is now; it is read only if its edition has changed. */
  async function currentSetup(db: Database | Transaction, read?: Edition): Promise<Setup> {
    const { edition, enabled } = read ?? (await readEdition(db))
    if (known?.edition !== edition || known.enabled !== enabled) known = await readSetup(db)
    return known
  }

  async function explain(
    db: Database | Transaction,
    request: ShippingRequest,
    edition?: Edition,
  ): Promise<ShippingAnswer> {
    const setup = await currentSetup(db, edition)
    const goods = consignmentOf(request.lines, setup.defaultWeightGrams)
    const place = withRegion(request.place)
    const needs = findMissingPart(setup.zones, place)
    const zone = findZone(setup.zones, place)
    const answer: ShippingAnswer = {
      offers: [],
      omitted: [],
      goods,
      freightLines: [],
      ...(zone && { zone }),
      ...(needs && { needs }),
    }
    if (needs || !zone) return answer
    const methods = setup.methods.filter(({ active, rates }) => active && rates.some((rate) => rate.zoneId === zone.id))
    const nameOf = ({ name, names }: Method) => (request.language && names[request.language]) || name
    const carrierRates = await askCarriers(db, { setup, methods, place, goods })
    for (const method of methods) {
      const found =
        method.kind === 'carrier' && goods.weightMg !== null
          ? offerCarrier(method, zone, goods, carrierRates)
          : offerMethod(method, zone, goods, nameOf(method))
      if (typeof found === 'string') answer.omitted.push({ name: nameOf(method), reason: found })
      else answer.offers.push(...found)
    }
    const isQuoted = answer.offers.every(({ priceCents, kind }) => priceCents === null || kind === 'pickup')
    if (isQuoted && answer.offers.some(({ priceCents }) => priceCents === null))
      answer.freightLines = findFreightLines(methods, zone.id, {
        lines: request.lines,
        defaultWeightGrams: setup.defaultWeightGrams,
      })
    answer.offers = answer.offers.toSorted((one, other) => orderOf(one) - orderOf(other))
    return answer
  }

  async function askCarriers(
    db: Database | Transaction,
    { setup, methods, place, goods }: { setup: Setup; methods: Method[]; place: Place; goods: Consignment },
  ): Promise<CarrierRate[] | null> {
    const { weightMg } = goods
    const isAsked = methods.some((method) => method.kind === 'carrier' && !isExcluded(method, goods))
    if (!isAsked || !findCarrierRates || !setup.origin || weightMg === null) return null
    return findCarrierRates(db, { origin: setup.origin, place, goods: { ...goods, weightMg } })
  }

  return {
    currentSetup,
    explain,
    isEnabled: async (db) => (await readEdition(db)).enabled,
  }
}

const orderOf = ({ priceCents }: ShippingOffer) => priceCents ?? Infinity

async function readEdition(db: Database | Transaction): Promise<Edition> {
  const { rows } = await db.execute<{ enabled: boolean; edition: string }>(
    sql`SELECT enabled, edition FROM shipping_settings`,
  )
  return { enabled: rows[0]?.enabled === true, edition: Number(rows[0]?.edition) }
}

function offerMethod(method: Method, zone: Zone, goods: Consignment, name: string): ShippingOffer[] | OmissionReason {
  const price = priceMethod(method, zone.id, goods)
  if (!price) return []
  if (price.omitted) return price.omitted
  const { id, days, carrier } = method
  return [
    {
      id: String(id),
      name,
      ...(method.name !== name && { ownName: method.name }),
      // Goods without a price are freight on request, whatever the method does with other goods.
      kind: price.priceCents === null ? 'quoted' : method.kind,
      priceCents: price.priceCents,
      ...(days && { days }),
      ...(carrier !== '' && { carrier }),
      ...(price.missingForFreeCents !== undefined && { missingForFreeCents: price.missingForFreeCents }),
    },
  ]
}

/** Offers the services of a carrier; to their prices the row for the zone and the surcharges are added. */
function offerCarrier(
  method: Method,
  zone: Zone,
  goods: Consignment,
  rates: readonly CarrierRate[] | null,
): ShippingOffer[] | OmissionReason {
  if (isExcluded(method, goods)) return 'excluded-class'
  if (!rates) return 'carrier-unavailable'
  const handling = method.rates.find(({ zoneId }) => zoneId === zone.id)?.priceCents ?? 0
  const added = handling + surchargesOf(method, goods)
  const isMeant = ({ carrier }: CarrierRate) =>
    method.carrier === '' || carrier.toLowerCase() === method.carrier.toLowerCase()
  const offers = rates.filter(isMeant).map(({ carrier, service, priceCents, days }): ShippingOffer => ({
    id: `${method.id}/${carrier}/${service}`,
    name: `${carrier} ${readable(service)}`,
    kind: 'carrier',
    priceCents: priceCents + added,
    ...(days !== null ? { days: { from: days, to: days } } : method.days && { days: method.days }),
    carrier,
    service,
  }))
  const payable = offers.filter(({ priceCents }) => (priceCents ?? 0) <= maxPriceCents)
  return payable.length > 0 ? payable : 'no-carrier-rate'
}

/** Parts the words of a service, which carriers write together: `GroundAdvantage`. */
const readable = (service: string) => service.replaceAll('_', ' ').replaceAll(/(?<=[a-z])(?=[A-Z\d])/g, ' ')
