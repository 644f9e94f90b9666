import type { Language } from '#contract/language.ts'

/** Describes what a shop of a country begins with; numbers and dates follow from the time zone. */
export interface Region {
  currency: string
  timeZone: string
  units: 'metric' | 'imperial'
  language: Language
}

const euro = ['AT Vienna', 'BE Brussels', 'CY Nicosia', 'DE Berlin', 'EE Tallinn', 'ES Madrid', 'FI Helsinki']
  .concat(['FR Paris', 'GR Athens', 'HR Zagreb', 'IE Dublin', 'IT Rome', 'LT Vilnius', 'LU Luxembourg', 'LV Riga'])
  .concat(['MT Malta', 'NL Amsterdam', 'PT Lisbon', 'SI Ljubljana', 'SK Bratislava'])
  .map((each) => `${each.replace(' ', ' Europe/')} EUR`.replace('Europe/Nicosia', 'Asia/Nicosia'))

const others = [
  ...['BG Europe/Sofia EUR', 'CH Europe/Zurich CHF', 'CZ Europe/Prague CZK', 'DK Europe/Copenhagen DKK'],
  ...['GB Europe/London GBP', 'HU Europe/Budapest HUF', 'LI Europe/Vaduz CHF', 'NO Europe/Oslo NOK'],
  ...['PL Europe/Warsaw PLN', 'RO Europe/Bucharest RON', 'SE Europe/Stockholm SEK', 'TR Europe/Istanbul TRY'],
  ...['US America/Chicago USD', 'CA America/Toronto CAD', 'MX America/Mexico_City MXN', 'AU Australia/Sydney AUD'],
  ...['NZ Pacific/Auckland NZD', 'JP Asia/Tokyo JPY', 'KW Asia/Kuwait KWD', 'AE Asia/Dubai AED', 'IN Asia/Kolkata INR'],
  'ZA Africa/Johannesburg ZAR',
]

const speaksGerman = new Set(['AT', 'CH', 'DE', 'LI'])

/** Holds the countries that a shop can be set up for in one step, by their ISO 3166-1 codes. Any other is set up on the page of the store. */
export const regions: Readonly<Record<string, Region>> = Object.fromEntries(
  [...euro, ...others].toSorted().map((each) => {
    const [country = '', timeZone = '', currency = ''] = each.split(' ')
    const units = country === 'US' ? 'imperial' : 'metric'
    return [country, { currency, timeZone, units, language: speaksGerman.has(country) ? 'de' : 'en' }]
  }),
)
