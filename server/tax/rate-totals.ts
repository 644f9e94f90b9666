import { maxUsualRate, type PlaceTotal, type RateTotal, type TaxRegistration } from '#contract/tax.ts'
import { fromMillionths, type Rate, ratesOfClass, totalRate } from '#server/tax/tax-rules.ts'

/** Holds rates by their place: a shop can have one for each of 40,000 postal codes. */
type RatesByPlace = ReadonlyMap<string, Rate[]>

type RatePlace = Pick<Rate, 'country' | 'region' | 'postalPrefix'>

const keyOf = ({ country, region, postalPrefix }: RatePlace) => `${country} ${region.toUpperCase()} ${postalPrefix}`
const byPlace = (rates: readonly Rate[]): RatesByPlace => Map.groupBy(rates, keyOf)

/** Returns the rates of a place and of the larger ones around it, on all days. */
function ratesAround(rates: RatesByPlace, { country, region, postalPrefix }: RatePlace): Rate[] {
  const around = [...new Set(['', region])].flatMap((each) =>
    Array.from({ length: postalPrefix.length + 1 }, (_, length) =>
      keyOf({ country, region: each, postalPrefix: postalPrefix.slice(0, length) }),
    ),
  )
  return around.flatMap((key) => rates.get(key) ?? [])
}

const isWithin = (one: RatePlace, other: RatePlace) =>
  one.country === other.country &&
  (other.region === '' || one.region.toUpperCase() === other.region.toUpperCase()) &&
  one.postalPrefix.startsWith(other.postalPrefix)

/** Returns what adds up in a place on a day, of the rates around it. */
function totalOf(
  around: readonly Rate[],
  { country, region, postalPrefix }: RatePlace,
  taxClass: string,
  startsOn: string,
): PlaceTotal {
  const found = ratesOfClass(around, taxClass, startsOn)
  return {
    country,
    region,
    postalPrefix,
    taxClass,
    startsOn,
    rates: found.map(({ name, rate }) => ({ name, rate: fromMillionths(rate) })),
    total: fromMillionths(totalRate(found)),
  }
}

/** Returns a day and the later ones on which one of these rates begins. */
const daysFrom = (first: string, around: readonly Rate[]) => [
  ...new Set([first, ...around.map(({ startsOn }) => startsOn).filter((day) => day > first)].sort()),
]

const largestOf = <Total extends PlaceTotal>(totals: readonly Total[]) =>
  totals.reduce((one, other) => (Number(other.total) > Number(one.total) ? other : one))

/**
 * Returns the largest totals of the places that rates are added for, and of the smaller ones in them, from the first day on which an added one
 * holds, where several rates add up or come to more than is usual on one of the days: `isNew` if one more rate adds to others. A rate of the
 * same name follows or replaces one and adds nothing.
 */
export function totalsWith(stored: readonly Rate[], added: readonly Rate[], today: string): RateTotal[] {
  const before = byPlace(stored)
  // Of two with the same start, the first counts: an added rate replaces that of its key.
  const after = byPlace([...added, ...stored])
  const places = [...after.values()].flatMap(([first]) => first ?? [])
  const asked = new Map<string, { place: RatePlace; taxClass: string; first: string }>()
  for (const [, [one]] of Map.groupBy(added, (rate) => `${keyOf(rate)} ${rate.taxClass} ${rate.startsOn}`)) {
    if (!one) continue
    const { taxClass } = one
    const first = one.startsOn > today ? one.startsOn : today
    for (const place of places) {
      if (!isWithin(place, one)) continue
      const key = `${keyOf(place)} ${taxClass}`
      const known = asked.get(key)
      if (!known || first < known.first) asked.set(key, { place, taxClass, first })
    }
  }
  return [...asked.values()].flatMap(({ place, taxClass, first }) => {
    const around = ratesAround(after, place)
    const earlier = ratesAround(before, place)
    const totals = daysFrom(first, around).map((day) => {
      const total = totalOf(around, place, taxClass, day)
      const was = totalOf(earlier, place, taxClass, day)
      const known = new Set(was.rates.map(({ name }) => name))
      return {
        ...total,
        isNew: total.rates.length > 1 && total.rates.some(({ name }) => !known.has(name)),
        isHigh: Number(total.total) > maxUsualRate && total.total !== was.total,
      }
    })
    const isNew = totals.some((total) => total.isNew)
    const isHigh = totals.some((total) => total.isHigh)
    if (!isHigh && totals.every(({ rates }) => rates.length < 2)) return []
    return [{ ...largestOf(totals), isNew, isHigh }]
  })
}

/**
 * Returns the largest total of the standard rates in each registration, on a day or later while it holds, also from a day that is still to come;
 * a registration of one rate has one.
 */
export function largestTotals(
  rates: readonly Rate[],
  registrations: readonly Pick<TaxRegistration, 'country' | 'region' | 'startsOn' | 'endsOn'>[],
  today: string,
): PlaceTotal[] {
  const indexed = byPlace(rates)
  const all = [...indexed.values()].flatMap(([first]) => first ?? [])
  return registrations.flatMap(({ country, region, startsOn, endsOn = '9999-12-31' }) => {
    const whole = { country, region, postalPrefix: '' }
    const first = startsOn > today ? startsOn : today
    if (endsOn < first) return []
    const totals = [whole, ...all.filter((one) => isWithin(one, whole))].flatMap((place) => {
      const around = ratesAround(indexed, place)
      return daysFrom(first, around)
        .filter((day) => day <= endsOn)
        .map((day) => totalOf(around, place, 'standard', day))
    })
    const largest = largestOf(totals)
    return largest.rates.length > 0 ? [largest] : []
  })
}

/** Writes totals for programs and for the message of a refusal: `US TX 787: 8.25 + 6.25 + 2 = 16.5 %`, with the day if it is to come. */
export const totalsText = (totals: readonly RateTotal[], today: string): string =>
  totals
    .map(({ country, region, postalPrefix, rates, total, startsOn }) => {
      const percent = (fraction: string) => String(Math.round(Number(fraction) * 1e6) / 1e4)
      const place = [country, region, postalPrefix].filter(Boolean).join(' ')
      const sum = rates.length > 1 ? `${rates.map(({ rate }) => percent(rate)).join(' + ')} = ` : ''
      return `${place}: ${sum}${percent(total)} %${startsOn > today ? ` (${startsOn})` : ''}`
    })
    .join('; ')
