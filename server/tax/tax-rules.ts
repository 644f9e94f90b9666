import { storeDay } from '#contract/time-zone.ts'
import type { TaxReason } from '#contract/tax.ts'
import type { Place } from '#contract/place.ts'
import { postalKey } from '#contract/postal-codes.ts'
import { euCountries, vatArea } from '#server/tax/vat-area.ts'

/** Holds what the tax of an order depends on; days as `2026-01-31`, rates as fractions such as `0.0825`. */
export interface TaxRules {
  pricesIncludeTax: boolean
  shippingTax: 'proportional' | 'highest'
  /** Where goods are sent from; the country is empty while the shop has not said. */
  home: { country: string; region: string }
  registrations: readonly Registration[]
  /** The classes whose products are exempt. */
  exemptClasses: readonly string[]
  rates: readonly Rate[]
  /** The countries of the buyer's verified tax numbers. */
  verifiedCountries: readonly string[]
  certificates: readonly Period[]
}

interface Period {
  country: string
  region: string
  startsOn: string
  endsOn: string | null
}
interface Registration extends Period {
  scheme: 'normal' | 'oss'
  /** Whether businesses with a number of the country owe the tax of sales inside it; otherwise these are taxed as all others. */
  reverseCharge: boolean
}
export interface Rate {
  country: string
  region: string
  postalPrefix: string
  taxClass: string
  name: string
  rate: string
  startsOn: string
  onShipping: boolean
}

/** Describes a tax that is due; its rate is in millionths. */
export interface DueTax {
  country: string
  region: string
  name: string
  rate: bigint
  onShipping: boolean
  reason: TaxReason
}

/** Describes how the goods of a class are taxed for a buyer in a place: by taxes that add up, or by none with the reason. */
export interface Treatment {
  taxes: readonly DueTax[]
  /** The reason of `none`; its place is where the goods go. */
  none?: { country: string; region: string; name: string; reason: TaxReason }
  /** The rate, in millionths, that prices with tax include although the buyer owes none. */
  removedRate: bigint
}

const same = (one: string, other = '') => one.toUpperCase() === other.toUpperCase()
const isIn = (place: Place, { country, region }: { country: string; region: string }) =>
  country === place.country && (region === '' || same(region, place.region))

/** Returns what the place of an order means for the shop on a day. */
function readSituation({ registrations: all, home }: TaxRules, place: Place, at: Date) {
  const day = storeDay(at)
  const isNow = ({ startsOn, endsOn }: Period) => startsOn <= day && (endsOn === null || day <= endsOn)
  const registrations = all.filter(isNow)
  const normal = registrations.filter(({ scheme }) => scheme === 'normal')
  const area = vatArea(place)
  const homeArea = home.country === '' ? area : vatArea(home)
  const isOutside = area.endsWith('-outside')
  const isRegisteredHome = normal.some((one) => isIn(home, one))
  const there = isOutside ? [] : normal.filter((one) => isIn(place, one))
  const isRegisteredThere = there.length > 0
  const isOss = area === 'EU' && place.country !== home.country && registrations.some(({ scheme }) => scheme === 'oss')
  const isWithinEu = area === 'EU' && homeArea === 'EU' && place.country !== home.country
  return {
    day,
    isNow,
    isRegistered: registrations.length > 0,
    isRegisteredHome,
    isRegisteredThere,
    isOss,
    isTaxable: isRegisteredThere || isOss || (isWithinEu && isRegisteredHome),
    isExport: area !== homeArea && isRegisteredHome,
    /** Whether the number of a business in another member state counts (Directive 2006/112/EC, article 138). */
    isIntraCommunity: isWithinEu && isRegisteredHome,
    /** Whether the number of a business in the place itself counts: article 194 of the directive leaves that to each country, and is for sellers from abroad. */
    isReversible:
      there.some(({ reverseCharge }) => reverseCharge) && home.country !== '' && place.country !== home.country,
  }
}

/** Lists the countries of which one verified number of the buyer takes away the tax of an order to a place. */
export function countriesOfTaxIds(rules: TaxRules, place: Place, at: Date): string[] {
  const { isRegistered, isTaxable, isIntraCommunity, isReversible } = readSituation(rules, place, at)
  if (!isRegistered || !isTaxable) return []
  if (isIntraCommunity) return numberedInEu.filter((code) => code !== rules.home.country)
  return isReversible ? [place.country] : []
}

/** Tells whether goods to a place leave a member state of the European Union, where the seller is registered, for another one. */
export const leavesForMemberState = (rules: TaxRules, place: Place, at: Date): boolean =>
  readSituation(rules, place, at).isIntraCommunity

