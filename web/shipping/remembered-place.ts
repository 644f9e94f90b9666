import type { Place } from '#contract/place.ts'

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
