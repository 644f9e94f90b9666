/** Describes one row of the result: requirement, measurement, and whether it passed. */
export interface Result {
  name: string
  measured: string
  /** The requirement; absent for information only. */
  limit?: string
  passed: boolean
}

/** Checks that something never happens; shows the first cases. */
export function never(name: string, cases: readonly string[], of = ''): Result {
  const shown = cases.length === 0 ? '' : `: ${cases.slice(0, 3).join('; ')}`
  return { name, measured: `${cases.length}${of}${shown}`, limit: '0', passed: cases.length === 0 }
}

/** Checks that the longest wait is below a limit; also shows the median. */
export function atMost(name: string, waitsMs: readonly number[], limitMs: number): Result {
  const sorted = waitsMs.toSorted((a, b) => a - b)
  const longest = sorted.at(-1) ?? 0
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0
  return {
    name,
    measured: `${inSeconds(longest)} at most, ${inSeconds(median)} at the median of ${sorted.length}`,
    limit: `≤ ${inSeconds(limitMs)}`,
    passed: sorted.length > 0 && longest <= limitMs,
  }
}

/** Reports information only. */
export const info = (name: string, measured: string): Result => ({ name, measured, passed: true })

/** Checks a condition. */
export const check = (name: string, passed: boolean, measured: string, limit: string): Result => ({
  name,
  measured,
  limit,
  passed,
})

export const inSeconds = (ms: number) => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`)
