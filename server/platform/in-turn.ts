/** Holds the last work of each key that this process does. */
export type Turns = Map<string, Promise<unknown>>

/**
 * Runs work after what this process does about its key already, so that waiting for a lock in the database takes one connection for each
 * key. With `maxWaitMs`, work that hangs does not hold up the next for longer.
 */
export async function inTurn<Result>(
  turns: Turns | undefined,
  key: string,
  work: () => Promise<Result>,
  maxWaitMs?: number,
): Promise<Result> {
  const before = turns?.get(key)
  const result = (async () => {
    if (before) await (maxWaitMs === undefined ? before : Promise.race([before, pause(maxWaitMs)]))
    return work()
  })()
  const turn = result.catch(() => undefined)
  turns?.set(key, turn)
  try {
    return await result
  } finally {
    if (turns?.get(key) === turn) turns.delete(key)
  }
}

/** Waits without keeping the process alive. */
const pause = (ms: number) => new Promise<void>((done) => void setTimeout(done, ms).unref())
