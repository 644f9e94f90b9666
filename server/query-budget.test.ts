import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { enrolled } from '#server/testing/enrolled.ts'
import { openTestShop } from '#server/testing/open-test-shop.ts'
import { orderOf, placed } from '#server/testing/order-of.ts'

test('no call asks the database more often than its budget allows', async (t) => {
  await using shop = await openTestShop()
  const { token } = shop.admin
  const buyer = await enrolled(shop, 'thrifty')
  const product = await shop.addProduct()
  const order = await placed(shop, buyer, product, 1)

  // One for who is asking, and one for what is asked.
  const budget: [method: string, path: string, most: number, more?: { token?: string; body?: object }][] = [
    ['GET', `/tools/${product._id}`, 1],
    ['GET', '/tools?limit=50', 1],
    ['GET', '/shelves', 1],
    ['GET', '/tools?limit=50&q=test', 2],
    ['GET', '/reviews?limit=50', 1],
    ['GET', `/orders?email=${buyer.email}`, 2, { token: buyer.token }],
    ['GET', `/order/${order._id}`, 2, { token: buyer.token }],
    ['POST', '/orders', 2, { token: buyer.token, body: orderOf(product, 1) }],
    ['GET', '/my-reviews', 2, { token: buyer.token }],
    ['GET', `/user?email=${buyer.email}`, 2, { token: buyer.token }],
    ['GET', '/all-orders', 2, { token }],
    // A rare word is looked for near the top first, and then in the index.
    ['GET', '/all-orders?q=thrifty&state=unpaid', 4, { token }],
    ['GET', '/all-tools', 2, { token }],
    ['GET', '/all-users', 2, { token }],
    ['GET', '/all-reviews', 2, { token }],
    ['GET', '/outbox', 2, { token }],
    ['GET', '/audit-log', 2, { token }],
    ['GET', '/held-payments', 3, { token }],
    ['GET', `/tools/${product._id}/stock-movements`, 2, { token }],
  ]
  let asked = 0
  const query = Reflect.get(pg.Client.prototype, 'query') as (...args: unknown[]) => unknown
  t.mock.method(pg.Client.prototype, 'query', function (this: pg.Client, ...args: unknown[]) {
    asked++
    return query.apply(this, args)
  })
  for (const [method, path, most, more] of budget) {
    let least = Infinity
    // What the shop does by the clock is counted, too, now and then: whoever is within the budget once keeps it.
    for (let attempt = 0; attempt < 20 && least > most; attempt++) {
      asked = 0
      const { status } = await shop.call(method, path, more)
      assert.equal(status, 200, path)
      least = Math.min(least, asked)
    }
    assert.ok(least <= most, `${method} ${path} asked the database ${least} times; its budget is ${most}`)
  }
})
