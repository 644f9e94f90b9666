import { maxUsualRate, type RateTotal } from '#contract/tax.ts'
import { fromMillionths, type Rate, ratesOfClass, totalRate } from '#server/tax/tax-rules.ts'

/** Holds rates by their place: a shop can have one for each of 40,000 postal codes. */
type RatesByPlace = ReadonlyMap<string, Rate[]>

type RatePlace = Pick<Rate, 'country' | 'region' | 'postalPrefix'>

const keyOf = ({ country, region, postalPrefix }: RatePlace) => `${country} ${region.toUpperCase()} ${postalPrefix}`
const byPlace = (rates: readonly Rate[]): RatesByPlace => Map.groupBy(rates, keyOf)

/** Returns the rates that add up in a place. */
function ratesIn(rates: RatesByPlace, place: RatePlace, taxClass: string, day: string) {
  const { country, region, postalPrefix } = place
  const around = [...new Set(['', region])].flatMap((each) =>
    Array.from({ length: postalPrefix.length + 1 }, (_, length) =>
      keyOf({ country, region: each, postalPrefix: postalPrefix.slice(0, length) }),
    ),
  )
  return ratesOfClass(
    around.flatMap((key) => rates.get(key) ?? []),
    taxClass,
    day,
  )
}

const isWithin = (one: RatePlace, other: RatePlace) =>
  one.country === other.country &&
  (other.region === '' || one.region.toUpperCase() === other.region.toUpperCase()) &&
  one.postalPrefix.startsWith(other.postalPrefix)

function totalOf(rates: RatesByPlace, { country, region, postalPrefix }: RatePlace, taxClass: string, day: string) {
  const found = ratesIn(rates, { country, region, postalPrefix }, taxClass, day)
  return {
    country,
    region,
    postalPrefix,
    taxClass,
    rates: found.map(({ name, rate }) => ({ name, rate: fromMillionths(rate) })),
    total: fromMillionths(totalRate(found)),
  }
}

/**
 * Returns the totals of the places that rates are added for, and of the smaller ones in them, where several rates add up or come to more than
 * is usual: on the first day on which an added one makes a difference. `isNew` are those that one more rate adds to. A rate of the same name
 * follows or replaces one and adds nothing.
 */
export function totalsWith(stored: readonly Rate[], added: readonly Rate[], today: string): RateTotal[] {
  const before = byPlace(stored)
  // Of two with the same start, the first counts: an added rate replaces that of its key.
  const after = byPlace([...added, ...stored])
  const places = [...after.values()].flatMap(([first]) => first ?? [])
  const asked = new Map<string, { place: RatePlace; taxClass: string; days: Set<string> }>()
  for (const [, [one]] of Map.groupBy(added, (rate) => `${keyOf(rate)} ${rate.taxClass} ${rate.startsOn}`)) {
    if (!one) continue
    const { taxClass, startsOn } = one
    for (const place of places) {
      if (!isWithin(place, one)) continue
      const key = `${keyOf(place)} ${taxClass}`
      const known = asked.get(key) ?? { place, taxClass, days: new Set() }
      asked.set(key, known)
      known.days.add(startsOn > today ? startsOn : today)
    }
  }

  function totalFrom(day: string, place: RatePlace, taxClass: string): RateTotal {
    const total = totalOf(after, place, taxClass, day)
    const earlier = totalOf(before, place, taxClass, day)
    const known = new Set(earlier.rates.map(({ name }) => name))
    return {
      ...total,
      startsOn: day,
      isNew: total.rates.length > 1 && total.rates.some(({ name }) => !known.has(name)),
      isHigh: Number(total.total) > maxUsualRate && total.total !== earlier.total,
    }
  }

  return [...asked.values()].flatMap(({ place, taxClass, days }) => {
    const totals = [...days].sort().map((day) => totalFrom(day, place, taxClass))
    const total =
      totals.find(({ isNew }) => isNew) ??
      totals.find(({ isHigh }) => isHigh) ??
      totals.findLast(({ rates }) => rates.length > 1)
    return total ? [total] : []
  })
}

/** Returns the largest total of the standard rates in each place of a list, such as the registrations; those of one rate have one. */
export function largestTotals(rates: readonly Rate[], places: readonly Omit<RatePlace, 'postalPrefix'>[], day: string) {
  const indexed = byPlace(rates)
  const all = [...indexed.values()].flatMap(([first]) => first ?? [])
  return places.flatMap(({ country, region }) => {
    const whole = { country, region, postalPrefix: '' }
    const totals = [whole, ...all.filter((one) => isWithin(one, whole))].map((place) =>
      totalOf(indexed, place, 'standard', day),
    )
    const largest = totals.reduce((one, other) => (Number(other.total) > Number(one.total) ? other : one))
    return largest.rates.length > 0 ? [largest] : []
  })
}

/** Writes totals for programs and for the message of a refusal: `US TX 787: 8.25 + 6.25 + 2 = 16.5 %`. */
export const totalsText = (totals: readonly RateTotal[]): string =>
  totals
    .map(({ country, region, postalPrefix, rates, total }) => {
      const percent = (fraction: string) => String(Math.round(Number(fraction) * 1e6) / 1e4)
      const place = [country, region, postalPrefix].filter(Boolean).join(' ')
      const sum = rates.length > 1 ? `${rates.map(({ rate }) => percent(rate)).join(' + ')} = ` : ''
      return `${place}: ${sum}${percent(total)} %`
    })
    .join('; ')
