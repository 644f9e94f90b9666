import { setTimeout as pause } from 'node:timers/promises'

/** For tests: waits until `find` finds something, at most fifteen seconds. */
export async function eventually<Found>(find: () => Found | undefined, what = 'it'): Promise<Found> {
  const until = performance.now() + 15_000
  for (;;) {
    const found = find()
    if (found !== undefined) return found
    if (performance.now() > until) throw new Error(`This did not happen: ${what}`)
    await pause(20)
  }
}
