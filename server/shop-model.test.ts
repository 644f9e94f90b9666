import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { runs, seed } from '#server/testing/random-search.ts'
import { scenario } from '#server/testing/shop-model/commands.ts'
import { findViolations } from '#server/testing/shop-model/invariants.ts'
import { runScenario } from '#server/testing/shop-model/run-scenario.ts'
import { ShopPair } from '#server/testing/shop-model/shop-pair.ts'

/** Runs concurrent scenarios, with different people and products. */
const workers = 4

let shop: ShopPair
before(async () => {
  shop = await ShopPair.open()
})
after(() => shop.close())

// security 18
test('random commands of customers and admins have the outcome of a simple model, and no data of others is shown', async () => {
  const property = fc.asyncProperty(scenario, (steps) => runScenario(shop, steps))
  const numRuns = runs(10)
  await Promise.all(
    Array.from({ length: workers }, (_, worker) =>
      fc.assert(property, { seed: seed + worker, numRuns, endOnFailure: false }),
    ),
  )
  assert.deepEqual(await findViolations(shop), [])
})
