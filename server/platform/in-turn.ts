/** Holds the last work of each key that this process does. */
export type Turns = Map<string, Promise<unknown>>

/**
 * Runs work after what this process does about any of its keys already, so that waiting for a lock in the database takes no connection.
 * Work gets its turns at all keys at once, so two never wait for each other. With `maxWaitMs`, work that hangs does not hold up the next
 * for longer.
 */
export async function inTurn<Result>(
  turns: Turns | undefined,
  keys: string | readonly string[],
  work: () => Promise<Result>,
  maxWaitMs?: number,
): Promise<Result> {
  const own = typeof keys === 'string' ? [keys] : keys
  const before = own.flatMap((key) => turns?.get(key) ?? [])
  const result = (async () => {
    if (before.length > 0)
      await Promise.race([Promise.all(before), ...(maxWaitMs === undefined ? [] : [pause(maxWaitMs)])])
    return work()
  })()
  const turn = result.catch(() => undefined)
  for (const key of own) turns?.set(key, turn)
  try {
    return await result
  } finally {
    for (const key of own) if (turns?.get(key) === turn) turns.delete(key)
  }
}

/** Waits without keeping the process alive. */
const pause = (ms: number) => new Promise<void>((done) => void setTimeout(done, ms).unref())
