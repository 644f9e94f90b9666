import { languages } from '#contract/language.ts'
import { countryName } from '#web/i18n/country-names.ts'

let ofNames: Map<string, string> | undefined

/** Returns the codes of countries by their names in all languages of the shop. */
function countriesByName(): Map<string, string> {
  if (ofNames) return ofNames
  ofNames = new Map()
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  for (const language of languages) {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
    for (const code of codes) {
      const name = names.of(code)
      if (name !== undefined) ofNames.set(name, code)
    }
  }
  return ofNames
}

/** Returns an address that ends with a country, which is named in the language of the page; any other address as it is. */
export function withCountryName(address: string): string {
  const start = address.lastIndexOf('\n') + 1
  const country = countriesByName().get(address.slice(start))
  return country === undefined ? address : address.slice(0, start) + countryName(country)
}
