import { type AddressField, type AddressFieldKind, addressFieldKinds, type AddressFormat } from '#contract/addresses.ts'
import { postalCodeFormats } from '#contract/postal-codes.ts'
import {
  countries,
  type CountryData,
  findCountryData,
  readCountry,
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

const formats = new Map<string, CountryFormat>()

/** Returns how addresses of a country are written; throws `country-unknown`. */
export function getCountryFormat(code: string): CountryFormat {
  const country = readCountry(code)
  const known = formats.get(country)
  if (known) return known
  const format = readFormat(findCountryData(country) ?? { country })
  formats.set(country, format)
  return format
}

const kindOf = (name: string | undefined, usual: AddressFieldKind) =>
  addressFieldKinds.find((kind) => kind === name) ?? usual

function readFormat(data: CountryData): CountryFormat {
  const { country, fields: letters = 'NOAC', required = 'AC', kinds: named = {}, regions = [] } = data
  const kinds: Record<AddressField, AddressFieldKind> = {
    recipient: 'recipient',
    company: 'company',
    street: 'street',
    district: kindOf(named.district, 'suburb'),
    city: kindOf(named.city, 'city'),
    region: kindOf(named.region ?? 'province', 'region'),
    postalCode: kindOf(named.postalCode, 'postal'),
  }
  const example = postalCodeFormats[country]?.example ?? data.example
  return {
    fields: [...letters].flatMap((letter) => {
      const name = fieldsByLetter[letter]
      return name ? { name, kind: kinds[name], required: required.includes(letter) } : []
    }),
    regions: regions.map((region) => {
      const [, name, , nativeName = name] = region
      return { value: regionValue(country, region), name, nativeName }
    }),
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
