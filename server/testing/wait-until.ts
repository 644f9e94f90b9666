import { setTimeout as pause } from 'node:timers/promises'

/** Waits until something is so. Counts turns, at least four minutes of them: time passes for a process that is stopped, too. */
export async function waitUntil(condition: () => Promise<boolean> | boolean, what: string): Promise<void> {
  for (let turn = 0; turn < 10_000; turn++) {
    if (await condition()) return
    await pause(25)
  }
  throw new Error(`This did not happen: ${what}.`)
}
