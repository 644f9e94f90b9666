import { setTimeout as pause } from 'node:timers/promises'

/** Waits until something is so; throws when it has not become so in time. */
export async function waitUntil(
  condition: () => Promise<boolean> | boolean,
  what: string,
  { withinMs = 60_000 } = {},
): Promise<void> {
  const deadline = performance.now() + withinMs
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`This did not happen within ${withinMs / 1000} s: ${what}.`)
    await pause(25)
  }
}
