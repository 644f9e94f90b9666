import { currentStore } from '#contract/current-store.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns the format of a zone that writes `2026-11-24 14:05:09`. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formats.set(timeZone, format)
  return format
}

/** Returns what the clocks of a zone show as if it were UTC, in milliseconds. */
const clockOf = (time: number, timeZone: string) =>
  Date.parse(`${formatOf(timeZone).format(time).replace(' ', 'T')}Z`) + (((time % 1000) + 1000) % 1000)

/** Returns the day of a moment in a zone, such as `2026-11-24`. */
export const dayIn = (moment: Date | number, timeZone: string): string => formatOf(timeZone).format(moment).slice(0, 10)

/** Returns a moment with the clocks of a zone as spreadsheets read it: `2026-11-24 14:05:09`. */
export const clockText = (moment: Date | number, timeZone: string): string => formatOf(timeZone).format(moment)

/** Returns the day of a moment with the clocks of the store. */
export const storeDay = (moment: Date | number): string => dayIn(moment, currentStore().timeZone)

/** Returns a day some days later; days have no zone. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** Writes a moment as an input of date and time holds it, in a zone: `2026-11-24T14:05`. */
export const toClockTime = (moment: Date | number, timeZone: string): string =>
  formatOf(timeZone).format(moment).slice(0, 16).replace(' ', 'T')

/**
 * Returns the moment at which the clocks of a zone show a time such as `2026-11-24T14:05`: the first one where they show it twice; where
 * they skip it, as much later as they skip.
 */
export function fromClockTime(text: string, timeZone: string): Date {
  const shown = Date.parse(`${text}Z`)
  const dayMs = 86_400_000
  const offsets = [shown - dayMs, shown + dayMs].map((time) => clockOf(time, timeZone) - time)
  const moments = offsets.map((offset) => shown - offset).toSorted((one, other) => one - other)
  const right = moments.find((moment) => clockOf(moment, timeZone) === shown)
  // A skipped time is read with the offset of before.
  return new Date(right ?? shown - (offsets[0] ?? 0))
}

const canonicalNames = new Map<string, string>()

/** Returns the one name of a time zone that has several, such as `Asia/Kolkata` and `Asia/Calcutta`; undefined if there is none of that name. */
export function canonicalZone(name: string): string | undefined {
  const known = canonicalNames.get(name)
  if (known !== undefined) return known
  try {
    const canonical = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
    // Letter case is free, so only the names as `Intl` writes them are kept: a client cannot fill the memory.
    if (name === canonical) canonicalNames.set(name, canonical)
    return canonical
  } catch {
    return undefined
  }
}
