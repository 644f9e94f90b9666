import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Tool } from '#contract/catalog.ts'
import { scratchPostgres } from '#embedded/postgres/scratch-database.ts'
import { checkStock } from '#server/catalog/check-stock.ts'
import { checkMoney } from '#server/payments/check-money.ts'
import { cuttableProxy } from '#server/testing/cuttable-proxy.ts'
import { faultyLine, noFaults } from '#server/testing/faulty-line.ts'
import { openTestShop } from '#server/testing/open-test-shop.ts'
import { orderOf, place, placed } from '#server/testing/order-of.ts'
import { payFor } from '#server/testing/pay-with-card.ts'
import { until } from '#server/testing/until.ts'

test('a database that goes away and comes back: 503 within 5 seconds, then business as before', async () => {
  await using database = await scratchPostgres()
  await using line = await cuttableProxy(database.url)
  await using shop = await openTestShop({ databaseUrl: line.url })
  const buyer = await shop.signUp('patient')
  const product = await shop.addProduct({ available: 1000 })
  const calls = [
    ['GET', `/tools/${product._id}`],
    ['GET', `/orders?email=${buyer.email}`],
    ['POST', '/orders', orderOf(product, 1)],
    ['PUT', `/user/${buyer.email}`],
    ['GET', '/all-users'],
    ['GET', '/readyz'],
  ] as const

  const ask = async ([method, path, body]: (typeof calls)[number]) => {
    const begun = performance.now()
    const token = path === '/all-users' ? shop.admin.token : method === 'PUT' ? buyer.idToken : buyer.token
    const answer = await shop.call(method, path, { token, body })
    return { ...answer, ms: performance.now() - begun, what: `${method} ${path}` }
  }
  const assertUnavailable = async (withinMs: number) => {
    for (const { status, body, headers, ms, what } of await Promise.all([...calls, ...calls].map(ask))) {
      assert.equal(`${status} ${body.code}`, '503 unavailable', what)
      assert.match(headers.get('content-type') ?? '', /^application\/problem\+json/)
      assert.match(headers.get('retry-after') ?? '', /^\d+$/)
      assert.ok(ms < withinMs, `${what} took ${Math.round(ms)} ms`)
    }
    assert.equal((await shop.call('GET', '/healthz')).status, 200)
  }
  const assertBack = async () => {
    await until(async () => (await shop.call('GET', '/readyz')).status === 200, 'the shop is ready again')
    for (const { status, what } of await Promise.all(calls.map(ask))) assert.equal(status, 200, what)
    assert.deepEqual(await checkStock(shop.db), [])
  }

  // In the middle of work: orders that nobody heard of again are whole or not there.
  const storm = Promise.all(Array.from({ length: 40 }, () => place(shop, buyer, product, 1)))
  await until(async () => (await shop.call<Tool>('GET', `/tools/${product._id}`)).body.available < 995, 'some orders')
  line.cut()
  for (const { status } of await storm) assert.ok(status === 200 || status === 503, String(status))
  await assertUnavailable(5000)
  line.mend()
  await assertBack()

  // A line that loses everything without a word is noticed only by waiting, but by waiting once.
  line.swallow()
  try {
    await assertUnavailable(5000)
    await assertUnavailable(1500)
  } finally {
    line.mend()
  }
  await assertBack()
})

test('conflicts in less than half of all transactions are seen by nobody; in all of them they are a 503, soon', async () => {
  await using database = await scratchPostgres()
  await using line = await faultyLine(database.url)
  await using shop = await openTestShop({ databaseUrl: line.url })
  const buyer = await shop.signUp('patient')
  const product = await shop.addProduct({ available: 1000 })
  for (const sqlState of ['40001', '40P01'] as const) {
    line.faults = { ...noFaults, conflicts: 0.45, sqlState }
    await Promise.all(
      Array.from({ length: 4 }, async (_, index) => {
        const order = await placed(shop, buyer, product, 1)
        if (index % 2 === 0) await payFor(shop, buyer, order)
        else assert.equal((await shop.call('DELETE', `/orders/${order._id}`, { token: buyer.token })).status, 200)
      }),
    )
  }
  assert.ok(line.happened.conflicts > 10, `${line.happened.conflicts} conflicts`)
  line.faults = { ...noFaults, conflicts: 1 }
  const begun = performance.now()
  const { status, headers } = await place(shop, buyer, product, 1)
  assert.deepEqual([status, headers.has('retry-after')], [503, true])
  assert.ok(performance.now() - begun < 5000)
  line.faults = noFaults
  assert.deepEqual([await checkStock(shop.db), await checkMoney(shop.db)], [[], []])
})

test('when the answer to a commit is lost, who asks again with the same key has one order', async () => {
  await using database = await scratchPostgres()
  await using line = await faultyLine(database.url)
  await using shop = await openTestShop({ databaseUrl: line.url })
  const buyer = await shop.signUp('patient')
  const product = await shop.addProduct({ available: 1000 })
  line.faults = { ...noFaults, lostAnswers: 0.5 }
  let wishes = 0
  while (line.happened.lostAnswers < 3) {
    const key = { 'idempotency-key': crypto.randomUUID() }
    wishes++
    await until(async () => {
      const { status } = await place(shop, buyer, product, 1, key)
      assert.ok(status === 200 || status === 503, String(status))
      return status === 200
    }, 'the order is placed')
  }
  line.faults = noFaults
  assert.equal((await shop.call<Tool>('GET', `/tools/${product._id}`)).body.available, 1000 - wishes)
  assert.deepEqual(await checkStock(shop.db), [])
})
