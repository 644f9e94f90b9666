import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { AuditEvent } from '#contract/audit-log.ts'
import type { BulkResult } from '#contract/bulk.ts'
import type { ManagedOrder, Order } from '#contract/orders.ts'
import { partNumberKey } from '#contract/part-numbers.ts'
import type { OrderDetails } from '#contract/payments.ts'
import type { PackingFacts, Shipment } from '#contract/shipments.ts'
import { anonymizePastBuyers } from '#server/orders/anonymize-buyer.ts'
import { closeUnpaidOrder } from '#server/orders/close-unpaid-order.ts'
import { checkReservedStock } from '#server/orders/check-reserved-stock.ts'
import { announceShipments } from '#server/orders/shipments/announce-shipments.ts'
import { findSellerSettings } from '#server/store/find-seller-settings.ts'
import { checkShipments } from '#server/orders/shipments/check-shipments.ts'
import { checkStock } from '#server/stock/check-stock.ts'
import { callIdentity } from '#server/testing/identity-wire.ts'
import { announceParcels } from '#server/testing/announce-parcels.ts'
import { settleDeps } from '#server/testing/card-events.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'
import { payFor } from '#server/testing/pay-with-card.ts'
import { placeOrder, readOrder } from '#server/testing/place-order.ts'
import { range } from '#server/testing/range.ts'
import { recordStatements, type StatementRecorder } from '#server/testing/record-statements.ts'

let shop: TestShop
let recorder: StatementRecorder
let buyer: Awaited<ReturnType<typeof createCustomer>>
/** Milliseconds that the clock of the shop is ahead. */
let ahead = 0
const now = () => new Date(Date.now() + ahead)
const minutes = (count: number) => count * 60_000
before(async () => {
  recorder = recordStatements()
  shop = await openTestShop({ now })
  buyer = await createCustomer(shop, 'parcel-buyer')
})
after(async () => {
  recorder[Symbol.dispose]()
  await shop[Symbol.asyncDispose]()
})

