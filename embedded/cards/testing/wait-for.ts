import { setTimeout as delay } from 'node:timers/promises'

/** Waits until `find` returns something, for tests. Counts turns: time passes for a process that is stopped, too. */
export async function waitFor<Found>(find: () => Found | undefined, name = 'the condition'): Promise<Found> {
  for (let turn = 0; turn < 10_000; turn++) {
    const found = find()
    if (found !== undefined) return found
    await delay(20)
  }
  throw new Error(`Timed out waiting for ${name}`)
}
