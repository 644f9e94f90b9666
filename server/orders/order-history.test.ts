import { test } from 'node:test'
import { openTestShop } from '#server/testing/open-test-shop.ts'
import { OrderHistory } from '#server/testing/order-history.ts'
import { runs } from '#server/testing/random-search.ts'

test('after random parcels, payments, refunds, returns, changes and cancellations, also at once, no cent and no unit is off', async () => {
  await using shop = await openTestShop()
  const history = new OrderHistory(shop)
  await history.prepare()
  await history.perform(runs(300))
  await history.settle()
})
