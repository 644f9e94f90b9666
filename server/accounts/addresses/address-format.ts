import { type AddressField, type AddressFieldKind, addressFieldKinds, type AddressFormat } from '#contract/addresses.ts'
import { postalCodeFormats } from '#contract/postal-codes.ts'
import {
  countries,
  type CountryData,
  readCountry,
  readCountryData,
  regionValue,
} from '#server/platform/country-data.ts'

interface CountryFormat {
  fields: { name: AddressField; kind: AddressFieldKind; required: boolean }[]
  regions: { value: string; name: string; nativeName: string }[]
  postalCodeExample?: string
}

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

const formats = new Map<string, CountryFormat>()

/** Returns how addresses of a country are written; throws `country-unknown`. */
export function getCountryFormat(code: string): CountryFormat {
  const country = readCountry(code)
  const known = formats.get(country)
  if (known) return known
  const format = readFormat(readCountryData(country))
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
  const example = postalCodeFormats[data.key]?.example ?? data.zipex?.split(',')[0]
  return {
    fields: [...letters].flatMap((letter) => {
      const name = fieldsByLetter[letter]
      return name ? { name, kind: kinds[name], required: required.includes(letter) } : []
    }),
    regions: (data.sub_regions ?? []).map((region) => ({
      value: regionValue(data, region),
      name: region.name.latin ?? region.name.default,
      nativeName: region.name.default,
    })),
    ...(example && { postalCodeExample: example }),
  }
}

/** Presents the format of a country; throws `country-unknown`. */
export function presentAddressFormat(code: string): AddressFormat {
  const country = readCountry(code)
  const { fields, regions, postalCodeExample } = getCountryFormat(country)
  return {
    country,
    fields,
    regions: fields.some(({ name }) => name === 'region') ? regions.map(({ value, name }) => ({ value, name })) : [],
    ...(postalCodeExample !== undefined && { postalCodeExample }),
    countries: [...countries],
  }
}
