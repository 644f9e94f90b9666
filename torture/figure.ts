/** One line of the result: what was promised, what was seen, and whether that keeps the promise. */
export interface Figure {
  what: string
  seen: string
  /** What was promised, in words; absent when the line only informs. */
  promise?: string
  kept: boolean
}

/** A promise that something never happens; the first few cases are shown when it did. */
export function never(what: string, cases: readonly string[], of = ''): Figure {
  const shown = cases.length === 0 ? '' : `: ${cases.slice(0, 3).join('; ')}`
  return { what, seen: `${cases.length}${of}${shown}`, promise: '0', kept: cases.length === 0 }
}

/** A promise that the longest of some waits stays below a limit; the median is told, too. */
export function atMost(what: string, waitsMs: readonly number[], limitMs: number): Figure {
  const sorted = waitsMs.toSorted((a, b) => a - b)
  const longest = sorted.at(-1) ?? 0
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0
  return {
    what,
    seen: `${inSeconds(longest)} at most, ${inSeconds(median)} at the median of ${sorted.length}`,
    promise: `≤ ${inSeconds(limitMs)}`,
    kept: sorted.length > 0 && longest <= limitMs,
  }
}

/** Only for information. */
export const told = (what: string, seen: string): Figure => ({ what, seen, kept: true })

/** A promise that holds or not. */
export const holds = (what: string, kept: boolean, seen: string, promise: string): Figure => ({
  what,
  seen,
  promise,
  kept,
})

export const inSeconds = (ms: number) => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`)
