import { addressFields, type AddressInput } from '#contract/addresses.ts'
import type { Place } from '#contract/place.ts'
import { readPostalCode } from '#contract/postal-codes.ts'
import { getCountryFormat } from '#server/accounts/addresses/address-format.ts'
import { isElsewhere, readCountry, readRegion } from '#server/platform/country-data.ts'
import { problem } from '#server/platform/http/problem.ts'

/**
 * Returns an address as it is stored, with the fields that its country has. Throws `country-unknown`, `address-incomplete`,
 * `region-unknown`, `postal-code-invalid` or `postal-code-elsewhere`.
 */
export function readAddress({ label = '', phone = '', ...input }: AddressInput) {
  const country = readCountry(input.country)
  const { fields, postalCodeExample = '1234' } = getCountryFormat(country)
  const has = new Set(fields.map(({ name }) => name))
  const texts = Object.fromEntries(
    addressFields.map((name) => [name, has.has(name) ? tidy(name, input[name] ?? '') : '']),
  ) as Record<(typeof addressFields)[number], string>
  const missing = fields.filter(({ name, required }) => required && texts[name] === '')
  if (missing.length > 0) throw problem('address-incomplete', { fields: missing.map(({ name }) => name).join(', ') })
  texts.region = readRegion(country, texts.region)
  if (texts.postalCode) {
    const postalCode = readPostalCode(country, texts.postalCode)
    if (postalCode === undefined) throw problem('postal-code-invalid', { example: postalCodeExample })
    texts.postalCode = postalCode
  }
  assertFits({ country, region: texts.region, postalCode: texts.postalCode })
  return { ...texts, country, label: tidy('label', label), phone: phone.trim() }
}

/** Returns a place as addresses have it; throws `country-unknown`, `region-unknown` or `postal-code-elsewhere`. */
export function readPlace({ region = '', postalCode = '', ...place }: Place): Place {
  const country = readCountry(place.country)
  const read = {
    country,
    region: readRegion(country, tidy('region', region)),
    // Of a place that is asked about, it may be a part of one.
    postalCode: readPostalCode(country, postalCode) ?? tidy('postalCode', postalCode),
  }
  assertFits(read)
  return read
}

/** Tax and freight follow the region, parcels the postal code: they must not contradict each other. Throws `postal-code-elsewhere`. */
function assertFits({ country, region, postalCode }: Required<Place>): void {
  if (!isElsewhere({ country, region, postalCode })) return
  const { regions } = getCountryFormat(country)
  const name = regions.find(({ value }) => value === region)?.name ?? region
  throw problem('postal-code-elsewhere', { postalCode, region: name })
}

function tidy(name: string, text: string): string {
  const lines = name === 'street' ? text.split('\n') : [text]
  const tidied = lines
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
  return name === 'postalCode' ? tidied.toUpperCase() : tidied
}
