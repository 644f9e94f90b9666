import { checkVAT, countries } from 'jsvat-next'
import { isEuCountry } from '#server/tax/vat-area.ts'
import { Problem, problem } from '#server/platform/http/problem.ts'

/** The countries outside of the European Union whose numbers are taken, with the names that Stripe gives their kinds. */
const otherKinds: Readonly<Record<string, string>> = { GB: 'gb_vat', CH: 'ch_vat', NO: 'no_vat' }

export interface TaxNumber {
  /** In capitals, without blanks, such as `DE136695976`. */
  value: string
  kind: string
  /** The country that gave it; Northern Ireland is `XI`. */
  country: string
}

const kindOf = (country: string): string | undefined =>
  isEuCountry(country) || country === 'XI' ? 'eu_vat' : otherKinds[country]

/** Whether numbers of a country are taken. */
export const hasTaxNumbers = (country: string): boolean => kindOf(country) !== undefined

/** Reads a VAT number with its country in front; throws `tax-id-invalid`, or `vat-check-digit-wrong` if only a digit is wrong. */
export function readTaxNumber(text: string): TaxNumber {
  // Greek numbers begin with EL, and many write GR.
  const written = text
    .toUpperCase()
    .replaceAll(/[\s./-]/g, '')
    .replace(/^GR(?=\d)/, 'EL')
  // Numbers of Northern Ireland are made as British ones.
  const isNorthernIrish = written.startsWith('XI')
  const checked = checkVAT(isNorthernIrish ? `GB${written.slice(2)}` : written, countries)
  const country = isNorthernIrish ? 'XI' : (checked.country?.isoCode.short ?? '')
  const prefix = country === 'GR' ? 'EL' : country
  const kind = kindOf(country)
  if (!checked.isValidFormat || kind === undefined || !written.startsWith(prefix)) throw problem('tax-id-invalid')
  if (!checked.isValid) throw problem('vat-check-digit-wrong', { number: text.trim() })
  return { value: written, kind, country }
}

/**
 * Throws `registration-number-invalid` or `vat-check-digit-wrong` for a number of the seller that begins as VAT numbers do, with a country
 * and digits, but is none; other tax numbers have no form that can be checked.
 */
export function assertSellerTaxNumber(number: string): void {
  const [, country = ''] = /^([A-Z]{2})[A-Z]{0,2}\d/.exec(number.toUpperCase().replaceAll(/[\s./-]/g, '')) ?? []
  if (!isEuCountry(country) && !['EL', 'XI', 'GB'].includes(country)) return
  try {
    readTaxNumber(number)
  } catch (error) {
    if (error instanceof Problem && error.code === 'tax-id-invalid')
      throw problem('registration-number-invalid', { number: number.trim() })
    throw error
  }
}
