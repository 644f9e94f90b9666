import { currentLocale } from '#web/i18n/language.ts'

/** Returns countries with their names in the language of the page, by name. */
export function countryChoices(countries: readonly string[]): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(currentLocale(), { type: 'region' })
  return countries
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .toSorted((one, other) => one.label.localeCompare(other.label, currentLocale()))
}

/** Returns the name of a country; empty for none. */
export const countryName = (country: string): string =>
  country === '' ? '' : (new Intl.DisplayNames(currentLocale(), { type: 'region' }).of(country) ?? country)
