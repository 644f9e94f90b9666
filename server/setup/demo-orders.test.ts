import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { Tool } from '#contract/catalog.ts'
import type { ResponseBody } from '#contract/endpoint.ts'
import type { Demo, listOpeningSteps } from '#contract/opening.ts'
import { type countAllOrders, type Order, orderFilters } from '#contract/orders.ts'
import { type countReturns, returnStates } from '#contract/returns.ts'
import type { listFixedStoreFields } from '#contract/store.ts'
import { checkStock } from '#server/stock/check-stock.ts'
import { checkDocuments } from '#server/documents/check-documents.ts'
import { checkOwedCredit } from '#server/orders/check-owed-credit.ts'
import { checkOrderLines, checkReservedStock } from '#server/orders/check-reserved-stock.ts'
import { checkShipments } from '#server/orders/shipments/check-shipments.ts'
import { checkPayments } from '#server/payments/check-payments.ts'
import { checkReturns } from '#server/returns/check-returns.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { signInDemoCustomer } from '#server/testing/demo-customer.ts'
import { openTestShop } from '#server/testing/open-test-shop.ts'
import { payFor } from '#server/testing/pay-with-card.ts'
import { placeOrder } from '#server/testing/place-order.ts'

type TestShop = Awaited<ReturnType<typeof openTestShop>>

const laws = [
  checkStock,
  checkReservedStock,
  checkOrderLines,
  checkOwedCredit,
  checkShipments,
  checkReturns,
  checkPayments,
  checkDocuments,
]
const violations = async ({ db }: TestShop) => (await Promise.all(laws.map((check) => check(db)))).flat()

test('a demo has orders in all states, which are none of the seller’s and go with it', async () => {
  await using shop = await openTestShop({ env: { DEMO: 'true' } })
  const options = { env: { DEMO: 'true' }, sharing: shop, withDemoOrders: true }
  // Two servers start at once.
  for (const others of await Promise.all([openTestShop(options), openTestShop(options)]))
    await others[Symbol.asyncDispose]()

  const read = async <Answer>(path: string) => {
    const { status, body } = await shop.call<Answer>('GET', path, { token: shop.admin.token })
    assert.equal(status, 200, path)
    return body
  }
  const orders = await read<Order[]>('/all-orders?limit=100')
  const counts = new Map(
    (await read<ResponseBody<typeof countAllOrders>>('/all-order-counts')).map(({ filter, count }) => [filter, count]),
  )
  // Disputes and refunds that fail come from a card provider.
  const isOfCards = (filter: string) => ['disputed', 'refund_failed'].includes(filter)
  assert.deepEqual(
    orderFilters.filter((filter) => !isOfCards(filter) && !counts.get(filter)),
    [],
  )
  const returns = await read<ResponseBody<typeof countReturns>>('/return-counts')
  assert.deepEqual(
    returnStates.filter((state) => !returns.some(({ filter, count }) => filter === state && count > 0)),
    ['refused', 'cancelled'],
  )
  const numbers = orders.map(({ number }) => number)
  assert.equal(numbers.length, 24)
  assert.deepEqual(new Set(numbers).size, 24)
  assert.ok(numbers.every((number) => /^BY-1\d\d$/.test(number)))
  assert.ok(orders.every(({ placedAt }) => Date.parse(placedAt) < Date.now() - 3_600_000))
  assert.deepEqual(await violations(shop), [])

  const { rows } = await shop.db.execute(sql`
    SELECT (SELECT count(*)::integer FROM outbox) AS mails, (SELECT count(*)::integer FROM order_confirmations) AS "mailsToWrite",
      (SELECT count(*)::integer FROM shipments WHERE announced_at IS NULL) AS "parcelsToTell",
      (SELECT count(*)::integer FROM issued_documents JOIN orders ON orders.id = order_id
        WHERE kind = 'invoice' AND issued_on <> store_day(coalesce(confirmed_at, paid_at))) AS "papersOfOtherDays",
      (SELECT count(*)::integer FROM stock_movements WHERE order_id IS NOT NULL AND moved_at > now() - interval '1 hour') AS "movementsOfNow",
      (SELECT count(*)::integer FROM stock_movements opening JOIN stock_movements sale USING (product_id)
        WHERE opening.kind = 'opening' AND sale.order_id IS NOT NULL AND opening.moved_at >= sale.moved_at) AS "salesBeforeStock",
      (SELECT count(*)::integer FROM issued_documents WHERE facts #>> '{seller,name}' <> 'Boltyard') AS "papersWithoutName",
      (SELECT count(*)::integer FROM pg_namespace WHERE nspname = 'moved_time') AS schemas,
      (SELECT enabled FROM tax_settings) OR (SELECT enabled FROM shipping_settings)
        OR (SELECT transfer_days > 0 OR bank_details <> '' FROM store) AS "isCharging"`)
  assert.deepEqual(rows, [
    {
      mails: 0,
      mailsToWrite: 0,
      parcelsToTell: 0,
      papersOfOtherDays: 0,
      movementsOfNow: 0,
      salesBeforeStock: 0,
      papersWithoutName: 0,
      schemas: 0,
      isCharging: false,
    },
  ])
  const isDone = async () =>
    (await read<ResponseBody<typeof listOpeningSteps>>('/opening-steps')).find(({ step }) => step === 'testOrder')?.done
  assert.equal(await isDone(), false)
  assert.deepEqual(await read<ResponseBody<typeof listFixedStoreFields>>('/store/fixed-fields'), [])
  // Also with a limit, of which the demo owes more than it is in the new currency.
  const { rows: owing } = await shop.db.execute<{ id: string }>(sql`SELECT user_id AS id FROM customer_terms`)
  const write = async (path: string, body: object) =>
    (await shop.call('PUT', path, { token: shop.admin.token, body })).status
  assert.equal(
    await write(`/customer/${owing[0]?.id}/terms`, { netDays: 30, creditLimit: 9000, poRequired: false }),
    200,
  )
  for (const currency of ['JPY', 'USD']) assert.equal(await write('/store', { currency }), 200)
  assert.deepEqual(await violations(shop), [])

  // A person tries the shop as the demo's customer, and pays an order of the demo.
  const unpaid = orders.find(({ state, byTransfer }) => state === 'unpaid' && !byTransfer)
  assert.ok(unpaid)
  const buyer = await createCustomer(shop, 'real')
  const [first] = await read<Tool[]>('/tools?limit=1')
  assert.ok(first)
  const own = await placeOrder(shop, buyer, first, first.minOrder)
  assert.equal(own.number, 'BY-1001')
  await payFor(shop, buyer, own)
  assert.equal(await isDone(), true)
  await payFor(shop, await signInDemoCustomer(shop), unpaid)

  const counted = await read<Demo>('/demo')
  assert.deepEqual([counted.orders, counted.ordersStaying], [24, 0])
  const { status } = await shop.call('DELETE', '/demo', { token: shop.admin.token })
  assert.equal(status, 200)
  assert.deepEqual(
    (await read<Order[]>('/all-orders')).map(({ number }) => number),
    ['BY-1001'],
  )
  assert.deepEqual(await violations(shop), [])
  const left = await read<ResponseBody<typeof countReturns>>('/return-counts')
  assert.deepEqual(
    left.filter(({ count }) => count > 0),
    [],
  )
})
