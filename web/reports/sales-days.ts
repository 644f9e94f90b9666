import { addDays, storeDay } from '#contract/time-zone.ts'
import type { SalesRow } from '#contract/reports.ts'

const dayMs = 86_400_000

/** Returns a day of the store as `2026-11-24`, some days from today. */
export const dayFromToday = (days: number): string => addDays(storeDay(Date.now()), days)

/** Returns every day of a period, also those without sales. */
export function fillDays(rows: readonly SalesRow[], from: string, to: string): SalesRow[] {
  const known = new Map(rows.map((row) => [row.key, row]))
  const count = Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1)
  return Array.from({ length: count }, (_, index) => {
    const key = addDays(from, index)
    return known.get(key) ?? { key, orders: 0, units: 0, amount: 0 }
  })
}
