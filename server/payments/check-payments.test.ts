import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import { closeUnpaidOrder } from '#server/orders/close-unpaid-order.ts'
import { findViolations } from '#server/testing/card-events.ts'
import { openTestShop } from '#server/testing/open-test-shop.ts'
import { placeOrder } from '#server/testing/place-order.ts'
import { payFor } from '#server/testing/pay-with-card.ts'

test('the audit finds each kind of breach, and nothing in a shop that is in order', async () => {
  await using shop = await openTestShop()
  const buyer = await shop.signUp('buyer')
  const order = await placeOrder(shop, buyer, await shop.addProduct(), 2)
  const closed = await placeOrder(shop, buyer, await shop.addProduct(), 1)
  await payFor(shop, buyer, order)
  await closeUnpaidOrder(shop.db, closed._id, { as: 'expired', by: undefined })
  assert.deepEqual(await findViolations(shop), [])

  const id = order._id
  for (const [what, breach, undo] of [
    [
      'another sum arrived',
      sql`UPDATE payments SET received_cents = received_cents - 1 WHERE order_id = ${id}`,
      sql`UPDATE payments SET received_cents = received_cents + 1 WHERE order_id = ${id}`,
    ],
    [
      'a refund without a request',
      sql`UPDATE orders SET refund_asked_cents = 1, refunded_cents = 1 WHERE id = ${id}`,
      sql`UPDATE orders SET refund_asked_cents = 0, refunded_cents = 0 WHERE id = ${id}`,
    ],
    [
      'paid twice',
      sql`INSERT INTO order_events (order_id, kind) VALUES (${id}, 'paid_late')`,
      sql`DELETE FROM order_events WHERE order_id = ${id} AND kind = 'paid_late'`,
    ],
    [
      'an unknown dispute',
      sql`UPDATE orders SET disputed_at = now() WHERE id = ${id}`,
      sql`UPDATE orders SET disputed_at = NULL WHERE id = ${id}`,
    ],
    [
      'an expired order that holds units',
      sql`UPDATE order_lines SET held_quantity = 1 WHERE order_id = ${closed._id}`,
      sql`UPDATE order_lines SET held_quantity = 0 WHERE order_id = ${closed._id}`,
    ],
    [
      'money of an order that is not paid',
      sql`UPDATE orders SET paid_at = NULL, transaction_id = NULL WHERE id = ${id}`,
      sql`UPDATE orders SET paid_at = now(), transaction_id = (SELECT intent_id FROM payments WHERE order_id = ${id}) WHERE id = ${id}`,
    ],
  ] as const) {
    await shop.db.execute(breach)
    assert.notDeepEqual(await findViolations(shop), [], what)
    await shop.db.execute(undo)
    assert.deepEqual(await findViolations(shop), [], what)
  }
})
