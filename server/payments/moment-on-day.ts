import { currentStore } from '#contract/current-store.ts'
import { fromClockTime, storeDay } from '#contract/time-zone.ts'
import type { OrderRow } from '#server/orders/find-orders.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Returns when money came or was sent on a day of the store, undefined for today; throws `payment-day-not-valid`. */
export function momentOnDay({ placedAt }: OrderRow['order'], day: string | undefined): Date | undefined {
  const [first, today] = [storeDay(placedAt), storeDay(Date.now())]
  if (day === undefined || day === today) return undefined
  if (day < first || day > today) throw problem('payment-day-not-valid', { first })
  const noon = fromClockTime(`${day}T12:00`, currentStore().timeZone)
  return noon < placedAt ? placedAt : noon
}
