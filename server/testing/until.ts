import { setTimeout as pause } from 'node:timers/promises'

/** Waits until something is so; throws when it has not become so within 20 seconds. */
export async function until(isSo: () => Promise<boolean> | boolean, what: string): Promise<void> {
  const deadline = performance.now() + 20_000
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`This did not happen within 20 s: ${what}.`)
    await pause(25)
  }
}
