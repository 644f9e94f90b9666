import type { Place } from '#contract/place.ts'
import { currentStore } from '#web/i18n/current-store.ts'
import { localeOf } from '#web/i18n/locale-of.ts'

const key = 'delivery-place'

/** Returns the place that this device remembers; undefined for none. */
export function readPlace(): Place | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return isPlace(stored) ? stored : undefined
  } catch {
    return undefined
  }
}

/** Remembers a place on this device only; a device that stores nothing asks again. */
export function writePlace(place: Place): void {
  try {
    localStorage.setItem(key, JSON.stringify(place))
  } catch {
    // Private windows of some browsers.
  }
}

const isPlace = (value: unknown): value is Place =>
  typeof value === 'object' && value !== null && 'country' in value && typeof value.country === 'string'

/** Returns the country that a delivery begins with: that of the store, else of the browser, if goods go there. Without `countries`, to all. */
export function firstCountry(countries?: readonly string[]): string {
  const { country = browserCountry() } = currentStore()
  return !countries || countries.includes(country) ? country : (countries[0] ?? country)
}

/** Returns the country of the browser's language, such as DE for `de`; US for one that is none, such as `en-US@posix`. */
function browserCountry(): string {
  const region = localeOf(navigator.language)?.maximize().region ?? ''
  return /^[A-Z]{2}$/.test(region) ? region : 'US'
}
