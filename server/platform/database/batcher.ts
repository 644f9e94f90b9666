import { setTimeout as wait } from 'node:timers/promises'

/**
 * Combines calls that arrive during a load into the next load. A single call does not wait, and no call is
 * answered from a load that began before it arrived.
 */
export function createBatcher<Key, Value>(
  load: (keys: Key[]) => Promise<Map<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  let next: { keys: Key[]; answer: Promise<Map<Key, Value>> } | undefined
  let current: Promise<unknown> | undefined

  const startAfter = async (before: Promise<unknown> | undefined, keys: Key[]) => {
    // Also without one before it waits for this turn to end: calls of the same turn travel together. One that hangs does not
    // hold up the next for long.
    await (before && Promise.race([before, wait(250, undefined, { ref: false })]))
    next = undefined
    const loading = load(keys)
    current = loading.catch(() => undefined)
    return loading
  }

  return async (key) => {
    if (next) next.keys.push(key)
    else {
      const keys = [key]
      next = { keys, answer: startAfter(current, keys) }
    }
    return (await next.answer).get(key)
  }
}
