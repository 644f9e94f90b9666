import { inTurn, type Turns } from '#server/platform/in-turn.ts'

/** One that hangs does not hold up the next for longer. */
const maxTurnMs = 250

/**
 * Combines calls that arrive during a load into the next load. A single call does not wait, and no call is
 * answered from a load that began before it arrived.
 */
export function createBatcher<Key, Value>(
  load: (keys: Key[]) => Promise<Map<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  const turns: Turns = new Map()
  let next: { keys: Key[]; answer: Promise<Map<Key, Value>> } | undefined

  const loadInTurn = (keys: Key[]) =>
    inTurn(
      turns,
      'load',
      async () => {
        // Calls of the same turn of Node travel together, also without a load before.
        await Promise.resolve()
        next = undefined
        return load(keys)
      },
      maxTurnMs,
    )

  return async (key) => {
    if (next) next.keys.push(key)
    else {
      const keys = [key]
      next = { keys, answer: loadInTurn(keys) }
    }
    return (await next.answer).get(key)
  }
}