interface Answer {
  shipment: Shipment
  order: Order
  code?: string
  message: string
  facts?: Record<string, unknown>
}
const call = <Body = Answer>(method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  shop.call<Body>(method, path, {
    token: shop.admin.token,
    ...(body !== undefined && { body }),
    ...(headers && { headers }),
  })
const ship = ({ _id }: Pick<Order, '_id'>, body?: object, headers?: Record<string, string>) =>
  call('POST', `/order/${_id}/shipments`, body, headers)
const units = (count: number, line = 1) => ({ lines: [{ line, units: count }] })
const undo = ({ _id }: Pick<Order, '_id'>, shipment: Shipment) =>
  call('POST', `/order/${_id}/shipments/${shipment._id}/undo`)
const correct = ({ _id }: Pick<Order, '_id'>, shipment: Shipment, body: object) =>
  call('PATCH', `/order/${_id}/shipments/${shipment._id}`, body)
const refund = ({ _id }: Pick<Order, '_id'>, line: number, count: number, restocked = count) =>
  call('POST', `/order/${_id}/refunds`, {
    reason: 'requested_by_customer',
    lines: [{ line, units: count }],
    restockLines: restocked > 0 ? [{ line, units: restocked }] : [],
  })
const detailsOf = async ({ _id }: Pick<Order, '_id'>, token = shop.admin.token) =>
  (await shop.call<OrderDetails>('GET', `/order/${_id}/details`, { token })).body
const outcome = ({ status, body }: { status: number; body: { code?: string } }) => `${status} ${body.code ?? ''}`.trim()

async function paidOrder(quantity: number, available = quantity) {
  const product = await shop.addProduct({ available, price: 1 })
  const order = await placeOrder(shop, buyer, product, quantity)
  await payFor(shop, buyer, order)
  return { ...order, product }
}
/** Places and pays an order of several lines. */
async function orderOf(quantities: readonly number[]): Promise<Order> {
  const products = []
  for (const available of quantities) products.push(await shop.addProduct({ available, price: 1 }))
  const { body } = await shop.call<{ order: Order }>('POST', '/orders', {
    token: buyer.token,
    body: {
      lines: products.map(({ _id }, at) => ({ productId: _id, quantity: quantities[at] })),
      address: '1 Test Street',
      phoneNumber: '5550100',
    },
  })
  await payFor(shop, buyer, body.order)
  return body.order
}
const available = async (product: { _id: string }) =>
  (await call<{ available: number }>('GET', `/tools/${product._id}`)).body.available
const mailsOf = async ({ _id }: Pick<Order, '_id'>) =>
  (
    await shop.db.execute<{ kind: string; text: string }>(
      sql`SELECT kind, text_body AS text FROM outbox WHERE order_id = ${_id} AND kind IN ('order-shipped', 'shipment-corrected') ORDER BY written_at`,
    )
  ).rows
const movementsOf = async ({ _id }: Pick<Order, '_id'>) =>
  (
    await shop.db.execute<{ moved: string }>(
      sql`SELECT concat_ws(' ', kind, units, available_change, shelf_change) AS moved FROM stock_movements WHERE order_id = ${_id} ORDER BY id`,
    )
  ).rows.map(({ moved }) => moved)
async function assertLaws() {
  const laws = [await checkStock(shop.db), await checkReservedStock(shop.db), await checkShipments(shop.db)]
  assert.deepEqual(laws.flat(), [])
}

test('60 of 100 units ship, then 30, and without the last 10 the order is shipped', async () => {
  const order = await paidOrder(100)
  const first = await ship(order, { ...units(60), carrier: ' DHL ', trackingNumber: '0815' })
  assert.equal(first.status, 200, first.body.message)
  const { shipment } = first.body
  assert.deepEqual(
    [shipment.number, shipment.carrier, shipment.trackingNumber, shipment.lines.map((line) => [line.line, line.units])],
    [`${order.number}-1`, 'DHL', '0815', [[1, 60]]],
  )
  assert.deepEqual(
    [first.body.order.state, first.body.order.shipped, first.body.order.shippedUnits, first.body.order.shippedAt],
    ['paid', false, 60, undefined],
  )
  const partly = await call<Order[]>('GET', '/all-orders?state=partly_shipped')
  assert.deepEqual(
    partly.body.map(({ _id }) => _id),
    [order._id],
  )
  const { body: counts } = await call<{ filter: string; count: number }[]>('GET', '/all-order-counts')
  assert.equal(counts.find(({ filter }) => filter === 'partly_shipped')?.count, 1)

  const second = await ship(order, { ...units(30), carrier: 'UPS' })
  assert.deepEqual([second.body.order.carrier, second.body.order.trackingNumber], ['UPS', undefined])
  const refunded = await refund(order, 1, 10)
  assert.equal(refunded.status, 200, refunded.body.message)
  const after = await readOrder(shop, order)
  assert.deepEqual(
    [after.state, after.shipped, after.shippedUnits, after.shippedAt, after.refundedAmount],
    ['shipped', true, 90, second.body.shipment.shippedAt, 10],
  )
  assert.equal(await available(order.product), 10)
  assert.deepEqual(await movementsOf(order), [
    'reserve 100 -100 0',
    'ship 60 0 -60',
    'ship 30 0 -30',
    'release 10 10 0',
    'cancel 10 0 0',
  ])
  const { lines, shipments, timeline } = await detailsOf(order, buyer.token)
  assert.deepEqual(lines[0]?.units, { shipped: 90, cancelled: 10, returned: 0, toCome: 0 })
  assert.deepEqual(
    shipments.map(({ number, undoableUntil }) => [number, undoableUntil]),
    [
      [`${order.number}-1`, undefined],
      [`${order.number}-2`, undefined],
    ],
  )
  const parcels = timeline.filter(({ kind }) => kind === 'shipped').map((entry) => [entry.shipment, entry.units])
  assert.deepEqual(parcels, [
    [`${order.number}-1`, 60],
    [`${order.number}-2`, 30],
  ])
  assert.equal(outcome(await ship(order)), '409 order-move-not-allowed')
  await assertLaws()
})

test('of a line that shipped in part, a refund cancels what is left first, and takes the rest back', async () => {
  const order = await paidOrder(10)
  await ship(order, units(6))
  assert.equal((await refund(order, 1, 7, 5)).status, 200)
  const { lines, order: after } = await detailsOf(order)
  assert.deepEqual(lines[0]?.units, { shipped: 6, cancelled: 4, returned: 3, toCome: 0 })
  assert.equal(after.state, 'shipped')
  assert.deepEqual((await movementsOf(order)).slice(2), [
    'release 4 4 0',
    'cancel 4 0 0',
    'return 3 0 0',
    'restock 1 1 1',
  ])
  await assertLaws()
})

test('what is not of the order, or more than it holds, is refused by name, and nothing ships', async () => {
  const [order, other] = [await orderOf([3, 5]), await orderOf([1, 1, 1])]
  const { lines } = await detailsOf(order)
  const tooMany = await ship(order, {
    lines: [
      { line: 1, units: 3 },
      { line: 2, units: 4 },
      { line: 2, units: 3 },
    ],
  })
  assert.deepEqual(
    [outcome(tooMany), tooMany.body.facts],
    ['409 shipment-too-large', { name: lines[1]?.name, left: 5, over: 2 }],
  )
  assert.equal((await detailsOf(other)).lines[2]?.line, 3)
  const unknown = await ship(order, units(1, 3))
  assert.deepEqual([outcome(unknown), unknown.body.facts], ['404 order-line-not-found', { line: 3 }])
  for (const body of [
    { items: [] },
    { units: 3 },
    { lines: [] },
    units(0),
    { lines: [{ line: 1, units: 1, sku: 'A' }] },
  ])
    assert.equal(outcome(await ship(order, body)), '400 invalid-request', JSON.stringify(body))
  assert.equal(outcome(await call('PATCH', `/ship-order/${order._id}`, units(1))), '400 invalid-request')
  assert.equal((await readOrder(shop, order)).shippedUnits, undefined)
  const added = await ship(order, {
    lines: [
      { line: 2, units: 2 },
      { line: 2, units: 3 },
    ],
  })
  assert.deepEqual(
    added.body.shipment.lines.map(({ line, units: count }) => [line, count]),
    [[2, 5]],
  )
  const elsewhere = await undo(other, added.body.shipment)
  assert.equal(outcome(elsewhere), '404 shipment-not-found')
  assert.equal(outcome(await ship(order, units(1, 2))), '409 shipment-too-large')
  // All that is left, by the call for whole orders.
  const rest = await call('PATCH', `/ship-order/${order._id}`, { carrier: 'DHL' })
  assert.deepEqual([rest.body.order.state, rest.body.order.shippedUnits], ['shipped', 8])
  await assertLaws()
})

test('of an order whose units were all cancelled, nothing is left to ship', async () => {
  const order = await orderOf([2, 2])
  assert.equal((await refund(order, 1, 2)).status, 200)
  await call('POST', `/order/${order._id}/refunds`, {
    amount: 1,
    reason: 'requested_by_customer',
    lines: [{ line: 2, units: 2 }],
  })
  assert.equal(outcome(await ship(order)), '409 nothing-to-ship')
  const { body } = await call<{ refused: { code: string }[] }>('POST', '/ship-orders', {
    ids: [order._id],
    preview: true,
  })
  assert.deepEqual(
    body.refused.map(({ code }) => code),
    ['nothing-to-ship'],
  )
})

test('two who ship the same units at once: one does', async () => {
  const order = await paidOrder(5, 9)
  const answers = await Promise.all([ship(order, units(4)), ship(order, units(4))])
  assert.deepEqual(answers.map(outcome).toSorted(), ['200', '409 shipment-too-large'])
  assert.equal((await readOrder(shop, order)).shippedUnits, 4)
})

test('a repeated call with its key ships once, and one that asks for something else is refused', async () => {
  const order = await paidOrder(5)
  const headers = { 'idempotency-key': 'parcel-1' }
  const body = { ...units(2), trackingNumber: '1' }
  const answers = await Promise.all(range(3).map(() => ship(order, body, headers)))
  assert.deepEqual(answers.map(outcome), ['200', '200', '200'])
  assert.equal(new Set(answers.map((each) => each.body.shipment._id)).size, 1)
  for (const other of [units(2), { ...units(3), trackingNumber: '1' }, { trackingNumber: '1' }])
    assert.equal(outcome(await ship(order, other, headers)), '409 idempotency-key-reused', JSON.stringify(other))
  await correct(order, answers[0]!.body.shipment, { trackingNumber: '2' })
  const again = await ship(order, body, headers)
  assert.deepEqual([outcome(again), again.body.shipment.trackingNumber, again.body.order.shippedUnits], ['200', '2', 2])
  assert.equal((await readOrder(shop, order)).shippedUnits, 2)
  const undone = (await ship(order, units(1), { 'idempotency-key': 'parcel-0' })).body.shipment
  await undo(order, undone)
  assert.equal(outcome(await ship(order, units(1), { 'idempotency-key': 'parcel-0' })), '409 shipment-undone')
  const rest = await ship(order, undefined, { 'idempotency-key': 'parcel-2' })
  assert.equal(rest.body.order.state, 'shipped')
  assert.deepEqual(
    (await ship(order, undefined, { 'idempotency-key': 'parcel-2' })).body.shipment._id,
    rest.body.shipment._id,
  )
})

test('an undone parcel puts everything back, also before a later one, and nobody is told of it', async () => {
  const order = await paidOrder(6, 8)
  const [first, second] = [await ship(order, units(2)), await ship(order)]
  assert.equal(second.body.order.state, 'shipped')
  assert.ok(second.body.shipment.undoableUntil)
  const undone = await undo(order, first.body.shipment)
  assert.equal(undone.status, 200, undone.body.message)
  assert.deepEqual([undone.body.order.state, undone.body.order.shippedUnits], ['paid', 4])
  const { lines, shipments, timeline } = await detailsOf(order)
  assert.deepEqual(lines[0]?.units, { shipped: 4, cancelled: 0, returned: 0, toCome: 2 })
  assert.deepEqual(
    shipments.map(({ number }) => number),
    [`${order.number}-2`],
  )
  assert.deepEqual(
    timeline.filter(({ shipment }) => shipment).map((entry) => [entry.kind, entry.shipment, entry.units]),
    [
      ['shipped', `${order.number}-1`, 2],
      ['shipped', `${order.number}-2`, 4],
      ['shipment_undone', `${order.number}-1`, 2],
    ],
  )
  assert.deepEqual((await movementsOf(order)).slice(1), ['ship 2 0 -2', 'ship 4 0 -4', 'ship -2 0 2'])
  const before = await movementsOf(order)
  assert.equal(outcome(await undo(order, first.body.shipment)), '409 shipment-undone')
  assert.equal(outcome(await correct(order, first.body.shipment, { carrier: 'DHL' })), '409 shipment-undone')
  assert.deepEqual(await movementsOf(order), before)
  await undo(order, second.body.shipment)
  assert.deepEqual([(await readOrder(shop, order)).shippedUnits, await available(order.product)], [undefined, 2])
  await assertLaws()
  const third = await ship(order)
  assert.deepEqual([third.body.shipment.number, third.body.order.state], [`${order.number}-3`, 'shipped'])
  await announceParcels(shop)
  assert.equal((await mailsOf(order)).length, 1)
  const { body: log } = await call<AuditEvent[]>('GET', `/audit-log?q=${order.number}`)
  assert.deepEqual(
    log.map(({ kind, before: from, after: to }) => [kind, from?.['shipment'] ?? to?.['shipment']]).toReversed(),
    [
      ['order-shipped', `${order.number}-1`],
      ['order-shipped', `${order.number}-2`],
      ['shipment-undone', `${order.number}-1`],
      ['shipment-undone', `${order.number}-2`],
      ['order-shipped', `${order.number}-3`],
    ],
  )
  await assertLaws()
})

test('after ten minutes a parcel is told once, however often the job runs, and cannot be undone', async () => {
  const order = await paidOrder(5)
  const { shipment } = (await ship(order, { ...units(2), carrier: 'DHL', trackingNumber: '0815' })).body
  const { queueMail } = settleDeps(shop)
  const run = () => announceShipments(shop.db, { queueMail, findSellerSettings }, now())
  try {
    ahead = minutes(10) - 30_000
    await run()
    assert.deepEqual(await mailsOf(order), [])
    ahead = minutes(10)
    const late = await undo(order, shipment)
    assert.deepEqual(
      [outcome(late), late.body.facts],
      ['409 shipment-announced', { shipment: shipment.number, minutes: 10 }],
    )
    assert.equal((await detailsOf(order)).shipments[0]?.undoableUntil, undefined)
    await Promise.all([run(), run()])
    await run()
  } finally {
    ahead = 0
  }
  const [mail, ...more] = await mailsOf(order)
  assert.deepEqual([mail?.kind, more], ['order-shipped', []])
  for (const part of [shipment.number, 'DHL', '0815', `2 × ${order.product.name}`, '3'])
    assert.ok(mail?.text.includes(part), `${part}: ${mail?.text}`)
  // The clock went back, but what was told stays told.
  assert.equal(outcome(await undo(order, shipment)), '409 shipment-announced')

  const corrected = await correct(order, shipment, { trackingNumber: ' 0816 ' })
  assert.deepEqual([corrected.body.shipment.carrier, corrected.body.shipment.trackingNumber], ['DHL', '0816'])
  await correct(order, shipment, { trackingNumber: '0816' })
  const mails = await mailsOf(order)
  assert.deepEqual(
    mails.map(({ kind }) => kind),
    ['order-shipped', 'shipment-corrected'],
  )
  assert.match(mails[1]?.text ?? '', /0816/)
  assert.deepEqual((await readOrder(shop, order)).trackingNumber, '0816')
  const removed = await correct(order, shipment, { carrier: '' })
  assert.deepEqual([removed.body.shipment.carrier, removed.body.shipment.trackingNumber], [undefined, '0816'])
})

test('a number that is added before the mail goes is in it, and brings none of its own', async () => {
  const order = await paidOrder(1)
  const { shipment } = (await ship(order)).body
  await correct(order, shipment, { trackingNumber: 'late' })
  assert.deepEqual(await mailsOf(order), [])
  await announceParcels(shop)
  const mails = await mailsOf(order)
  assert.deepEqual(
    mails.map(({ kind }) => kind),
    ['order-shipped'],
  )
  assert.match(mails[0]?.text ?? '', /late/)
})

test('a parcel with units that came back since is not undone', async () => {
  const [order, whole] = [await paidOrder(4), await paidOrder(2)]
  const { shipment } = (await ship(order, units(3))).body
  const undoableParcels = async () =>
    (await detailsOf(order)).shipments.filter((one) => one.undoableUntil !== undefined)
  assert.equal((await undoableParcels()).length, 1)
  assert.equal((await refund(order, 1, 2, 0)).status, 200)
  assert.deepEqual(await undoableParcels(), [])
  const held = await undo(order, shipment)
  assert.deepEqual([outcome(held), held.body.facts], ['409 shipment-refunded', { shipment: shipment.number }])
  const part = (await ship(whole, units(1))).body.shipment
  await call('POST', `/order/${whole._id}/refunds`, { reason: 'requested_by_customer' })
  await shop.db.execute(sql`UPDATE orders SET refunded_at = now() WHERE id = ${whole._id} AND refunded_at IS NULL`)
  assert.equal(outcome(await undo(whole, part)), '409 shipment-refunded')
})

test('a partly shipped order is neither cancelled nor erased', async () => {
  const leaving = await shop.signUp('leaving')
  const product = await shop.addProduct({ available: 4 })
  const order = await placeOrder(shop, leaving, product, 2)
  await payFor(shop, leaving, order)
  const { shipment } = (await ship(order, { ...units(1), trackingNumber: 'hers' })).body
  const cancelled = await call('DELETE', `/orders/${order._id}`)
  assert.deepEqual(
    [outcome(cancelled), cancelled.body.facts?.['state']],
    ['409 order-move-not-allowed', 'partly_shipped'],
  )
  await ship(order)
  await callIdentity(shop, 'delete', { idToken: leaving.idToken })
  // It may still be undone, and then needs its address.
  assert.equal((await readOrder(shop, order)).address, '1 Test Street')
  await announceParcels(shop)
  assert.equal((await mailsOf(order)).length, 2)
  await shop.db.execute(
    sql`UPDATE orders SET shipped_at = shipped_at - interval '2 days', first_shipped_at = first_shipped_at - interval '2 days' WHERE id = ${order._id}`,
  )
  await anonymizePastBuyers(shop.db, 24)
  const gone = await readOrder(shop, order)
  assert.deepEqual([gone.address, gone.trackingNumber], ['', undefined])
  await correct(order, shipment, { carrier: 'UPS' })
  assert.equal((await mailsOf(order)).length, 2)
  await shop.db.execute(
    sql`UPDATE orders SET shipped_at = shipped_at + interval '2 days', first_shipped_at = first_shipped_at + interval '2 days' WHERE id = ${order._id}`,
  )
})

test('an order on account of which a part has shipped is not closed, whatever was read before', async () => {
  const product = await shop.addProduct({ available: 4 })
  const order = await placeOrder(shop, buyer, product, 2)
  await shop.db.execute(
    sql`UPDATE orders SET confirmed_at = now(), open_slot = NULL, terms = '{"netDays":30}' WHERE id = ${order._id}`,
  )
  const part = await ship(order, units(1))
  assert.deepEqual([part.status, part.body.order.state, part.body.order.shippedUnits], [200, 'confirmed', 1])
  assert.equal(await closeUnpaidOrder(shop.db, order._id, { as: 'cancelled', by: undefined, onAccount: true }), false)
  await undo(order, part.body.shipment)
  assert.equal(await closeUnpaidOrder(shop.db, order._id, { as: 'cancelled', by: undefined, onAccount: true }), true)
  assert.equal(await available(product), 4)
  await assertLaws()
})

test('every parcel of a bulk can be undone at once, and what was undone elsewhere is unchanged', async () => {
  const orders = [await paidOrder(2), await paidOrder(3), await paidOrder(1)]
  const ids = orders.map(({ _id }) => _id)
  interface Shipped extends BulkResult {
    shipments: { _id: string; number: string }[]
  }
  const { body: shipped } = await call<Shipped>('POST', '/ship-orders', { ids, carrier: 'DHL' })
  assert.deepEqual(
    shipped.shipments.map(({ number }) => number),
    orders.map(({ number }) => `${number}-1`),
  )
  const undoableOf = async () =>
    (await call<ManagedOrder[]>('GET', '/all-orders?limit=3')).body.map(({ undoable }) => undoable?._id).toReversed()
  const parcels = shipped.shipments.map(({ _id }) => _id)
  assert.deepEqual(await undoableOf(), parcels)
  const [first = '', second = '', third = ''] = parcels
  await call('POST', `/order/${ids[0]}/shipments/${first}/undo`)
  assert.deepEqual(await undoableOf(), [undefined, second, third])
  await shop.db.execute(sql`UPDATE shipments SET announced_at = now() WHERE id = ${third}`)
  const none = crypto.randomUUID()
  // Two who press it at once undo each parcel once.
  const both = await Promise.all(
    range(2).map(() => call<BulkResult>('POST', '/undo-shipments', { ids: [...parcels, none, 'x'] })),
  )
  const results = both.map(({ body }) => [body.done, body.unchanged])
  assert.deepEqual(results.flat(2).toSorted(), [first, first, second, second].toSorted())
  assert.deepEqual(
    results.map(([done]) => done),
    results[0]?.[0]?.length ? [[second], []] : [[], [second]],
  )
  assert.deepEqual(
    both[0]?.body.refused.map(({ name, code }) => [name, code]),
    [
      [shipped.shipments[2]?.number, 'shipment-announced'],
      [undefined, 'shipment-not-found'],
      [undefined, 'shipment-not-found'],
    ],
  )
  const { timeline, order } = await detailsOf(orders[1]!, buyer.token)
  assert.deepEqual(
    [order.state, timeline.filter(({ shipment }) => shipment !== undefined)],
    ['paid', []],
    'the buyer never heard of the parcel',
  )
  await assertLaws()
})

test('an order for pickup that is cancelled is not ready any more', async () => {
  const order = await paidOrder(1)
  await shop.db.execute(
    sql`UPDATE orders SET shipping = '{"id": "1", "name": "Counter", "kind": "pickup"}' WHERE id = ${order._id}`,
  )
  assert.equal(outcome(await call('POST', `/order/${order._id}/ready`)), '200')
  assert.equal(outcome(await call('POST', `/order/${order._id}/cancellations`)), '200')
  assert.match(outcome(await call('POST', `/order/${order._id}/ready`)), /^409 /)
})

test('an order for pickup is ready once, with one mail, and is picked up without another', async () => {
  const [order, delivered] = [await paidOrder(3), await paidOrder(1)]
  const ready = ({ _id }: Pick<Order, '_id'>) => call('POST', `/order/${_id}/ready`)
  await shop.db.execute(
    sql`UPDATE orders SET shipping = '{"id": "1", "name": "Counter", "kind": "pickup"}' WHERE id = ${order._id}`,
  )
  assert.equal(outcome(await ready(delivered)), '409 order-not-for-pickup')
  const answers = await Promise.all(range(3).map(() => ready(order)))
  assert.deepEqual(answers.map(outcome), ['200', '200', '200'])
  assert.equal(new Set(answers.map(({ body }) => body.order.readyAt)).size, 1)
  assert.equal(answers[0]?.body.order.pickup, true)
  const waiting = await call<Order[]>('GET', '/all-orders?state=ready_for_pickup')
  assert.deepEqual(
    waiting.body.map(({ _id }) => _id),
    [order._id],
  )
  const { timeline } = await detailsOf(order, buyer.token)
  assert.deepEqual(timeline.filter(({ kind }) => kind === 'ready_for_pickup').length, 1)
  const { body: log } = await call<AuditEvent[]>('GET', `/audit-log?q=${order.number}`)
  assert.deepEqual(
    log.map(({ kind }) => kind),
    ['order-ready'],
  )
  const part = (await ship(order, units(1))).body.shipment
  assert.equal(outcome(await ready(order)), '200', 'safe to repeat')
  await ship(order, { carrier: 'DHL' })
  assert.deepEqual((await call<Order[]>('GET', '/all-orders?state=ready_for_pickup')).body, [])
  await announceParcels(shop)
  const { rows: mails } = await shop.db.execute<{ kind: string; text: string }>(
    sql`SELECT kind, text_body AS text FROM outbox WHERE order_id = ${order._id} AND kind <> 'order-paid' AND kind <> 'new-order' ORDER BY written_at`,
  )
  assert.deepEqual(
    mails.map(({ kind, text }) => [kind, text.includes(part.number)]),
    [
      ['order-ready', false],
      ['order-shipped', false],
    ],
    'a parcel that was handed over has no mail, one with a carrier has',
  )
  const after = await ready(order)
  assert.equal(outcome(after), '200')
  await assertLaws()
})

test('the facts for packing hold every number of a part, as a scanner reads it, and its weight; its slip is in the language of the buyer', async () => {
  const product = await shop.addProduct({ available: 9, price: 1, sku: 'BRK-312 v5' })
  await shop.db.execute(sql`UPDATE products SET weight = '2.5 kg' WHERE id = ${product._id}`)
  await shop.db.execute(
    sql`INSERT INTO part_numbers (product_id, kind, number) VALUES (${product._id}, 'barcode', '4 006381 333931')`,
  )
  const order = await placeOrder(shop, buyer, product, 2)
  await shop.db.execute(sql`UPDATE orders SET language = 'de' WHERE id = ${order._id}`)
  const { body } = await call<PackingFacts>('GET', `/order/${order._id}/packing`)
  assert.equal(body.language, 'de')
  assert.deepEqual(
    body.lines.map((line) => ({ ...line, numbers: line.numbers.toSorted() })),
    [{ line: 1, numbers: ['4006381333931', 'BRK312V5'], weight: 2.5 }],
  )
  for (const number of ['brk 312-V5', '4006381 333931', 'ÄB-12 ×3'])
    assert.equal(
      partNumberKey(number),
      (await shop.db.execute<{ key: string }>(sql`SELECT part_number_key(${number}) AS key`)).rows[0]?.key,
    )
})

test('shipping a parcel of 40 lines takes 6 statements in its transaction', async () => {
  const order = await orderOf(range(40).map(() => 2))
  const statements = await recorder.record(async () => {
    const url = `/order/${order._id}/shipments`
    const headers = { authorization: `Bearer ${shop.admin.token}` }
    const { statusCode, body } = await shop.app.inject({ method: 'POST', url, headers })
    assert.equal(statusCode, 200, body)
  })
  const begin = statements.findIndex((text) => /^begin/i.test(text))
  const end = statements.findIndex((text) => /^commit/i.test(text))
  assert.equal(end - begin - 1, 6, statements.join('\n'))
})

test('the audit names each law of parcels that a row breaks', async () => {
  await using own = await openTestShop()
  const client = await createCustomer(own, 'auditor')
  const product = await own.addProduct({ available: 40 })
  const order = await placeOrder(own, client, product, 10)
  await payFor(own, client, order)
  const other = await placeOrder(own, client, product, 2)
  const path = `/order/${order._id}/shipments`
  for (const body of [units(4), units(3)]) await own.call('POST', path, { token: own.admin.token, body })
  const lawsOf = async () =>
    (await checkShipments(own.db)).map(({ orderId, law }) => (orderId === order._id ? law : `other: ${law}`))
  assert.deepEqual(await lawsOf(), [])
  const second = sql`(SELECT id FROM shipments WHERE position = 2)`
  const sums = 'the shipped units of its lines are not the sums of its parcels'
  for (const [breach, mend, laws] of [
    [
      sql`UPDATE shipment_lines SET units = 2 WHERE shipment_id = ${second}`,
      sql`UPDATE shipment_lines SET units = 3 WHERE shipment_id = ${second}`,
      [sums],
    ],
    [
      sql`UPDATE shipments SET undone_at = now() WHERE position = 2`,
      sql`UPDATE shipments SET undone_at = NULL`,
      [sums],
    ],
    [
      sql`UPDATE orders SET first_shipped_at = first_shipped_at + interval '1 day' WHERE id = ${order._id}`,
      sql`UPDATE orders SET first_shipped_at = first_shipped_at - interval '1 day' WHERE id = ${order._id}`,
      ['the time of its first parcel is not that of the order'],
    ],
    [
      sql`UPDATE orders SET shipped_at = now() WHERE id = ${order._id}`,
      sql`UPDATE orders SET shipped_at = NULL`,
      ['it is shipped, or not, other than its parcels and lines say'],
    ],
    [
      sql`UPDATE orders SET paid_at = NULL WHERE id = ${order._id}`,
      sql`UPDATE orders SET paid_at = now() WHERE id = ${order._id}`,
      ['it has shipped, but is neither paid nor on account'],
    ],
    [
      sql`UPDATE orders SET paid_at = NULL, cancelled_at = now() WHERE id = ${order._id}`,
      sql`UPDATE orders SET paid_at = now(), cancelled_at = NULL WHERE id = ${order._id}`,
      ['it has shipped, but is neither paid nor on account'],
    ],
    [
      sql`UPDATE shipments SET position = 3 WHERE position = 2`,
      sql`UPDATE shipments SET position = 2 WHERE position = 3`,
      ['the numbers of its parcels have a gap'],
    ],
    [
      sql`INSERT INTO shipments (id, order_id, position, shipped_at) SELECT gen_random_uuid(), order_id, 3, shipped_at FROM shipments WHERE position = 2`,
      sql`DELETE FROM shipments WHERE position = 3`,
      ['a parcel of it has no units'],
    ],
    [
      sql`INSERT INTO outbox (channel, recipient, kind, subject, text_body, html_body, order_id, given_up_at)
        VALUES ('mail', 'twice@told.test', 'order-shipped', '', '', '', ${order._id}, now())`,
      sql`DELETE FROM outbox WHERE recipient = 'twice@told.test'`,
      ['its buyer has more mails of parcels than parcels were announced'],
    ],
    [
      sql`UPDATE shipment_lines SET order_line_id = (SELECT id FROM order_lines WHERE order_id = ${other._id}) WHERE shipment_id = ${second}`,
      sql`UPDATE shipment_lines SET order_line_id = (SELECT id FROM order_lines WHERE order_id = ${order._id}) WHERE shipment_id = ${second}`,
      ['a parcel of it has units of another order', `other: ${sums}`, sums],
    ],
  ] as const) {
    await own.db.execute(breach)
    assert.deepEqual((await lawsOf()).toSorted(), [...laws].toSorted())
    await own.db.execute(mend)
    assert.deepEqual(await lawsOf(), [])
  }
})
