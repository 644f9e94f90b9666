import { fromClockTime, toClockTime } from '#contract/time-zone.ts'
import { currentStore } from '#web/i18n/current-store.ts'

/** Writes a time as an input of the browser holds it, with the clocks of the store; empty for none. */
export const toLocalInput = (iso: string | undefined): string =>
  iso === undefined ? '' : toClockTime(new Date(iso), currentStore().timeZone)

/** Reads the time of an input of the browser, with the clocks of the store; empty for none. */
export const fromLocalInput = (text: string): string =>
  text === '' ? '' : fromClockTime(text, currentStore().timeZone).toISOString()
