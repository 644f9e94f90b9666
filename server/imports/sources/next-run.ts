import { addDays, dayIn, fromClockTime } from '#contract/time-zone.ts'

const hourMs = 3_600_000

/** Returns when a source is due after `now`: in an hour, or when the clocks of the store next show its time of day. */
export function nextRun(atTime: string | null, now: Date, timeZone: string): Date {
  if (atTime === null) return new Date(now.getTime() + hourMs)
  const today = dayIn(now, timeZone)
  const at = (day: string) => fromClockTime(`${day}T${atTime}`, timeZone)
  return at(today) > now ? at(today) : at(addDays(today, 1))
}
