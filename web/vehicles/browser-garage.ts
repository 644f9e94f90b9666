import { storedText } from '#web/page/stored-text.ts'

/** Keeps the garage of a visitor; see `garage-store.ts`. */
export const browserGarage = storedText('localStorage', 'boltyard.garage')

/** Whether this browser keeps vehicles of its own. */
export const hasBrowserGarage = (): boolean => browserGarage.read() !== null
