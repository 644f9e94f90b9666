import { languages } from '#contract/language.ts'
import type { Store } from '#contract/store.ts'
import { canonicalZone } from '#contract/time-zone.ts'
import { countries } from '#server/platform/country-data.ts'
import { zonesOf } from '#server/store/locales-of-zone.ts'

let ofNames: Map<string, string> | undefined
let ofZones: Map<string | undefined, string> | undefined

const countryOfName = (name: string) =>
  (ofNames ??= new Map(
    languages.flatMap((language) => {
      const names = new Intl.DisplayNames(language, { type: 'region' })
      return countries.map((country) => [(names.of(country) ?? country).toLowerCase(), country])
    }),
  )).get(name.toLowerCase())

const countryOfZone = (timeZone: string) =>
  (ofZones ??= new Map(
    countries.flatMap((country) => zonesOf(country).map((zone) => [canonicalZone(zone), country])),
  )).get(canonicalZone(timeZone))

/** Returns the country that the address of the store ends with, else that of its time zone; undefined if neither tells. */
export const countryOfStore = ({ address, timeZone }: Pick<Store, 'address' | 'timeZone'>): string | undefined =>
  countryOfName(address.trim().split('\n').at(-1)?.trim() ?? '') ?? countryOfZone(timeZone)
