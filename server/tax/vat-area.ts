import type { Place } from '#contract/place.ts'
import { postalKey } from '#contract/postal-codes.ts'

/** Lists the member states of the European Union. */
export const euCountries = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ')

/** Lists, by country and beginning of the postal code, what of a member state is outside of its value-added tax. */
const outside: Readonly<Record<string, readonly string[]>> = {
  // The Canary Islands, Ceuta and Melilla.
  ES: ['35', '38', '51', '52'],
  // The overseas departments.
  FR: ['971', '972', '973', '974', '976'],
  // Büsingen and Heligoland.
  DE: ['78266', '27498'],
  // Livigno; Campione d'Italia.
  IT: ['23041', '22061'],
  // Åland.
  FI: ['22'],
  // Mount Athos.
  GR: ['63086'],
}

/**
 * Returns the area in which goods move without customs: `EU` for its member states and for Northern Ireland, else the country. What a
 * country keeps outside of its tax is an area of its own. Source: Directive 2006/112/EC, articles 5 to 7; Windsor Framework.
 */
export function vatArea({ country, postalCode }: Place): string {
  const postal = postalKey(country, postalCode)
  if (country === 'GB' && postal.startsWith('BT')) return 'EU'
  if (outside[country]?.some((prefix) => postal.startsWith(prefix))) return `${country}-outside`
  return isEuCountry(country) ? 'EU' : country
}

/** Whether the country is a member state. */
export const isEuCountry = (country: string): boolean => euCountries.includes(country)
