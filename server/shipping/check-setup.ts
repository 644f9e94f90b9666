import { toAmount } from '#contract/currency.ts'
import { otherCountries, type RateBase, type ShippingIssue, standardShipClass } from '#contract/shipping.ts'
import { postalBeginning, postalKey } from '#contract/postal-codes.ts'
import type { Place } from '#contract/place.ts'
import { listRegions } from '#server/platform/country-data.ts'
import { placeText } from '#server/shipping/edit-zones.ts'
import type { Setup } from '#server/shipping/read-setup.ts'
import { findZone, type Method, type Rate, type Zone } from '#server/shipping/shipping-rules.ts'

/** Holds where the shop is and delivers to. */
export interface Home {
  /** The places where it collects tax and has its latest orders. */
  places: readonly Place[]
  /** The place of its tax settings; undefined while they name none. */
  seat: Place | undefined
  /** The address that papers print, in lines; empty while there is none. */
  address: string
}

type Parts = Pick<Setup, 'zones' | 'methods' | 'classes' | 'origin'>

const canBeUsed = ({ kind, active }: Method, { origin }: Pick<Setup, 'origin'>, hasCarriers: boolean) =>
  active && (kind !== 'carrier' || (hasCarriers && origin !== null))

/** Whether something can be delivered at all: an active method has a rate for a zone with places. */
export function isUsable(setup: Pick<Setup, 'zones' | 'methods' | 'origin'>, hasCarriers: boolean): boolean {
  const withPlaces = new Set(setup.zones.filter(({ members }) => members.length > 0).map(({ id }) => id))
  return setup.methods.some(
    (method) => canBeUsed(method, setup, hasCarriers) && method.rates.some(({ zoneId }) => withPlaces.has(zoneId)),
  )
}

/** Describes where rows of a table leave amounts out or overlap; `to` is null where a row has no end. */
export interface RowFault {
  kind: 'gap' | 'overlap' | 'end'
  from: number
  to: number | null
}

/** Finds the faults of the rows of a method for one zone, in grams or cents; amounts above the last row are `end`. */
export function findRowFaults(rows: readonly Pick<Rate, 'from' | 'to'>[]): RowFault[] {
  const faults: RowFault[] = []
  let reached: number | null = 0
  for (const { from, to } of rows.toSorted((one, other) => one.from - other.from)) {
    if (reached === null || from < reached) {
      const end: number | null = reached === null ? to : to === null ? reached : Math.min(reached, to)
      faults.push({ kind: 'overlap', from, to: end })
    } else if (from > reached) faults.push({ kind: 'gap', from: reached, to: from })
    reached = reached === null || to === null ? null : Math.max(reached, to)
  }
  if (reached !== null) faults.push({ kind: 'end', from: reached, to: null })
  return faults
}

/** Converts an amount of a row to kilograms, or to the currency of the shop. */
export const fromAmount = (by: RateBase, amount: number): number => (by === 'weight' ? amount / 1000 : toAmount(amount))

/** Finds what is missing or contradictory in a set-up. */
export function findIssues(
  setup: Parts & Pick<Setup, 'defaultWeightGrams'>,
  { hasCarriers, weightless, home }: { hasCarriers: boolean; weightless: number; home: Home },
): ShippingIssue[] {
  const { zones, methods, classes, origin, defaultWeightGrams } = setup
  const active = methods.filter((method) => method.active)
  const hasCarrierMethods = active.some(({ kind }) => kind === 'carrier')
  const dependsOnWeight = active.some(
    ({ kind, by, rates }) =>
      kind === 'carrier' || (kind === 'table' && by === 'weight') || rates.some(({ perKgCents }) => perKgCents > 0),
  )
  return [
    ...(zones.length === 0 ? [{ code: 'no-zone' as const }] : []),
    ...(active.length === 0 ? [{ code: 'no-method' as const }] : []),
    ...(hasCarrierMethods && !origin ? [{ code: 'no-origin' as const }] : []),
    ...(hasCarrierMethods && !hasCarriers ? [{ code: 'no-carrier-account' as const }] : []),
    ...zones.flatMap((zone) => zoneIssues(zone, active)),
    ...active.flatMap((method) => methodIssues(method, zones)),
    ...sharedPlaces(zones),
    ...classes.flatMap(({ code, name }) => classIssues(code, name, active, zones)),
    ...homeIssues(setup, home.places),
    ...originIssues(setup, home),
    ...(dependsOnWeight && defaultWeightGrams === null && weightless > 0
      ? [{ code: 'no-weight' as const, count: weightless }]
      : []),
  ]
}

const serves = ({ rates }: Method, { id }: Zone) => rates.some(({ zoneId }) => zoneId === id)

function zoneIssues(zone: Zone, active: readonly Method[]): ShippingIssue[] {
  return [
    ...(zone.members.length === 0 ? [{ code: 'zone-without-members' as const, zone: zone.name }] : []),
    ...(active.some((method) => serves(method, zone))
      ? []
      : [{ code: 'zone-without-methods' as const, zone: zone.name }]),
  ]
}

function methodIssues(method: Method, zones: readonly Zone[]): ShippingIssue[] {
  const { name, kind, by, rates } = method
  if (rates.length === 0) return [{ code: 'method-without-rates', method: name }]
  if (kind !== 'table') return []
  return zones
    .filter((zone) => serves(method, zone))
    .flatMap((zone) =>
      findRowFaults(rates.filter(({ zoneId }) => zoneId === zone.id)).map((fault) => ({
        code: fault.kind,
        method: name,
        zone: zone.name,
        by,
        from: fromAmount(by, fault.from),
        ...(fault.to !== null && { to: fromAmount(by, fault.to) }),
      })),
    )
}

