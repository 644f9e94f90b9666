import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import { checkReservedStock } from '#server/orders/check-reserved-stock.ts'
import { checkStock } from '#server/stock/check-stock.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { openTestShop } from '#server/testing/open-test-shop.ts'
import { payFor } from '#server/testing/pay-with-card.ts'
import { placeOrder } from '#server/testing/place-order.ts'

test('the audit names each law of units that a row breaks, and movements cannot be changed', async () => {
  await using shop = await openTestShop()
  const buyer = await createCustomer(shop, 'holder')
  const product = await shop.addProduct({ available: 40 })
  const refund = ({ _id }: { _id: string }, units: number, restocked: number) =>
    shop.call('POST', `/order/${_id}/refunds`, {
      token: shop.admin.token,
      body: {
        reason: 'requested_by_customer',
        lines: [{ line: 1, units }],
        restockUnits: restocked,
      },
    })
  const ship = ({ _id }: { _id: string }) => shop.call('PATCH', `/ship-order/${_id}`, { token: shop.admin.token })
  const order = await placeOrder(shop, buyer, product, 10)
  const open = await placeOrder(shop, buyer, product, 3)
  await payFor(shop, buyer, order)
  assert.equal((await refund(order, 4, 1)).status, 200)
  assert.equal((await ship(order)).status, 200)
  assert.equal((await refund(order, 3, 2)).status, 200)

  const { rows: lines } = await shop.db.execute(sql`
    SELECT held_quantity AS held, shipped_quantity AS shipped, cancelled_quantity AS cancelled, returned_quantity AS returned
    FROM order_lines ORDER BY id`)
  assert.deepEqual(lines, [
    { held: 0, shipped: 6, cancelled: 4, returned: 3 },
    { held: 3, shipped: 0, cancelled: 0, returned: 0 },
  ])
  const { rows: moved } = await shop.db.execute(sql`
    SELECT concat_ws(' ', kind, units, available_change, shelf_change) AS moved FROM stock_movements WHERE order_id = ${order._id} ORDER BY id`)
  assert.deepEqual(
    moved.map((row) => row['moved']),
    [
      'reserve 10 -10 0',
      'release 1 1 0',
      'write-off 3 0 -3',
      'cancel 4 0 0',
      'ship 6 0 -6',
      'return 3 0 0',
      'restock 2 2 2',
    ],
  )
  const findLaws = async () => [
    ...(await checkStock(shop.db)).map(({ law }) => law),
    ...(await checkReservedStock(shop.db)).map(({ held, quantity }) => `${held} of ${quantity}`),
  ]
  assert.deepEqual(await findLaws(), [])

  await assert.rejects(async () => shop.db.execute(sql`UPDATE stock_movements SET units = 1`))
  await assert.rejects(async () => shop.db.execute(sql`DELETE FROM stock_movements`))
  for (const constraint of ['order_lines_units', 'order_lines_returned', 'order_lines_held']) {
    const checks = { order_lines_units: 'cancelled_quantity = 5', order_lines_returned: 'returned_quantity = 7' }
    const wrong = constraint in checks ? checks[constraint as keyof typeof checks] : 'held_quantity = 11'
    await assert.rejects(async () =>
      shop.db.execute(sql`UPDATE order_lines SET ${sql.raw(wrong)} WHERE order_id = ${order._id}`),
    )
    await shop.db.execute(sql`ALTER TABLE order_lines DROP CONSTRAINT ${sql.identifier(constraint)}`)
  }
  await shop.db.execute(sql`ALTER TABLE stock_movements DISABLE TRIGGER stock_movements_stay`)

  const ofLine = (set: string, id = order._id) => sql`UPDATE order_lines SET ${sql.raw(set)} WHERE order_id = ${id}`
  const held = 'an order line holds other units than were reserved and neither released, shipped nor written off'
  const shelf = 'its available and its held units are not the sum of what moved on the shelf'
  for (const [breach, undo, laws] of [
    [
      sql`UPDATE products SET available_quantity = available_quantity + 1 WHERE id = ${product._id}`,
      sql`UPDATE products SET available_quantity = available_quantity - 1 WHERE id = ${product._id}`,
      ['its available units are not the sum of its movements', shelf],
    ],
    [
      sql`UPDATE stock_movements SET shelf_change = 41 WHERE kind = 'opening'`,
      sql`UPDATE stock_movements SET shelf_change = 40 WHERE kind = 'opening'`,
      [shelf],
    ],
    [ofLine('held_quantity = 2', open._id), ofLine('held_quantity = 3', open._id), [shelf, held, '2 of 3']],
    [
      ofLine('shipped_quantity = 5'),
      ofLine('shipped_quantity = 6'),
      ['the shipped units of an order line are not the sum of its movements', '0 of 10'],
    ],
    [
      ofLine('cancelled_quantity = 5'),
      ofLine('cancelled_quantity = 4'),
      [
        'the cancelled units of an order line are not the sum of its movements',
        'more units of an order line are shipped or cancelled than were ordered',
        'an order line holds more units than it owes',
        '0 of 10',
      ],
    ],
    [
      ofLine('returned_quantity = 7'),
      ofLine('returned_quantity = 3'),
      [
        'the returned units of an order line are not the sum of its movements',
        'more units of an order line were returned than were shipped',
      ],
    ],
    [
      sql`UPDATE orders SET expired_at = now() WHERE id = ${open._id}`,
      sql`UPDATE orders SET expired_at = NULL WHERE id = ${open._id}`,
      ['3 of 3'],
    ],
  ] as const) {
    await shop.db.execute(breach)
    assert.deepEqual(await findLaws(), laws)
    await shop.db.execute(undo)
    assert.deepEqual(await findLaws(), [])
  }
})
