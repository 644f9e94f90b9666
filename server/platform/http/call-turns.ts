import { createTurns } from '#server/platform/http/turns.ts'
import type { CallTurns } from '#server/platform/http/register-endpoint.ts'

const queue = { waitingPerVisitor: 16, waiting: 64 }
// An office behind one address opens several pages of the dashboard at once.
const readQueue = { waitingPerVisitor: 32, waiting: 128, maxWaitMs: 2500 }
const readsAtOnce = { read: 3, wideRead: 1 }

/** The reads that a visitor has under way and waiting until further ones are refused. */
export const maxReads = {
  narrow: readsAtOnce.read + readQueue.waitingPerVisitor,
  wide: readsAtOnce.wideRead + readQueue.waitingPerVisitor,
}

/** Creates the turns of calls: together they leave a quarter of the connections to orders and pages. */
export function createCallTurns(connections: number): CallTurns {
  const share = (part: number) => Math.max(1, Math.floor(part * connections))
  return {
    wide: createTurns({ ...queue, atOnce: share(1 / 4), perVisitor: 2 }),
    read: createTurns({ ...readQueue, atOnce: share(3 / 8), perVisitor: readsAtOnce.read }),
    wideRead: createTurns({ ...readQueue, atOnce: share(1 / 8), perVisitor: readsAtOnce.wideRead }),
  }
}
