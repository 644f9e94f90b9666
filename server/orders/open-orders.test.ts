import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import { PgBoss } from 'pg-boss'
import type { Tool } from '#contract/catalog.ts'
import type { Order } from '#contract/orders.ts'
import { maxOpenOrders } from '#server/orders/order-rules.ts'
import { checkStock } from '#server/stock/check-stock.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { openTestShop } from '#server/testing/open-test-shop.ts'
import { orderBody, type Placed, requestOrder, placeOrder } from '#server/testing/place-order.ts'
import { confirmCard, openPayment } from '#server/testing/pay-with-card.ts'
import { createStaff } from '#server/testing/staff.ts'
import { waitUntil } from '#server/testing/wait-until.ts'
import { range } from '#server/testing/range.ts'

// spec 4.10
// security 32
test('a buyer has at most 20 unpaid orders, also when 40 come at once to two processes', async () => {
  const env = { RATE_LIMITS: 'on' }
  await using shop = await openTestShop({ env })
  await using second = await openTestShop({ env, sharing: shop })
  const buyer = await shop.signUp('hoarder')
  const other = await shop.signUp('other')
  const product = await shop.addProduct({ available: 100 })
  const responses = await Promise.all(
    range(40).map((number) => requestOrder(number % 2 ? shop : second, buyer, product, 1)),
  )
  assert.equal(responses.filter(({ status }) => status === 200).length, 20)
  const refused = responses.find(({ status }) => status !== 200)
  assert.ok(refused)
  assert.equal(`${refused.status} ${refused.body.code}`, '409 too-many-open-orders')
  assert.equal(refused.body.message, 'You have 20 unpaid orders. Pay or cancel one of them before you place another.')
  const { body } = await shop.call<Tool>('GET', `/tools/${product._id}`)
  assert.equal(body.available, 80)
  assert.equal((await requestOrder(shop, other, product, 1)).status, 200)

  const first = responses.find(({ status }) => status === 200)?.body.order
  assert.equal((await shop.call('DELETE', `/orders/${first?._id}`, { token: buyer.token })).status, 200)
  assert.equal((await requestOrder(shop, buyer, product, 1)).status, 200)
  assert.equal((await requestOrder(shop, buyer, product, 1)).status, 409)
  assert.deepEqual(await checkStock(shop.db), [])
})

// spec 4.10
test('an order that was not paid in time gives its units back and its buyer a mail; a paid one stays', async () => {
  await using shop = await openTestShop()
  const buyer = await shop.signUp('dreamer')
  const product = await shop.addProduct({ available: 10 })
  const late = await placeOrder(shop, buyer, product, 3)
  const paidUnseen = await placeOrder(shop, buyer, product, 2)
  const young = await placeOrder(shop, buyer, product, 1)
  const lateSecret = await openPayment(shop, buyer, late)
  // The browser closed after the card step: only the provider knows of the money.
  await confirmCard(shop, await openPayment(shop, buyer, paidUnseen))
  await shop.db.execute(sql`UPDATE orders SET expires_at = now() WHERE id IN (${late._id}, ${paidUnseen._id})`)

  const clockwork = new PgBoss({
    connectionString: shop.databaseUrl,
    schema: 'jobs',
    supervise: false,
    schedule: false,
  })
  await clockwork.start()
  // Twice, as when two processes find the same orders.
  await Promise.all([clockwork.send('expire-orders', {}), clockwork.send('expire-orders', {})])
  await waitUntil(async () => (await countWaiting()) === 0, 'both runs of the expiry are over')
  await clockwork.stop()

  assert.equal(await stateOf(late), 'expired')
  assert.equal(await stateOf(paidUnseen), 'paid')
  assert.equal(await stateOf(young), 'unpaid')
  const { body } = await shop.call<Tool>('GET', `/tools/${product._id}`)
  assert.equal(body.available, 7)
  assert.deepEqual(await checkStock(shop.db), [])
  const { rows } = await shop.db.execute(
    sql`SELECT recipient, kind, text_body FROM outbox WHERE kind = 'order-expired'`,
  )
  assert.equal(rows.length, 1)
  assert.equal(rows[0]?.['recipient'], buyer.email)
  assert.match(String(rows[0]?.['text_body']), new RegExp(`3 × ${product.name}`))

  const confirmed = await confirmCard(shop, lateSecret)
  assert.notEqual(confirmed.status, 200)
  const list = await shop.call<Order[]>('GET', `/orders?email=${buyer.email}`, { token: buyer.token })
  assert.deepEqual(new Set(list.body.map(({ _id }) => _id)), new Set([young._id, paidUnseen._id]))

  async function stateOf(order: Order): Promise<string> {
    return (await shop.call<Order>('GET', `/order/${order._id}`, { token: buyer.token })).body.state
  }

  async function countWaiting(): Promise<unknown> {
    const { rows } = await shop.db.execute(
      sql`SELECT count(*)::integer AS waiting FROM jobs.job WHERE name = 'expire-orders' AND state IN ('created', 'retry', 'active')`,
    )
    return rows[0]?.['waiting']
  }
})

