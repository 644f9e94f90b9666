import type { Language } from '#contract/language.ts'

/** Describes what a shop of a country begins with; numbers and dates follow from the time zone. */
export interface Region {
  currency: string
  timeZone: string
  units: 'metric' | 'imperial'
  language: Language
}

/** Lists countries with the time zone of most of their people, and their currency. */
const facts = `
AE Asia/Dubai AED, AT Europe/Vienna EUR, AU Australia/Sydney AUD, BE Europe/Brussels EUR, BG Europe/Sofia EUR, CA America/Toronto CAD,
CH Europe/Zurich CHF, CY Asia/Nicosia EUR, CZ Europe/Prague CZK, DE Europe/Berlin EUR, DK Europe/Copenhagen DKK, EE Europe/Tallinn EUR,
ES Europe/Madrid EUR, FI Europe/Helsinki EUR, FR Europe/Paris EUR, GB Europe/London GBP, GR Europe/Athens EUR, HR Europe/Zagreb EUR,
HU Europe/Budapest HUF, IE Europe/Dublin EUR, IN Asia/Kolkata INR, IT Europe/Rome EUR, JP Asia/Tokyo JPY, KW Asia/Kuwait KWD,
LI Europe/Vaduz CHF, LT Europe/Vilnius EUR, LU Europe/Luxembourg EUR, LV Europe/Riga EUR, MT Europe/Malta EUR, MX America/Mexico_City MXN,
NL Europe/Amsterdam EUR, NO Europe/Oslo NOK, NZ Pacific/Auckland NZD, PL Europe/Warsaw PLN, PT Europe/Lisbon EUR, RO Europe/Bucharest RON,
SE Europe/Stockholm SEK, SI Europe/Ljubljana EUR, SK Europe/Bratislava EUR, TR Europe/Istanbul TRY, US America/Chicago USD,
ZA Africa/Johannesburg ZAR`

const speaksGerman = new Set(['AT', 'CH', 'DE', 'LI'])

/** Holds the countries that a shop can be set up for in one step, by their ISO 3166-1 codes. Any other is set up on the page of the store. */
export const regions: Readonly<Record<string, Region>> = Object.fromEntries(
  facts.split(',').map((each) => {
    const [country = '', timeZone = '', currency = ''] = each.trim().split(' ')
    const units = country === 'US' ? 'imperial' : 'metric'
    return [country, { currency, timeZone, units, language: speaksGerman.has(country) ? 'de' : 'en' }]
  }),
)
