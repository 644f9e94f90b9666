import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { history, type Step } from '#server/testing/payment-history.ts'
import { PaymentWorld } from '#server/testing/payment-world.ts'

/** Enough of them for a change at hand; the whole lot where changes come together. */
const count = Number(process.env['PAYMENT_HISTORIES'] ?? (process.env['CI'] ? 2000 : 200))
const seed = Number(process.env['PAYMENT_SEED'] ?? Date.now() % 2 ** 31)
/** So many histories happen at once: in one shop, but to different buyers and products. */
const lanes = 12

let world: PaymentWorld
before(async () => {
  world = await PaymentWorld.open()
})
after(() => world.close())

test(`${count} histories of orders, payments, refunds, disputes and accidents keep the laws of money and stock (PAYMENT_SEED=${seed})`, async () => {
  const live = fc.asyncProperty(history, async (steps) => assert.deepEqual(await world.live(steps), []))
  await Promise.all(
    Array.from({ length: lanes }, (_, lane) =>
      fc.assert(live, { seed: seed + lane, numRuns: Math.ceil(count / lanes), endOnFailure: false }),
    ),
  )
})

/** Histories that once broke a law, as short as they could be made. */
const found: readonly [what: string, steps: readonly Step[]][] = [
  [
    'a refund at the provider is told before the payment that it belongs to',
    [
      { order: 0, do: 'place', units: 1 },
      { order: 0, do: 'pay', card: 'pm_card_visa' },
      { order: 0, do: 'refund-at-provider', quarters: 1 },
      { order: 0, do: 'deliver', events: 'all', backwards: true, times: 1 },
    ],
  ],
]

for (const [what, steps] of found) test(what, async () => assert.deepEqual(await world.live(steps), []))
