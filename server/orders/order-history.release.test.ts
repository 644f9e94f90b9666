import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestShop } from '#server/testing/open-test-shop.ts'
import { historySteps, OrderHistory } from '#server/testing/order-history.ts'

test('after 10,000 steps of random parcels, payments, refunds, returns, changes and cancellations, also at once, no cent and no unit is off', async () => {
  await using shop = await openTestShop()
  const history = new OrderHistory(shop)
  await history.prepare()
  await history.perform(10_000)
  await history.settle()
  assert.deepEqual(
    historySteps.filter((step) => !history.done.has(step)),
    [],
  )
})
