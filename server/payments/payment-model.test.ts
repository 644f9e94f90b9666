import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { checkOrderLines, checkReservedStock } from '#server/orders/check-reserved-stock.ts'
import { checkShipments } from '#server/orders/shipments/check-shipments.ts'
import { type Command, scenario } from '#server/testing/payment-model/commands.ts'
import { runScenario } from '#server/testing/payment-model/run-scenario.ts'
import { ShopProcesses } from '#server/testing/payment-model/shop-processes.ts'
import { runs, seed } from '#server/testing/random-search.ts'

/** Runs concurrent scenarios, with different buyers and products. */
const workers = 12

let shop: ShopProcesses
before(async () => {
  shop = await ShopProcesses.open()
})
after(() => shop.close())

test('random orders, payments, refunds, disputes and accidents keep the invariants of money and stock', async () => {
  const property = fc.asyncProperty(scenario, (commands) => runScenario(shop, commands))
  const numRuns = runs(2)
  await Promise.all(
    Array.from({ length: workers }, (_, worker) =>
      fc.assert(property, { seed: seed + worker, numRuns, endOnFailure: false }),
    ),
  )
  assert.deepEqual(await checkOrderLines(shop.first.db), [])
  assert.deepEqual(await checkShipments(shop.first.db), [])
  assert.deepEqual(await checkReservedStock(shop.first.db), [])
})

test('a refund at the provider may be reported before the payment that it belongs to', async () => {
  const commands: Command[] = [
    { order: 0, do: 'place', units: 1, lines: 1 },
    { order: 0, do: 'pay', card: 'visa' },
    { order: 0, do: 'refund-at-provider', quarters: 1 },
    { order: 0, do: 'deliver', events: 'all', backwards: true, times: 1 },
  ]
  await runScenario(shop, commands)
})

test('a part of unmatched money may go back at the provider before the shop hears of the payment', async () => {
  const commands: Command[] = [
    { order: 0, do: 'place', units: 1, lines: 1 },
    { order: 0, do: 'open' },
    { order: 0, do: 'close-unasked', as: 'cancelled' },
    { order: 0, do: 'pay', card: 'visa' },
    { order: 0, do: 'refund-at-provider', quarters: 1 },
    { order: 0, do: 'deliver', events: 'all', backwards: false, times: 1 },
  ]
  await runScenario(shop, commands)
})