// spec 4.10
test('orders that staff place for a customer leave the limit of the customer alone, and the other way round', async () => {
  await using shop = await openTestShop({ env: { RATE_LIMITS: 'on' } })
  const [customer, clerk] = [await createCustomer(shop, 'phoned'), await createStaff(shop, 'Ada', ['orders'])]
  const product = await shop.addProduct({ available: 100 })
  const body = { ...orderBody(product, 1), for: customer.id }
  const phone = () => shop.call<Placed>('POST', '/orders', { token: clerk.token, body })
  for (const { status } of await Promise.all(range(maxOpenOrders + 1).map(phone))) assert.equal(status, 200)
  const own = await Promise.all(range(maxOpenOrders + 1).map(() => requestOrder(shop, customer, product, 1)))
  assert.deepEqual(
    own.flatMap(({ body: { code } }) => code ?? []),
    ['too-many-open-orders'],
  )
  assert.equal((await phone()).status, 200)
})

test('only what is mailed to the shop counts against the limit of its buyer, also of many at once', async () => {
  await using shop = await openTestShop({ env: { RATE_LIMITS: 'on' } })
  const buyer = await shop.signUp('writer')
  const product = await shop.addProduct({ available: 100 })
  const order = await placeOrder(shop, buyer, product, 1)
  const write = async (id: string, line?: number) =>
    (await shop.call('POST', `/order/${id}/messages`, { token: buyer.token, body: { message: 'When?', line } })).status
  for (const _ of range(7)) {
    assert.equal(await write(crypto.randomUUID()), 404)
    assert.equal(await write(order._id, 2), 404)
  }
  const statuses = await Promise.all(range(12).map(() => write(order._id)))
  assert.equal(statuses.filter((status) => status === 200).length, 5)
  assert.ok(statuses.every((status) => status === 200 || status === 429))
  const { rows } = await shop.db.execute(sql`SELECT FROM order_messages WHERE order_id = ${order._id}`)
  assert.equal(rows.length, 5)
})

test('a message that is sent again with its Idempotency-Key is one, of the buyer and of staff', async () => {
  await using shop = await openTestShop()
  const buyer = await shop.signUp('repeating')
  const order = await placeOrder(shop, buyer, await shop.addProduct({ available: 100 }), 1)
  const write = async (token: string, message: string, key: string) => {
    const sent = await shop.call<{ message: { _id: string }; code?: string }>('POST', `/order/${order._id}/messages`, {
      token,
      body: { message },
      headers: { 'idempotency-key': key },
    })
    return sent.body.code ?? sent.body.message._id
  }
  for (const { token } of [buyer, shop.admin]) {
    const ids = await Promise.all(range(3).map(() => write(token, 'When?', token.slice(-9))))
    assert.equal(new Set(ids).size, 1)
    assert.notEqual(await write(token, 'When?', `${token.slice(-9)}2`), ids[0])
    assert.equal(await write(token, 'Where?', token.slice(-9)), 'idempotency-key-reused')
  }
  assert.equal(await write(buyer.token, 'When?', shop.admin.token.slice(-9)), 'idempotency-key-reused')
})
