import { maxPriceCents } from '#contract/max-lengths.ts'
import type { OmissionReason, PlacePart, RateBase, ShippingKind } from '#contract/shipping.ts'
import type { Place } from '#contract/place.ts'
import { postalKey } from '#contract/postal-codes.ts'

/** Describes a place of a zone; `from` and `to` are the first characters of postal codes, both empty for all. */
export interface ZoneMember {
  country: string
  region: string
  from: string
  to: string
}

export interface Zone {
  id: number
  name: string
  members: readonly ZoneMember[]
}

/** Describes a row of a method for a zone; `from` and `to` are grams or cents. */
export interface Rate {
  zoneId: number
  from: number
  to: number | null
  priceCents: number
  perKgCents: number
  freeFromCents: number | null
}

export interface ClassRule {
  class: string
  isExcluded: boolean
  surchargeCents: number
  perUnit: boolean
}

export interface Method {
  id: number
  name: string
  names: Partial<Record<string, string>>
  kind: ShippingKind
  by: RateBase
  days: { from: number; to: number } | null
  carrier: string
  active: boolean
  rates: readonly Rate[]
  classRules: readonly ClassRule[]
}

export interface ShippingLine {
  quantity: number
  weightGrams: number | null
  shipClass: string
  /** The value of the line in cents, after discounts. */
  amountCents: number
}

/** Describes the goods of an order as far as their delivery depends on them. */
export interface Consignment {
  /** In milligrams; null if something has no weight. */
  weightMg: number | null
  valueCents: number
  /** The units by ship class. */
  units: ReadonlyMap<string, number>
}

/** Sums up lines; one without a weight weighs the default, if there is one. */
export function consignmentOf(lines: readonly ShippingLine[], defaultWeightGrams: number | null): Consignment {
  let weight: bigint | null = 0n
  let valueCents = 0
  const units = new Map<string, number>()
  for (const { quantity, weightGrams, shipClass, amountCents } of lines) {
    const grams = weightGrams ?? defaultWeightGrams
    // In whole milligrams: a screw weighs less than a gram, and floats would not add up.
    if (grams === null) weight = null
    else if (weight !== null) weight += BigInt(Math.round(grams * 1000)) * BigInt(quantity)
    valueCents += amountCents
    units.set(shipClass, (units.get(shipClass) ?? 0) + quantity)
  }
  return { weightMg: weight === null ? null : toSafeNumber(weight), valueCents, units }
}

const largest = BigInt(Number.MAX_SAFE_INTEGER)
const toSafeNumber = (value: bigint) => Number(value < largest ? value : largest)

/** Returns a place with its parts in the spelling in which they are compared. */
const normalized = ({ country, region = '', postalCode }: Place) => ({
  country: country.toUpperCase(),
  region: region.trim().toUpperCase(),
  postalCode: postalKey(country.toUpperCase(), postalCode),
})
type NormalizedPlace = ReturnType<typeof normalized>

const hasRegion = (member: ZoneMember, region: string) => member.region.toUpperCase() === region

/** Whether the beginning of a postal code, as long as the ends of the member, lies between them. */
function hasPostalCode({ from, to }: ZoneMember, postalCode: string): boolean {
  if (from === '') return true
  const beginning = postalCode.slice(0, from.length)
  return (
    beginning.length === from.length && from <= beginning && beginning <= to && (from === to || isNumber(beginning))
  )
}

const isNumber = (text: string) => /^\d+$/.test(text)

const matches = (member: ZoneMember, { country, region, postalCode }: NormalizedPlace): boolean =>
  member.country === '*' ||
  (member.country === country &&
    (member.region === '' || hasRegion(member, region)) &&
    hasPostalCode(member, postalCode))

/**
 * Returns the zone of a place: the one whose matching member is the most specific. Of two members, the first of these differences decides:
 * postal codes before none, and of two the one that covers fewer codes; a region before none; a country before all others. If all are
 * alike, the zone that comes first.
 */
export function findZone(zones: readonly Zone[], place: Place): Zone | undefined {
  const sought = normalized(place)
  let best: { zone: Zone; member: ZoneMember } | undefined
  for (const zone of zones) {
    for (const member of zone.members) {
      if (matches(member, sought) && (!best || compareSpecificity(member, best.member) < 0)) best = { zone, member }
    }
  }
  return best?.zone
}

/** Returns a negative number if the first member is more specific than the second, 0 if they are alike. */
export function compareSpecificity(one: ZoneMember, other: ZoneMember): number {
  const flag = (has: (member: ZoneMember) => boolean) => Number(has(other)) - Number(has(one))
  return (
    flag(({ from }) => from !== '') ||
    compareRanges(one, other) ||
    flag(({ region }) => region !== '') ||
    flag(({ country }) => country !== '*')
  )
}

