import { addDays } from '#contract/time-zone.ts'

export const periods = ['this-month', 'last-month', 'this-quarter', 'last-quarter'] as const

/** Returns the first and the last day of each period; one that is under way ends today. */
export function periodDays(today: string): Record<(typeof periods)[number], { from: string; to: string }> {
  const month = Number(today.slice(5, 7)) - 1
  const monthStart = (index: number) =>
    new Date(Date.UTC(Number(today.slice(0, 4)), index, 1)).toISOString().slice(0, 10)
  const quarter = month - (month % 3)
  const whole = (first: number, next: number) => ({ from: monthStart(first), to: addDays(monthStart(next), -1) })
  return {
    'this-month': { from: monthStart(month), to: today },
    'last-month': whole(month - 1, month),
    'this-quarter': { from: monthStart(quarter), to: today },
    'last-quarter': whole(quarter - 3, quarter),
  }
}
