import { localeCountries } from '#contract/locale.ts'

/** V8 has it; the types of ECMAScript do not yet. */
type LocaleWithZones = Intl.Locale & { getTimeZones?: () => string[] | undefined }

let countries: Map<string, string> | undefined

/** Returns the country of a time zone, as far as it decides how numbers and dates are written: `GB` for `Europe/London`. */
export function countryOfZone(timeZone: string): string | undefined {
  countries ??= new Map(
    Object.values(localeCountries)
      .flat()
      .flatMap((country) => zonesOf(country).map((zone) => [zone, country] as const)),
  )
  return countries.get(timeZone)
}

function zonesOf(country: string): string[] {
  const locale: LocaleWithZones = new Intl.Locale(`und-${country}`)
  return locale.getTimeZones?.() ?? []
}