/** Compares how many codes two ranges cover: of those of numbers with d digits, (to − from + 1) × 10^−d of all. */
function compareRanges(one: ZoneMember, other: ZoneMember): number {
  const [ours, theirs] = [covered(one), covered(other)]
  const difference = ours.count * 10n ** theirs.digits - theirs.count * 10n ** ours.digits
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

const covered = ({ from, to }: ZoneMember) => ({
  count: from === to ? 1n : BigInt(to) - BigInt(from) + 1n,
  digits: BigInt(from.length),
})

/**
 * Returns the part of a place that is not known and decides between zones of its country; undefined if what is known is enough. Without
 * it, no price is shown: it would be a guess.
 */
export function findMissingPart(zones: readonly Zone[], place: Place): PlacePart | undefined {
  const { country, region, postalCode } = normalized(place)
  const known = findZone(zones, place)
  const isPossible = (member: ZoneMember) =>
    member.country === country &&
    (member.region === '' || region === '' || hasRegion(member, region)) &&
    (postalCode === '' || hasPostalCode(member, postalCode))
  const possible = zones.flatMap(({ id, members }) => (id === known?.id ? [] : members.filter(isPossible)))
  if (postalCode === '' && possible.some(({ from }) => from !== '')) return 'postalCode'
  if (region === '' && possible.some((member) => member.region !== '')) return 'region'
  return undefined
}

/** Returns the row of a table for an amount: a weight belongs to the row up to and with its end, a value to the row from its beginning on. Where rows overlap, the one that begins last. */
export function findRow(rows: readonly Rate[], by: RateBase, amount: number): Rate | undefined {
  const holds = ({ from, to }: Rate) =>
    by === 'weight'
      ? (amount > from || from === 0) && (to === null || amount <= to)
      : amount >= from && (to === null || amount < to)
  return rows
    .filter(holds)
    .reduce<Rate | undefined>((last, row) => (last && last.from >= row.from ? last : row), undefined)
}

/** Describes what a method costs; `priceCents` is null for freight on request, which is not free. */
export type MethodPrice =
  | { priceCents: number | null; missingForFreeCents?: number; omitted?: undefined }
  | { omitted: OmissionReason; priceCents?: undefined }

/**
 * Returns what a method costs for goods to a zone; undefined if it does not go there or waits for the rates of a carrier, see
 * `surchargesOf`. Goods of unknown weight are freight on request wherever the price depends on it.
 */
export function priceMethod(method: Method, zoneId: number, goods: Consignment): MethodPrice | undefined {
  const rows = method.rates.filter((rate) => rate.zoneId === zoneId)
  if (rows.length === 0) return undefined
  if (isExcluded(method, goods)) return { omitted: 'excluded-class' }
  if (method.kind === 'quoted') return { priceCents: null }
  const row = rowOf(method, rows, goods)
  if (row === 'unknown-weight') return { priceCents: null }
  if (!row) return { omitted: 'no-row' }
  const surcharges = surchargesOf(method, goods)
  const { freeFromCents } = row
  if (freeFromCents !== null && goods.valueCents >= freeFromCents) return limited(surcharges)
  const weight = row.perKgCents > 0 ? kilogramsBegun(method, row, goods) : 0
  if (weight === undefined) return { priceCents: null }
  const price = limited(row.priceCents + row.perKgCents * weight + surcharges)
  return freeFromCents === null || price.priceCents === null
    ? price
    : { ...price, missingForFreeCents: freeFromCents - goods.valueCents }
}

/**
 * Returns the places of the lines because of which goods go to a zone as freight on request only; none if the others would not go at a price
 * either.
 */
export function findFreightLines(
  methods: readonly Method[],
  zoneId: number,
  { lines, defaultWeightGrams }: { lines: readonly ShippingLine[]; defaultWeightGrams: number | null },
): number[] {
  const goesAtPrice = (some: readonly ShippingLine[]) => {
    const goods = consignmentOf(some, defaultWeightGrams)
    return methods.some((method) => {
      if (method.kind === 'pickup') return false
      if (method.kind === 'carrier') return goods.weightMg !== null && !isExcluded(method, goods)
      return typeof priceMethod(method, zoneId, goods)?.priceCents === 'number'
    })
  }
  const isLight = lines.map((line) => goesAtPrice([line]))
  const others = lines.filter((_, index) => isLight[index])
  return others.length > 0 && goesAtPrice(others) ? lines.flatMap((_, index) => (isLight[index] ? [] : [index])) : []
}

/** Leaves a delivery above the largest price to the seller, who quotes it. */
const limited = (cents: number) => ({ priceCents: cents > maxPriceCents ? null : cents })

function rowOf({ kind, by }: Method, rows: readonly Rate[], goods: Consignment): Rate | 'unknown-weight' | undefined {
  if (kind !== 'table') return rows[0]
  if (by === 'value') return findRow(rows, by, goods.valueCents)
  return goods.weightMg === null ? 'unknown-weight' : findRow(rows, by, goods.weightMg / 1000)
}

/** Returns the kilograms begun above the beginning of a row by weight, otherwise all; undefined if the weight is unknown. */
function kilogramsBegun({ kind, by }: Method, { from }: Rate, { weightMg }: Consignment): number | undefined {
  if (weightMg === null) return undefined
  const above = kind === 'table' && by === 'weight' ? from * 1000 : 0
  return Math.ceil(Math.max(0, weightMg - above) / 1_000_000)
}

/** Whether a method does not take goods of one of the classes. */
export const isExcluded = ({ classRules }: Method, { units }: Consignment): boolean =>
  classRules.some((rule) => rule.isExcluded && units.has(rule.class))

/** Returns the surcharges of a method for the classes of the goods; free delivery does not waive them. */
export const surchargesOf = ({ classRules }: Method, { units }: Consignment): number =>
  classRules.reduce((sum, { class: code, surchargeCents, perUnit }) => {
    const count = units.get(code) ?? 0
    return count === 0 ? sum : sum + surchargeCents * (perUnit ? count : 1)
  }, 0)