/** Finds places that two zones name in the same way: the first zone has them. */
function sharedPlaces(zones: readonly Zone[]): ShippingIssue[] {
  const owners = new Map<string, string>()
  return zones.flatMap(({ name, members }) =>
    [...new Set(members.map((member) => placeText(member).toUpperCase()))].flatMap((place): ShippingIssue[] => {
      const owner = owners.get(place)
      if (owner !== undefined) return [{ code: 'same-place', zone: name, place }]
      owners.set(place, name)
      return []
    }),
  )
}

/** Finds countries where the shop has its seat, its registrations or its orders, and that nothing or little is delivered to. */
function homeIssues({ zones, methods, origin }: Parts, home: readonly Place[]): ShippingIssue[] {
  if (zones.length === 0) return []
  const served = servedZones({ zones, methods })
  const places = [...(origin ? [origin] : []), ...home]
  return [...new Set(places.map(({ country }) => country))].toSorted().flatMap((country): ShippingIssue[] => {
    const coverage = coverageOf(country, zones, served)
    if (coverage === 'none') return [{ code: 'country-unreachable', country }]
    // A shop may mean to deliver only where it is at home.
    const isMeant = places
      .filter((place) => place.country === country)
      .every((place) => Boolean(place.region) && isServed(zones, served, place))
    return coverage === 'little' && !isMeant ? [{ code: 'country-mostly-unreachable', country }] : []
  })
}

/** Finds whether parcels leave from another place than the shop names as its own: what is picked up is taxed where it is handed over. */
function originIssues({ origin, methods }: Parts, { seat, address }: Home): ShippingIssue[] {
  if (!origin || !methods.some(({ kind, active }) => kind === 'pickup' && active)) return []
  const { country, postalCode, city } = origin
  const region = (place: { region?: string | undefined }) => place.region?.toUpperCase() ?? ''
  const isOtherSeat =
    seat !== undefined &&
    (seat.country !== country || (region(seat) !== '' && region(origin) !== '' && region(seat) !== region(origin)))
  const isOtherAddress = address !== '' && !postalBeginning(country, address).includes(postalKey(country, postalCode))
  if (!isOtherSeat && !isOtherAddress) return []
  const place = [city, origin.region, postalCode, country].filter(Boolean).join(', ')
  return [{ code: 'origin-elsewhere', place }]
}

const servedZones = ({ zones, methods }: Pick<Parts, 'zones' | 'methods'>): ReadonlySet<number> =>
  new Set(zones.filter((zone) => methods.some((method) => method.active && serves(method, zone))).map(({ id }) => id))

const isServed = (zones: readonly Zone[], served: ReadonlySet<number>, place: Place) => {
  const zone = findZone(zones, place)
  return zone !== undefined && served.has(zone.id)
}

const coverages = ['none', 'little', 'most', 'all'] as const

/** Returns how much of a country is delivered to, counted by its regions; a part of unknown size is little. */
function coverageOf(country: string, zones: readonly Zone[], served: ReadonlySet<number>): (typeof coverages)[number] {
  if (isServed(zones, served, { country })) return 'all'
  const isNamed = zones.some(
    ({ id, members }) => served.has(id) && members.some((member) => member.country === country),
  )
  if (!isNamed) return 'none'
  const regions = listRegions(country)
  const reached = regions.filter((region) => isServed(zones, served, { country, region })).length
  if (regions.length > 0 && reached === regions.length) return 'all'
  return reached * 2 > regions.length ? 'most' : 'little'
}

/** Finds the countries that would not be delivered to any more, or less, without a zone. */
export function findLosses(
  { zones, methods }: Pick<Parts, 'zones' | 'methods'>,
  zone: Zone,
  countries: readonly string[],
): { country: string; isPart: boolean }[] {
  const served = servedZones({ zones, methods })
  if (!served.has(zone.id)) return []
  const others = zones.filter(({ id }) => id !== zone.id)
  const named = new Set(zone.members.map(({ country }) => country))
  return countries
    .filter((country) => named.has(country) || named.has(otherCountries))
    .flatMap((country) => {
      const [before, after] = [zones, others].map((all) => coverageOf(country, all, served))
      const rank = (coverage: typeof before) => coverages.findIndex((one) => one === coverage)
      return rank(after) < rank(before) ? [{ country, isPart: after !== 'none' }] : []
    })
}

/** Finds zones to which no method takes goods of a class. */
function classIssues(code: string, name: string, active: readonly Method[], zones: readonly Zone[]): ShippingIssue[] {
  if (code === standardShipClass) return []
  const takes = ({ classRules }: Method) => !classRules.some((rule) => rule.class === code && rule.isExcluded)
  return zones.flatMap((zone): ShippingIssue[] => {
    const methods = active.filter((method) => serves(method, zone))
    return methods.length > 0 && !methods.some(takes)
      ? [{ code: 'class-excluded-everywhere', zone: zone.name, class: name }]
      : []
  })
}

/** Splits the countries into those that an active method goes to and the others. */
export function findReach(
  { zones, methods }: Pick<Setup, 'zones' | 'methods'>,
  countries: readonly string[],
): { reached: string[]; unreachable: string[]; others: boolean } {
  const served = zones.filter((zone) => methods.some((method) => method.active && serves(method, zone)))
  const named = new Set(served.flatMap(({ members }) => members.map(({ country }) => country)))
  const others = named.has(otherCountries)
  // A country that only an unserved zone names is not reached by way of all others.
  const blocked = new Set(
    zones.filter((zone) => !served.includes(zone)).flatMap(({ members }) => members.map(({ country }) => country)),
  )
  const isReached = (country: string) => named.has(country) || (others && !blocked.has(country))
  return {
    reached: countries.filter(isReached),
    unreachable: countries.filter((country) => !isReached(country)),
    others,
  }
}
