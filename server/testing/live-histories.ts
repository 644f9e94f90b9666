import assert from 'node:assert/strict'
import { workerData } from 'node:worker_threads'
import fc from 'fast-check'
import { history, type Step } from '#server/testing/payment-history.ts'
import { PaymentWorld } from '#server/testing/payment-world.ts'

/** What one thread lives through: what once broke a law, then in each lane its share of new histories, all lanes at once. */
export interface Share {
  known: readonly (readonly [what: string, steps: readonly Step[]])[]
  /** One a lane. */
  seeds: readonly number[]
  historiesOfLane: number
}

/** Runs in a thread of its own, in which the test runner does not follow every promise; throws what breaks a law. */
async function liveHistories({ known, seeds, historiesOfLane: numRuns }: Share): Promise<void> {
  const world = await PaymentWorld.open()
  try {
    for (const [what, steps] of known) assert.deepEqual(await world.live(steps), [], what)
    const live = fc.asyncProperty(history, async (steps) => assert.deepEqual(await world.live(steps), []))
    await Promise.all(seeds.map((seed) => fc.assert(live, { seed, numRuns, endOnFailure: false })))
  } finally {
    await world.close()
  }
}

await liveHistories(workerData as Share)