/** Returns how the goods of each class are taxed on a day; what comes first decides. */
export function readTreatments(rules: TaxRules, place: Place, at: Date): (taxClass: string) => Treatment {
  const situation = readSituation(rules, place, at)
  const { day, isNow, isRegisteredHome, isRegisteredThere, isOss } = situation
  const { home } = rules
  const regional = [...rules.registrations, ...rules.rates].some(
    ({ country, region }) => country === place.country && region !== '',
  )
  const there = { country: place.country, region: regional ? (place.region ?? '').toUpperCase() : '', name: '' }

  const ratesOf = (where: Place, taxClass: string) =>
    rules.exemptClasses.includes(taxClass) ? [] : findRates(rules.rates, where, taxClass, day)
  /** Charges nothing, and takes the tax of the own country out of prices that include it. */
  const exempt =
    (reason: TaxReason) =>
    (taxClass: string): Treatment => ({
      taxes: [],
      none: { ...there, reason },
      removedRate: isRegisteredHome ? totalRate(ratesOf(home, taxClass)) : 0n,
    })
  const nothing = (reason: TaxReason, name = ''): Treatment => ({
    taxes: [],
    none: { ...there, reason, name },
    removedRate: 0n,
  })
  const charge =
    (where: Place) =>
    (taxClass: string): Treatment => {
      if (rules.exemptClasses.includes(taxClass)) return nothing('product_exempt')
      const taxes = ratesOf(where, taxClass)
      if (taxes.length === 0) return nothing('not_collecting')
      if (totalRate(taxes) === 0n) return nothing('zero_rated', taxes[0]?.name)
      return { taxes: taxes.filter(({ rate }) => rate > 0n), removedRate: 0n }
    }

  if (!situation.isRegistered) return () => nothing('not_collecting')
  if (!situation.isTaxable) {
    if (situation.isExport) return exempt('export')
    return () => nothing('not_collecting')
  }
  if (rules.certificates.some((one) => isNow(one) && isIn(place, one))) return exempt('customer_exempt')
  const hasNumber = (test: (country: string) => boolean) => rules.verifiedCountries.some(test)
  // A number of the country that the goods leave is not enough.
  if (situation.isIntraCommunity && hasNumber((code) => numberedInEu.includes(code) && code !== home.country))
    return exempt('intra_community')
  if (situation.isReversible && hasNumber((code) => code === place.country)) return exempt('reverse_charge')
  // Below the threshold for distance sales, the tax is that of the country that the goods leave.
  return charge(isRegisteredThere || isOss ? place : home)
}

/** Lists the countries that give VAT numbers for trade within the European Union; XI is Northern Ireland. */
const numberedInEu: readonly string[] = [...euCountries, 'XI']

/** Returns the rates of a class in a place on a day, those of larger places first. */
function findRates(rates: readonly Rate[], place: Place, taxClass: string, day: string): DueTax[] {
  const postal = postalKey(place.country, place.postalCode)
  return ratesOfClass(
    rates.filter((rate) => isIn(place, rate) && postal.startsWith(rate.postalPrefix)),
    taxClass,
    day,
  )
}

/** Returns those of the rates of a place that a class has on a day. A class without any is taxed as standard. */
export function ratesOfClass(ofPlace: readonly Rate[], taxClass: string, day: string): DueTax[] {
  const inPlace = ofPlace.filter(({ startsOn }) => startsOn <= day)
  const own = latestByName(inPlace.filter((rate) => rate.taxClass === taxClass))
  const standard = latestByName(inPlace.filter((rate) => rate.taxClass === 'standard'))
  const isReduced = own.length > 0 && totalRate(own) < totalRate(standard)
  return (own.length > 0 ? own : standard).map(({ region, rate, ...tax }) => ({
    ...tax,
    region: region.toUpperCase(),
    rate: toMillionths(rate),
    reason: isReduced ? 'reduced' : 'standard',
  }))
}

/** Picks one of the rates of each name: that of the smallest place, and of those the latest. */
function latestByName(rates: readonly Rate[]): Rate[] {
  const chosen = new Map<string, Rate>()
  for (const rate of rates) {
    const other = chosen.get(rate.name)
    const order = other ? sizeOf(rate) - sizeOf(other) || (rate.startsOn > other.startsOn ? 1 : -1) : 1
    if (order > 0) chosen.set(rate.name, rate)
  }
  return [...chosen.values()].toSorted((one, other) => sizeOf(one) - sizeOf(other) || (one.name < other.name ? -1 : 1))
}

/** Returns a number that is larger for the rate of a smaller place. */
const sizeOf = ({ region, postalPrefix }: Rate) => postalPrefix.length + (region === '' ? 0 : 0.5)

/** Returns the sum of rates in millionths. */
export const totalRate = (rates: readonly { rate: string | bigint }[]): bigint =>
  rates.reduce((sum, { rate }) => sum + (typeof rate === 'string' ? toMillionths(rate) : rate), 0n)

/** Reads a fraction of up to six decimals, such as `0.0825`. */
export function toMillionths(rate: string): bigint {
  const [whole = '0', decimals = ''] = rate.split('.')
  return BigInt(whole) * 1_000_000n + BigInt(decimals.padEnd(6, '0').slice(0, 6))
}

/** Writes millionths as a fraction without zeros at its end. */
export function fromMillionths(rate: bigint): string {
  const decimals = (rate % 1_000_000n)
    .toString()
    .padStart(6, '0')
    .replace(/(?<!0)0+$/, '')
  return `${rate / 1_000_000n}${decimals && `.${decimals}`}`
}
