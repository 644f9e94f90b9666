import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Tool } from '#contract/catalog.ts'
import { createPool, createTestDatabase } from '#embedded/postgres/testing/test-database.ts'
import { checkStock } from '#server/stock/check-stock.ts'
import { checkPayments } from '#server/payments/check-payments.ts'
import { createTcpProxy } from '#server/testing/tcp-proxy.ts'
import { createFaultyProxy, noFaults } from '#server/testing/faulty-postgres-proxy.ts'
import { openTestShop } from '#server/testing/open-test-shop.ts'
import { orderBody, requestOrder, placeOrder } from '#server/testing/place-order.ts'
import { payFor } from '#server/testing/pay-with-card.ts'
import { stopTime } from '#server/testing/stop-time.ts'
import { waitUntil } from '#server/testing/wait-until.ts'

// security 59
test('a database that goes away and comes back: 503, at once while it is known to be silent, then business as before', async (t) => {
  await using database = await createTestDatabase()
  await using line = await createTcpProxy(database.url)
  await using shop = await openTestShop({ databaseUrl: line.url })
  const buyer = await shop.signUp('patient')
  const product = await shop.addProduct({ available: 1000 })
  const calls = [
    ['GET', `/tools/${product._id}`],
    ['GET', `/orders?email=${buyer.email}`],
    ['POST', '/orders', orderBody(product, 1)],
    ['PUT', `/user/${buyer.email}`],
    ['GET', '/all-users'],
    ['GET', '/readyz'],
  ] as const

  /** Asks without a socket: those have time limits of their own. */
  const request = async ([method, url, body]: readonly ['GET' | 'POST' | 'PUT', string, object?]) => {
    const token = url === '/all-users' ? shop.admin.token : method === 'PUT' ? buyer.idToken : buyer.token
    const response = await shop.app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${token}` },
      ...(body && { body }),
    })
    return { status: response.statusCode, headers: response.headers, text: response.body, what: `${method} ${url}` }
  }
  const requestAll = () => Promise.all([...calls, ...calls].map(request))
  const assertUnavailable = async (asked = requestAll()) => {
    for (const { status, text, headers, what } of await asked) {
      assert.equal(`${status} ${(JSON.parse(text) as { code?: string }).code}`, '503 unavailable', what)
      assert.match(String(headers['content-type']), /^application\/problem\+json/)
      assert.match(String(headers['retry-after']), /^\d+$/)
    }
    assert.equal((await request(['GET', '/healthz'])).status, 200)
  }
  const assertBack = async () => {
    await waitUntil(async () => (await shop.call('GET', '/readyz')).status === 200, 'the shop is ready again')
    for (const { status, what } of await Promise.all(calls.map(request))) assert.equal(status, 200, what)
    assert.deepEqual(await checkStock(shop.db), [])
  }

  // During the outage: unacknowledged orders are complete or absent.
  const storm = Promise.all(Array.from({ length: 40 }, () => requestOrder(shop, buyer, product, 1)))
  await waitUntil(
    async () => (await shop.call<Tool>('GET', `/tools/${product._id}`)).body.available < 995,
    'some orders',
  )
  line.cut()
  for (const { status } of await storm) assert.ok(status === 200 || status === 503, String(status))
  await assertUnavailable()
  line.repair()
  await assertBack()

  // A line that loses everything without a word is noticed only by waiting, but by waiting once.
  const time = stopTime(t)
  line.swallow()
  try {
    // By then all that is kept of the database is old.
    time.pass(30_000)
    let answered = 0
    const asked = requestAll().finally(() => answered++)
    // The health check of a balancer does not wait.
    assert.equal((await request(['GET', '/healthz'])).status, 200)
    assert.equal(answered, 0, 'the others wait for the database')
    await waitUntil(() => (time.pass(1000), answered > 0), 'the time limits of the database pass')
    await assertUnavailable(asked)
    // Now no time passes, and only what has begun before still asks: the probe, and the two connections of the jobs, each with a
    // connection and its first bytes.
    const before = line.countSwallowed()
    await assertUnavailable()
    const swallowed = line.countSwallowed() - before
    assert.ok(swallowed <= 6, `${swallowed} attempts to reach the database`)
  } finally {
    line.repair()
    t.mock.restoreAll()
  }
  await assertBack()
})

test('a database that only reads, as a former primary does: orders are refused with 503 until it takes writes', async () => {
  await using database = await createTestDatabase()
  await using shop = await openTestShop({ databaseUrl: database.url })
  const buyer = await shop.signUp('patient')
  const product = await shop.addProduct({ available: 1000 })
  const pool = createPool({
    connectionString: database.url,
    options: '-c default_transaction_read_only=off',
    max: 1,
  })
  await using disposables = new AsyncDisposableStack()
  disposables.defer(() => pool.end())
  const setReadOnly = async (value: 'on' | 'off') => {
    await pool.query(
      `ALTER DATABASE ${new URL(database.url).pathname.slice(1)} SET default_transaction_read_only = ${value}`,
    )
    await pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
    )
  }
  await setReadOnly('on')
  const answers = await Promise.all(Array.from({ length: 20 }, () => requestOrder(shop, buyer, product, 1)))
  for (const { status, headers } of answers) assert.deepEqual([status, headers.has('retry-after')], [503, true])
  await setReadOnly('off')
  await waitUntil(async () => (await requestOrder(shop, buyer, product, 1)).status === 200, 'orders are taken again')
  assert.deepEqual(await checkStock(shop.db), [])
})

test('conflicts in less than half of all transactions are invisible; in all of them they are a 503', async () => {
  await using database = await createTestDatabase()
  await using line = await createFaultyProxy(database.url)
  await using shop = await openTestShop({ databaseUrl: line.url })
  const buyer = await shop.signUp('patient')
  const product = await shop.addProduct({ available: 1000 })
  for (const sqlState of ['40001', '40P01'] as const) {
    line.faults = { ...noFaults, conflicts: 0.45, sqlState }
    await Promise.all(
      Array.from({ length: 4 }, async (_, index) => {
        const order = await placeOrder(shop, buyer, product, 1)
        if (index % 2 === 0) await payFor(shop, buyer, order)
        else assert.equal((await shop.call('DELETE', `/orders/${order._id}`, { token: buyer.token })).status, 200)
      }),
    )
  }
  assert.ok(line.happened.conflicts > 10, `${line.happened.conflicts} conflicts`)
  line.faults = { ...noFaults, conflicts: 1 }
  const { status, headers } = await requestOrder(shop, buyer, product, 1)
  assert.deepEqual([status, headers.has('retry-after')], [503, true])
  line.faults = noFaults
  assert.deepEqual([await checkStock(shop.db), await checkPayments(shop.db)], [[], []])
})

test('when the answer to a commit is lost, who asks again with the same key has one order', async () => {
  await using database = await createTestDatabase()
  await using line = await createFaultyProxy(database.url)
  await using shop = await openTestShop({ databaseUrl: line.url })
  const buyer = await shop.signUp('patient')
  const product = await shop.addProduct({ available: 1000 })
  line.faults = { ...noFaults, lostAnswers: 0.5 }
  let requests = 0
  while (line.happened.lostAnswers < 3) {
    const key = { 'idempotency-key': crypto.randomUUID() }
    requests++
    await waitUntil(async () => {
      const { status } = await requestOrder(shop, buyer, product, 1, key)
      assert.ok(status === 200 || status === 503, String(status))
      return status === 200
    }, 'the order is placed')
  }
  line.faults = noFaults
  assert.equal((await shop.call<Tool>('GET', `/tools/${product._id}`)).body.available, 1000 - requests)
  assert.deepEqual(await checkStock(shop.db), [])
})
