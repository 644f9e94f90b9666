import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { test } from 'node:test'
import pg from 'pg'
import { createCustomer } from '#server/testing/create-customer.ts'
import { openTestShop } from '#server/testing/open-test-shop.ts'
import { orderBody, placeOrder } from '#server/testing/place-order.ts'

test('no call asks the database more often than its budget allows', async (t) => {
  // Before the shop opens: its connections keep the method that they find.
  const statements = new AsyncLocalStorage<string[]>()
  const query = Reflect.get(pg.Client.prototype, 'query') as (...args: unknown[]) => unknown
  t.mock.method(pg.Client.prototype, 'query', function (this: pg.Client, ...args: unknown[]) {
    statements.getStore()?.push(textOf(args[0]))
    return query.apply(this, args)
  })
  await using shop = await openTestShop()
  const { token } = shop.admin
  const buyer = await createCustomer(shop, 'thrifty')
  const product = await shop.addProduct()
  await shop.addProduct()
  const order = await placeOrder(shop, buyer, product, 1)

  // One statement to authenticate, and one for the data.
  const budget: [method: 'GET' | 'POST', path: string, most: number, more?: { token?: string; body?: object }][] = [
    ['GET', `/tools/${product._id}`, 1],
    ['GET', '/tools?limit=50', 1],
    // An empty one is asked whether it exists.
    ['GET', '/tools?limit=50&category=brakes', 2],
    ['GET', '/tools?limit=1&q=test', 1],
    // The first products, what the words say, and the index.
    ['GET', '/tools?limit=50&q=test', 3],
    ['GET', '/reviews?limit=50', 1],
    ['GET', `/orders?email=${buyer.email}`, 2, { token: buyer.token }],
    ['GET', `/order/${order._id}`, 2, { token: buyer.token }],
    ['POST', '/orders', 2, { token: buyer.token, body: orderBody(product, 1) }],
    // As many lines as a cart has, half of them by unknown numbers that bring suggestions.
    ['POST', '/price-lines', 1, { body: { lines: manyLines(product._id) } }],
    ['GET', '/addresses', 2, { token: buyer.token }],
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
  for (const [method, path, max, { token: caller, body } = {}] of budget) {
    const request = {
      method,
      url: path,
      headers: caller === undefined ? {} : { authorization: `Bearer ${caller}` },
      ...(body === undefined ? {} : { body }),
    }
    // The first response may fill a cache. Jobs that run at the same time have another context.
    await shop.app.inject(request)
    const asked: string[] = []
    const { statusCode } = await statements.run(asked, async () => await shop.app.inject(request))
    assert.equal(statusCode, 200, path)
    assert.ok(asked.length > 0 && asked.length <= max, `${method} ${path} has ${max} statements:\n${asked.join('\n')}`)
  }
})

const textOf = (query: unknown): string =>
  typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : String(query)

const manyLines = (productId: string) =>
  Array.from({ length: 1000 }, (_, index) => (index % 2 ? { productId, quantity: 1 } : { partNumber: `TP-${index}` }))
