/** One line of the result: rates per second or milliseconds, medians of the rounds of this very run. */
export interface BenchRow {
  what: string
  ours: number
  limit: number
  /** `/s` if absent. */
  unit?: '/s' | 'ms'
  /** The least ratio of ours to the limit that we promise; of milliseconds the greatest. */
  goal?: number
}

/** Whether a row keeps its promise; true if there is none. */
export function keepsGoal({ ours, limit, unit, goal }: BenchRow): boolean {
  if (goal === undefined) return true
  return unit === 'ms' ? ours / limit <= goal : ours / limit >= goal
}

const rounds = 5

/** Measures ours and the limit in turns, so that a noisy machine disturbs both alike; one round first warms both up. */
export async function interleave(ours: () => Promise<number>, limit: () => Promise<number>) {
  const seen: { ours: number[]; limit: number[] } = { ours: [], limit: [] }
  for (let round = 0; round <= rounds; round++) {
    const pair = { ours: await ours(), limit: await limit() }
    if (round === 0) continue
    seen.ours.push(pair.ours)
    seen.limit.push(pair.limit)
  }
  return { ours: median(seen.ours), limit: median(seen.limit) }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
