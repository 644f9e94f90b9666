import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSandbox } from '#embedded/cards/testing/start-sandbox.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { openTestShop } from '#server/testing/open-test-shop.ts'
import { type FirstNews, payStepByStep, sandboxKey, settingsFor } from '#server/testing/pay-step-by-step.ts'
import { orderBody, placeOrder } from '#server/testing/place-order.ts'
import { recordStatements } from '#server/testing/record-statements.ts'
import { stopTime } from '#server/testing/stop-time.ts'

test('no call asks the database more often than its budget allows', async (t) => {
  using recorder = recordStatements()
  await using shop = await openTestShop()
  const { token } = shop.admin
  const buyer = await createCustomer(shop, 'thrifty')
  const product = await shop.addProduct()
  await shop.addProduct()
  const order = await placeOrder(shop, buyer, product, 1)

  // One statement to authenticate, and one for the data.
  const budget: [
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    most: number,
    more?: { token?: string; body?: object },
  ][] = [
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
    ['POST', '/orders', 4, { token: buyer.token, body: orderBody(product, 1) }],
    // As many lines as a cart has, half of them by unknown numbers that bring suggestions.
    ['POST', '/price-lines', 1, { body: { lines: manyLines(product._id) } }],
    ['POST', '/price-lines', 1, { body: { lines: longLines } }],
    ['GET', '/addresses', 2, { token: buyer.token }],
    ['GET', '/my-reviews', 2, { token: buyer.token }],
    ['GET', `/user?email=${buyer.email}`, 2, { token: buyer.token }],
    // With the tags and the number of notes of the orders on the page.
    ['GET', '/all-orders', 4, { token }],
    // A rare word is looked for near the top first, and then in the index.
    ['GET', '/all-orders?q=thrifty&state=unpaid', 6, { token }],
    // With the units that orders hold.
    ['GET', '/all-tools', 3, { token }],
    ['GET', '/all-users', 2, { token }],
    ['GET', '/all-reviews', 2, { token }],
    // One more says whether a mail server is set in the dashboard.
    ['GET', '/outbox', 3, { token }],
    ['GET', '/audit-log', 2, { token }],
    ['GET', '/held-payments', 3, { token }],
    ['GET', `/tools/${product._id}/stock-movements`, 2, { token }],
    ['GET', `/all-tools/${product._id}/stock`, 2, { token }],
    // In a transaction: locked, read, written, and read again for the audit log.
    ['PUT', `/tools/${product._id}`, 7, { token, body: { price: 7 } }],
  ]
  stopTime(t)
  for (const [method, path, max, { token: caller, body } = {}] of budget) {
    const request = {
      method,
      url: path,
      headers: caller === undefined ? {} : { authorization: `Bearer ${caller}` },
      ...(body === undefined ? {} : { body }),
    }
    // The first response may fill a cache, which lasts a second or longer.
    await shop.app.inject(request)
    const sent = await recorder.record(async () => assert.equal((await shop.app.inject(request)).statusCode, 200, path))
    const asked = sent.filter((text) => !isReadOfStore.test(text))
    assert.ok(asked.length > 0 && asked.length <= max, `${method} ${path} has ${max} statements:\n${asked.join('\n')}`)
  }
})

test('a paid order asks the database at most 17 times, one of 40 lines too, whoever tells of its payment first', async (t) => {
  using recorder = recordStatements()
  await using cards = await startSandbox({ secretKey: sandboxKey })
  await using shop = await openTestShop({ env: settingsFor(cards) })
  const buyer = await createCustomer(shop, 'thrifty')
  const products = []
  while (products.length < 40) products.push(await shop.addProduct())
  const address = { address: '1 Test Street, Town', phoneNumber: '5550100' }
  const [product] = products
  const lines = products.map(({ _id: productId }) => ({ productId, quantity: 1 }))
  const single = { ...address, productId: product?._id, quantity: 1 }
  // The first payment of a buyer also stores the id at the card provider.
  await payStepByStep(shop, cards, recorder, { token: buyer.token, order: single, first: 'browser' })
  // Settings that the first payment has read are cached for some seconds.
  stopTime(t)
  for (const [order, max] of [
    [single, 15],
    // Two more: which terms of sale are to be accepted, and the lines of the mail.
    [{ ...address, lines }, 17],
  ] as const) {
    for (const first of ['browser', 'webhook', 'both'] satisfies FirstNews[]) {
      const steps = await payStepByStep(shop, cards, recorder, { token: buyer.token, order, first })
      const asked = [...steps].flatMap(([step, statements]) =>
        statements.filter((text) => !isReadOfStore.test(text)).map((text) => `${step}: ${text}`),
      )
      assert.ok(asked.length <= max, `${first} first: ${asked.length} of ${max} statements\n${asked.join('\n')}`)
      // The event of a payment that is settled.
      const event = steps.get('webhook payment_intent.succeeded') ?? []
      assert.ok(first !== 'browser' || event.length === 1, event.join('\n'))
    }
  }
})

/** The row of the store is read at most once a second, for all calls together. */
const isReadOfStore = /^select .* from "store"/

/** Of numbers as long as they may be, which have a brand or a blank at any place. */
const longLines = Array.from({ length: 1000 }, (_, index) => ({ partNumber: `A${index}`.padEnd(190, ' 7') }))

const manyLines = (productId: string) =>
  Array.from({ length: 1000 }, (_, index) => (index % 2 ? { productId, quantity: 1 } : { partNumber: `TP-${index}` }))
