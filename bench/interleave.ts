/** Describes one row of the result: rates per second or milliseconds, medians of the rounds of this run. */
export interface BenchRow {
  name: string
  ours: number
  baseline: number
  /** `/s` if absent; `SQL` for statements. */
  unit?: '/s' | 'ms' | 's' | 'MB' | 'SQL'
  /** The minimum ratio to the baseline; for all units but `/s` the maximum. */
  goal?: number
}

/** Whether a row keeps its promise; true if there is none. */
export function meetsGoal({ ours, baseline, unit = '/s', goal }: BenchRow): boolean {
  if (goal === undefined) return true
  return unit === '/s' ? ours / baseline >= goal : ours / baseline <= goal
}

const rounds = 5

/** Measures ours and the limit in turns, so that a noisy machine disturbs both alike; one round first warms both up. */
export async function interleave(ours: () => Promise<number>, baseline: () => Promise<number>) {
  const seen: { ours: number[]; baseline: number[] } = { ours: [], baseline: [] }
  for (let round = 0; round <= rounds; round++) {
    const pair = { ours: await ours(), baseline: await baseline() }
    if (round === 0) continue
    seen.ours.push(pair.ours)
    seen.baseline.push(pair.baseline)
  }
  return { ours: median(seen.ours), baseline: median(seen.baseline) }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
