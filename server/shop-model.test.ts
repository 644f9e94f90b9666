import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs, seed } from '#server/testing/random-search.ts'
import { scenario } from '#server/testing/shop-model/commands.ts'
import { findViolations } from '#server/testing/shop-model/invariants.ts'
import { runScenario } from '#server/testing/shop-model/run-scenario.ts'
import { ShopPair } from '#server/testing/shop-model/shop-pair.ts'

/** Runs concurrent scenarios, with different people and products. */
const workers = 4

// security 18
for (const [what, charged] of [
  ['', false],
  ['with own prices, a discount, shipping and tax, ', true],
] as const) {
  test(`${what}random commands of customers and admins have the outcome of a simple model, and no data of others is shown`, async () => {
    const shop = await ShopPair.open({ charged })
    try {
      await search(shop)
    } finally {
      await shop.close()
    }
  })
}

async function search(shop: ShopPair) {
  const property = fc.asyncProperty(scenario, (steps) => runScenario(shop, steps))
  const numRuns = runs(4)
  await Promise.all(
    Array.from({ length: workers }, (_, worker) =>
      fc.assert(property, { seed: seed + worker, numRuns, endOnFailure: false }),
    ),
  )
  assert.deepEqual(await findViolations(shop), [])
}
