import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { history } from '#server/testing/shop-model/deeds.ts'
import { ShopWorld } from '#server/testing/shop-model/shop-world.ts'

const count = Number(process.env['SHOP_HISTORIES'] ?? 40)
const seed = Number(process.env['SHOP_SEED'] ?? Date.now() % 2 ** 31)
/** So many histories happen at once, but to different people and products. */
const lanes = 4

let world: ShopWorld
before(async () => {
  world = await ShopWorld.open()
})
after(() => world.close())

test(
  `${count} histories of people, products, orders, payments, roles and reviews go as a simple model foresees, and nobody reads another’s (SHOP_SEED=${seed})`,
  { timeout: 3_600_000 },
  async () => {
    const live = fc.asyncProperty(history, (steps) => world.live(steps))
    const numRuns = Math.ceil(count / lanes)
    await Promise.all(
      Array.from({ length: lanes }, (_, lane) => fc.assert(live, { seed: seed + lane, numRuns, endOnFailure: false })),
    )
    assert.deepEqual(await world.brokenLaws(), [])
  },
)
