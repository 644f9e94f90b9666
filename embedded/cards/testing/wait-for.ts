import { setTimeout as delay } from 'node:timers/promises'

/** Waits until `find` returns something, at most a minute, for tests. */
export async function waitFor<Found>(find: () => Found | undefined, name = 'the condition'): Promise<Found> {
  const deadline = performance.now() + 60_000
  for (;;) {
    const found = find()
    if (found !== undefined) return found
    if (performance.now() > deadline) throw new Error(`Timed out waiting for ${name}`)
    await delay(20)
  }
}
