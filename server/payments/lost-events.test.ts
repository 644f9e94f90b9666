import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import { openTestShop } from '#server/testing/open-test-shop.ts'
import { confirmCard, openPayment } from '#server/testing/pay-with-card.ts'
import { placeOrder, readOrder } from '#server/testing/place-order.ts'
import { waitUntil } from '#server/testing/wait-until.ts'

test('an order is paid also when the tab is closed and the provider’s event is lost', async () => {
  await using shop = await openTestShop({ env: { SANDBOX_EVENTS: 'drop' } })
  const buyer = await shop.signUp('lotte')
  const order = await placeOrder(shop, buyer, await shop.addProduct(), 1)
  const { intentId, body } = await confirmCard(shop, await openPayment(shop, buyer, order))
  assert.equal(body.status, 'succeeded')
  assert.notEqual((await readOrder(shop, order)).state, 'paid')

  // Five minutes go by, and the clock strikes.
  await shop.db.execute(sql`UPDATE payments SET created_at = created_at - interval '5 minutes'`)
  await shop.db.execute(sql`INSERT INTO jobs.job (name) VALUES ('reconcile-payments')`)
  await waitUntil(async () => (await readOrder(shop, order)).transactionId === intentId, 'the order is paid')
})
