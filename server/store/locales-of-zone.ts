import type { Language } from '#contract/language.ts'
import { canonicalZone } from '#contract/time-zone.ts'

/** Lists the countries that write numbers and dates in a language otherwise than its default locale. */
const countries: Readonly<Record<Language, readonly string[]>> = {
  en: ['US', 'CA', 'AU', 'NZ', 'IE'],
  de: ['AT', 'CH', 'LI', 'LU'],
}

/** V8 has it; the types of ECMAScript do not yet. */
type LocaleWithZones = Intl.Locale & { getTimeZones?: () => string[] | undefined }

let known: Map<string | undefined, Partial<Record<Language, string>>> | undefined

/** Returns the locales of a time zone, by its country, as far as they differ from the default ones: `de-CH` for `Europe/Zurich`. */
export function localesOfZone(timeZone: string): Partial<Record<Language, string>> | undefined {
  known ??= new Map(
    Object.entries(countries).flatMap(([language, codes]) =>
      codes.flatMap((country) =>
        zonesOf(country).map((zone) => [canonicalZone(zone), { [language]: `${language}-${country}` }] as const),
      ),
    ),
  )
  return known.get(canonicalZone(timeZone))
}

/** Returns the time zones of a country. */
export function zonesOf(country: string): string[] {
  const locale: LocaleWithZones = new Intl.Locale(`und-${country}`)
  return locale.getTimeZones?.() ?? []
}
