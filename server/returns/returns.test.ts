import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { AuditEvent } from '#contract/audit-log.ts'
import type { Document } from '#contract/documents.ts'
import type { Order } from '#contract/orders.ts'
import type { OrderDetails } from '#contract/payments.ts'
import type { OrderReturns, Return, ReturnedProduct } from '#contract/returns.ts'
import { addDays, storeDay } from '#contract/time-zone.ts'
import { checkDocuments } from '#server/documents/check-documents.ts'
import { checkPayments } from '#server/payments/check-payments.ts'
import { checkOrderLines, checkReservedStock } from '#server/orders/check-reserved-stock.ts'
import { checkReturns } from '#server/returns/check-returns.ts'
import { eraseReturns } from '#server/returns/erase-returns.ts'
import { checkStock } from '#server/stock/check-stock.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'
import { payFor } from '#server/testing/pay-with-card.ts'
import { orderBody, type Placed, placeOrder, readOrder } from '#server/testing/place-order.ts'
import { range } from '#server/testing/range.ts'
import { createStaff } from '#server/testing/staff.ts'
import { waitUntil } from '#server/testing/wait-until.ts'

let shop: TestShop
let buyer: Awaited<ReturnType<typeof createCustomer>>
const today = () => storeDay(Date.now())
const rules = { days: 30, feePercent: 0, wayBack: {}, withdrawal: false, deliveryDays: 5 }
before(async () => {
  shop = await openTestShop()
  buyer = await createCustomer(shop, 'returner')
  await shop.db.execute(sql`UPDATE store SET order_recipient = 'counter@shop.test'`)
})
after(() => shop[Symbol.asyncDispose]())

interface Answer {
  return: Return
  order: Order
  code?: string
  message: string
}
const call = <Body = Answer>(method: string, path: string, body?: unknown, token = shop.admin.token) =>
  shop.call<Body>(method, path, { token, ...(body !== undefined && { body }) })
const set = (changes: Partial<typeof rules>) => call('PUT', '/return-settings', { ...rules, ...changes })
const outcome = ({ status, body }: { status: number; body: { code?: string } }) => `${status} ${body.code ?? ''}`.trim()

type Ordered = Pick<Order, '_id'>
const ask = ({ _id }: Ordered, units: number, more: object = {}, token = buyer.token) =>
  call('POST', `/order/${_id}/returns`, { lines: [{ line: 1, units, reason: 'not-needed', ...more }] }, token)
const withdraw = ({ _id }: Ordered) => call('POST', `/order/${_id}/withdrawal`, undefined, buyer.token)
const act = (found: Return, verb: string, body?: object, token?: string) =>
  call('POST', `/return/${found._id}/${verb}`, body, token)
const receive = (found: Return, received: number, restocked: number, more: object = {}) =>
  act(found, 'receive', { lines: [{ line: 1, received, restocked, scrapped: received - restocked }], ...more })
const returnsOf = async ({ _id }: Ordered, token = buyer.token) =>
  (await call<OrderReturns>('GET', `/order/${_id}/returns`, undefined, token)).body
const detailsOf = async ({ _id }: Ordered) => (await call<OrderDetails>('GET', `/order/${_id}/details`)).body

/** Places, pays and ships an order of one line at $10. */
async function shippedOrder(quantity: number, available = quantity) {
  const product = await shop.addProduct({ available, price: 10 })
  const order = await placeOrder(shop, buyer, product, quantity)
  await payFor(shop, buyer, order)
  assert.equal((await call('POST', `/order/${order._id}/shipments`)).status, 200)
  return { ...order, product }
}
/** Makes the parcels of an order some days older. */
async function age({ _id }: Ordered, count: number) {
  const before = sql`shipped_at = shipped_at - make_interval(days => ${count})`
  await shop.db.execute(sql`UPDATE shipments SET ${before} WHERE order_id = ${_id}`)
  await shop.db.execute(
    sql`UPDATE orders SET first_shipped_at = first_shipped_at - make_interval(days => ${count}), ${before} WHERE id = ${_id}`,
  )
}
async function approvedReturn(order: Ordered, units: number, more: object = {}) {
  const asked = await ask(order, units, more)
  assert.equal(asked.status, 200, asked.body.message)
  return (await act(asked.body.return, 'approve')).body.return
}
const available = async (product: { _id: string }) =>
  (await call<{ available: number }>('GET', `/tools/${product._id}`)).body.available
const mailsOf = async ({ _id }: Ordered) =>
  (
    await shop.db.execute<{ kind: string; recipient: string; text: string }>(
      sql`SELECT kind, recipient, text_body AS text FROM outbox WHERE order_id = ${_id} ORDER BY id`,
    )
  ).rows.filter(({ kind }) => /return|withdrawal/.test(kind))
const auditOf = async ({ _id }: Ordered) =>
  (await call<AuditEvent[]>('GET', `/audit-log?subject=order&q=${_id}`)).body
    .filter(({ kind, subject }) => subject.id === _id && /return|withdrawn/.test(kind))
    .map(({ kind }) => kind)
    .toReversed()
async function assertLaws() {
  const laws = await Promise.all(
    [checkStock, checkReservedStock, checkReturns, checkPayments, checkOrderLines, checkDocuments].map((check) =>
      check(shop.db),
    ),
  )
  assert.deepEqual(laws.flat(), [])
}

test('a return is asked for, approved, received, restocked or scrapped, and paid back, each by itself', async () => {
  await set({ feePercent: 10, wayBack: { en: 'You pay the way back.' } })
  const order = await shippedOrder(10, 12)
  const before = await returnsOf(order)
  assert.deepEqual([before.returnable, before.until], [[{ line: 1, units: 10 }], addDays(today(), 30)])

  await shop.db.execute(sql`UPDATE order_lines SET shown_name = 'As the buyer saw it' WHERE order_id = ${order._id}`)
  await shop.db.execute(sql`UPDATE orders SET po_number = 'PO-4711' WHERE id = ${order._id}`)
  const asked = await ask(order, 3)
  const [confirmed, told] = await mailsOf(order)
  assert.match(confirmed?.text ?? '', /3 × As the buyer saw it: not needed/)
  assert.ok(told?.text.includes(order.product.name) && !told.text.includes('As the buyer saw it'), told?.text)
  const found = asked.body.return
  assert.deepEqual([found.number, found.state, found.actions], [`${order.number}-R1`, 'requested', ['cancel']])
  assert.equal(outcome(await ask(order, 8)), '409 return-units-too-many')
  assert.deepEqual((await returnsOf(order)).returnable, [{ line: 1, units: 7 }])
  assert.equal(outcome(await receive(found, 3, 3)), '409 return-move-not-allowed')

  const approved = await act(found, 'approve')
  assert.equal(approved.body.return.state, 'approved')
  // Nothing has moved yet.
  assert.equal(await available(order.product), 2)
  assert.equal(outcome(await receive(found, 4, 4)), '409 return-units-too-many')
  assert.equal(
    outcome(await act(found, 'receive', { lines: [{ line: 1, received: 2, restocked: 2, scrapped: 1 }] })),
    '400 return-divided-wrong',
  )
  assert.equal(outcome(await receive(found, 0, 0)), '400 nothing-received')
  assert.equal(outcome(await act(found, 'refund')), '409 return-move-not-allowed')

  // The slip names it.
  const scanned = await call<Return>('GET', `/return/${encodeURIComponent(found.number.toLowerCase())}`)
  assert.equal(scanned.body._id, found._id)
  const received = await receive(found, 3, 2)
  const [line] = received.body.return.lines
  assert.deepEqual([line?.receivedUnits, line?.restockedUnits, line?.scrappedUnits], [3, 2, 1])
  assert.equal(await available(order.product), 4)
  const details = await detailsOf(order)
  assert.deepEqual([details.lines[0]?.units.returned, details.money.refunding + details.money.refunded], [3, 0])
  assert.deepEqual((await returnsOf(order)).returnable, [{ line: 1, units: 7 }])

  const preview = await call<Record<string, number>>('POST', `/return/${found._id}/refund-preview`, {})
  assert.deepEqual([preview.body.goods, preview.body.fee, preview.body.amount], [30, 3, 27])
  const paid = await act(found, 'refund', {})
  assert.equal(paid.body.return.refunded, 27)
  assert.equal(outcome(await act(found, 'refund', {})), '409 return-not-refundable')
  assert.equal((await detailsOf(order)).money.refunded, 27)
  assert.equal((await detailsOf(order)).lines[0]?.units.returned, 3)
  assert.equal(await available(order.product), 4)

  const mails = await mailsOf(order)
  assert.deepEqual(
    mails.map(({ kind, recipient }) => [kind, recipient]),
    [
      ['return-requested', buyer.email],
      ['new-return', 'counter@shop.test'],
      ['return-approved', buyer.email],
      ['return-received', buyer.email],
    ],
  )
  assert.match(mails[1]?.text ?? '', new RegExp(`Customer:\n[\\s\\S]*${buyer.email}`))
  assert.ok(mails.every(({ text }) => text.includes('Purchase order: PO-4711')))
  assert.match(mails[2]?.text ?? '', new RegExp(`${found.number}[\\s\\S]*You pay the way back\\.`))
  assert.deepEqual(await auditOf(order), ['return-requested', 'return-approved', 'return-received'])
  await assertLaws()
  await set({})
})

test('receiving pays back in the same step, and the rest of the order by the last return, to the cent', async () => {
  const order = await shippedOrder(3)
  const first = await approvedReturn(order, 1, { reason: 'defective' })
  assert.equal((await receive(first, 1, 0, { refund: {} })).body.return.refunded, 10)
  assert.deepEqual((await call<Return>('GET', `/return/${first._id}`)).body.actions, [])
  const second = await approvedReturn(order, 2)
  assert.equal((await receive(second, 2, 2, { refund: {} })).body.return.refunded, 20)
  assert.equal((await readOrder(shop, order)).state, 'refunded')
  assert.equal(await available(order.product), 2)
  await assertLaws()
})

test('units that a refund has paid back already are not paid back again with their return', async () => {
  const order = await shippedOrder(2)
  const found = await approvedReturn(order, 2)
  await receive(found, 2, 0)
  // A refund by the form is of the units that have come back already: nothing moves twice.
  const body = { reason: 'requested_by_customer', lines: [{ line: 1, units: 1 }] }
  assert.equal((await call('POST', `/order/${order._id}/refunds`, body)).status, 200)
  assert.equal((await detailsOf(order)).lines[0]?.units.returned, 2)
  assert.equal((await act(found, 'refund', {})).body.return.refunded, 10)
  assert.equal((await readOrder(shop, order)).state, 'refunded')
  await assertLaws()
})

test('what a refund took back does not arrive again, and a return that is paid back is not paid with units of another', async () => {
  const order = await shippedOrder(6)
  const [found, other] = [await approvedReturn(order, 3), await approvedReturn(order, 2)]
  const body = { reason: 'requested_by_customer', lines: [{ line: 1, units: 2 }] }
  assert.equal((await call('POST', `/order/${order._id}/refunds`, body)).status, 200)
  await receive(other, 2, 2)
  assert.equal(outcome(await receive(found, 3, 3)), '409 return-units-too-many')
  assert.equal((await receive(found, 2, 2, { refund: {} })).body.return.refunded, 20)
  assert.equal(outcome(await act(found, 'refund', {})), '409 return-not-refundable')
  assert.equal((await detailsOf(order)).money.refunded, 40)
  assert.equal((await act(other, 'refund', {})).body.return.refunded, 20)
  await assertLaws()
})

test('two people at once never return or receive a unit twice', async () => {
  const order = await shippedOrder(10)
  const asked = await Promise.all(range(8).map(() => ask(order, 3)))
  assert.deepEqual(asked.map(outcome).toSorted(), [
    ...Array.from({ length: 3 }, () => '200'),
    ...Array.from({ length: 5 }, () => '409 return-units-too-many'),
  ])
  const [found] = asked.flatMap(({ status, body }) => (status === 200 ? [body.return] : []))
  assert.ok(found)
  const answers = await Promise.all([act(found, 'approve'), act(found, 'refuse', { answer: 'No.' })])
  assert.deepEqual(answers.map(outcome).toSorted(), ['200', '409 return-move-not-allowed'])
  const other = asked.flatMap(({ status, body }) => (status === 200 ? [body.return] : []))[1]
  assert.ok(other)
  await act(other, 'approve')
  const received = await Promise.all(range(4).map(() => receive(other, 3, 3, { refund: {} })))
  assert.deepEqual(received.map(outcome).toSorted(), [
    '200',
    ...Array.from({ length: 3 }, () => '409 return-move-not-allowed'),
  ])
  assert.equal((await detailsOf(order)).lines[0]?.units.returned, 3)
  assert.equal((await detailsOf(order)).money.refunded, 30)
  await assertLaws()
})

test('of 200 parcels, cancellations and returns at once, none takes more than was ordered, shipped or arrived', async () => {
  await set({})
  const product = await shop.addProduct({ available: 220, price: 10 })
  const order = await placeOrder(shop, buyer, product, 140)
  await payFor(shop, buyer, order)
  const units = (count: number) => ({ lines: [{ line: 1, units: count }] })
  const path = `/order/${order._id}`
  assert.equal((await call('POST', `${path}/shipments`, units(40))).status, 200)
  const received = new Set<string>()
  /** Returns three units from asking to the refund, and receives them twice at once. */
  async function comeBack() {
    const asked = await ask(order, 3, {}, shop.admin.token)
    if (asked.status !== 200) return [asked]
    const twice = await Promise.all(range(2).map(() => receive(asked.body.return, 3, 2, { refund: {} })))
    if (twice.some(({ status }) => status === 200)) received.add(asked.body.return._id)
    return [asked, ...twice]
  }
  /** Ships a unit, and undoes its parcel. */
  async function shipAndUndo() {
    const { status, body } = await call<{ shipment: { _id: string } }>('POST', `${path}/shipments`, units(1))
    return status === 200 ? [await call('POST', `${path}/shipments/${body.shipment._id}/undo`)] : []
  }
  const [parcels, cancelled, undone, back] = await Promise.all([
    Promise.all(range(60).map(() => call('POST', `${path}/shipments`, units(1)))),
    Promise.all(range(70).map(() => call('POST', `${path}/cancellations`, units(1)))),
    Promise.all(range(20).map(shipAndUndo)),
    Promise.all(range(50).map(comeBack)),
  ])
  const answers = [...parcels, ...cancelled, ...undone.flat(), ...back.flat()]
  const refused = answers.filter(({ status }) => status !== 200)
  assert.deepEqual(
    refused.filter(({ status, body }) => status !== 409 || !body.code || !body.message),
    [],
  )
  const done = (of: readonly { status: number }[]) => of.filter(({ status }) => status === 200).length
  const { lines, money } = await detailsOf(order)
  // A parcel that could not be undone, as what came back was of it, stays.
  const kept = undone.flat().filter(({ status }) => status !== 200).length
  const shipped = 40 + done(parcels) + kept
  const gone = done(cancelled)
  assert.deepEqual(lines[0]?.units, {
    shipped,
    cancelled: gone,
    returned: 3 * received.size,
    toCome: 140 - shipped - gone,
  })
  // The parcels leave 20 of the 100 units, and more is asked for than there is.
  assert.ok(received.size > 0 && gone >= 20 && refused.length > 0)
  assert.equal(money.refunded + money.refunding, 10 * (gone + 3 * received.size))
  // What staff cancel is not there.
  assert.equal(await available(product), 80 + 2 * received.size)
  await assertLaws()
})

test('a buyer returns within the days of the shop, staff at any time; both cancel before it is received', async () => {
  const order = await shippedOrder(2)
  await age(order, 31)
  assert.equal(outcome(await ask(order, 1)), '409 return-too-late')
  assert.deepEqual((await returnsOf(order)).returnable, [])
  const entered = await ask(order, 1, {}, shop.admin.token)
  assert.equal(entered.body.return.state, 'approved')
  assert.equal((await act(entered.body.return, 'cancel', undefined, buyer.token)).body.return.state, 'cancelled')
  assert.ok(!(await mailsOf(order)).some(({ kind }) => kind === 'return-cancelled'), 'the buyer knows')
  const byStaff = (await ask(order, 1, {}, shop.admin.token)).body.return
  assert.equal((await act(byStaff, 'cancel')).status, 200)
  assert.equal((await mailsOf(order)).at(-1)?.kind, 'return-cancelled')
  await set({ days: 0 })
  assert.equal(outcome(await ask(order, 1)), '409 returns-not-offered')
  await set({ days: 31 })
  const stranger = await createCustomer(shop, 'stranger')
  assert.equal(outcome(await ask(order, 1, {}, stranger.token)), '404 order-not-found')
  assert.equal(outcome(await act(entered.body.return, 'cancel', undefined, stranger.token)), '404 return-not-found')
  const photo = '/media/abcdefghijklmnopqrstuv/960.webp'
  const upload = (user: { id: string }) =>
    shop.db.execute(sql`
      WITH image AS (INSERT INTO images (id, width, height, url) VALUES ('abcdefghijklmnopqrstuv', 1, 1, ${photo}) ON CONFLICT DO NOTHING)
      INSERT INTO image_uploads (image_id, uploaded_by) VALUES ('abcdefghijklmnopqrstuv', ${user.id})`)
  await upload(stranger)
  assert.equal(outcome(await ask(order, 1, { photo })), '400 image-not-yours', 'a picture of somebody else')
  await upload(buyer)
  const twoReasons = { lines: ['damaged', 'not-needed'].map((reason) => ({ line: 1, units: 1, reason })) }
  const twice = await call('POST', `/order/${order._id}/returns`, twoReasons, buyer.token)
  assert.equal(outcome(twice), '409 return-line-twice')
  const key = { token: buyer.token, headers: { 'idempotency-key': 'once' } }
  const body = { lines: [{ line: 1, units: 1, reason: 'damaged', photo }], note: ' Box open ' }
  const [once, again] = [
    await shop.call<Answer>('POST', `/order/${order._id}/returns`, { ...key, body }),
    await shop.call<Answer>('POST', `/order/${order._id}/returns`, { ...key, body }),
  ]
  assert.equal(once.body.return._id, again.body.return._id)
  assert.deepEqual([once.body.return.note, once.body.return.lines[0]?.photo], ['Box open', photo])
  const refused = await act(once.body.return, 'refuse', { answer: 'Please ask the carrier.' })
  assert.equal(refused.body.return.answer, 'Please ask the carrier.')
  assert.match((await mailsOf(order)).at(-1)?.text ?? '', /Please ask the carrier\./)
  assert.deepEqual((await returnsOf(order)).returnable, [{ line: 1, units: 2 }])

  await set({})
  await shop.db.transaction((tx) => eraseReturns(tx, buyer))
  const erased = (await call<Return>('GET', `/return/${once.body.return._id}`)).body
  assert.deepEqual([erased.note, erased.answer, erased.lines[0]?.photo], [undefined, undefined, undefined])
})

test('a consumer withdraws until the days after the delivery, whatever was asked for before, and is never refused', async () => {
  const order = await shippedOrder(5)
  assert.equal(outcome(await withdraw(order)), '409 withdrawal-not-offered')
  await set({ withdrawal: true, feePercent: 20 })
  const asked = await ask(order, 2)
  await age(order, 20)
  assert.equal(outcome(await withdraw(order)), '409 withdrawal-too-late')
  assert.equal((await returnsOf(order)).withdrawableUntil, undefined)
  await age(order, -1)
  assert.equal((await returnsOf(order)).withdrawableUntil, today())
  const owed = async () => {
    const tasks = (await call<{ kind: string; count: number }[]>('GET', '/tasks')).body
    const counts = (await call<{ filter: string; count: number }[]>('GET', '/return-counts')).body
    const listed = (await call<Return[]>('GET', '/returns?state=withdrawn')).body
    return [
      tasks.find(({ kind }) => kind === 'withdrawals')?.count,
      counts.find(({ filter }) => filter === 'withdrawn')?.count,
      ...listed.map(({ number }) => number),
    ]
  }
  assert.deepEqual(await owed(), [0, 0])
  const withdrawn = await withdraw(order)
  const found = withdrawn.body.return
  assert.deepEqual([found.state, found.withdrawal, found.lines[0]?.units], ['approved', true, 5])
  assert.deepEqual(await owed(), [1, 1, found.number])
  const [told] = (await mailsOf(order)).filter(({ kind, text }) => kind === 'new-return' && /has withdrawn/.test(text))
  assert.equal(told?.recipient, 'counter@shop.test')
  assert.equal((await call<Return>('GET', `/return/${asked.body.return._id}`)).body.state, 'cancelled')
  assert.equal(outcome(await act(found, 'refuse', { answer: 'No.' })), '409 return-move-not-allowed')
  assert.equal(outcome(await withdraw(order)), '409 nothing-to-return')
  const mail = (await mailsOf(order)).find(({ kind }) => kind === 'withdrawal-confirmed')
  assert.match(mail?.text ?? '', /received your withdrawal from the contract about order .* on .*\d{4} at \d{1,2}:\d\d/)
  // No fee is taken off.
  assert.equal((await receive(found, 5, 5, { refund: { shipping: true } })).body.return.refunded, 50)
  assert.deepEqual(await owed(), [0, 0])
  assert.deepEqual((await auditOf(order)).slice(-2), ['order-withdrawn', 'return-received'])
  // Also where the rest of the order could be paid back.
  const part = await shippedOrder(2)
  const lines = [{ line: 1, units: 1 }]
  const { return: one } = (await call('POST', `/order/${part._id}/withdrawal`, { lines }, buyer.token)).body
  assert.deepEqual(await owed(), [1, 1, one.number])
  await receive(one, 1, 1, { refund: {} })
  assert.deepEqual(await owed(), [0, 0])
  await set({})
  await assertLaws()
})

test('a withdrawal from an order that is not paid promises no money', async () => {
  await set({ withdrawal: true })
  await call('PUT', `/customer/${buyer.id}/terms`, { netDays: 30, creditLimit: null, poRequired: false })
  const product = await shop.addProduct({ available: 2, price: 10 })
  const body = { ...orderBody(product, 2), payBy: 'invoice' }
  const { order } = (await call<Placed>('POST', '/orders', body, buyer.token)).body
  assert.ok(order)
  assert.equal((await call('POST', `/order/${order._id}/shipments`)).status, 200)
  assert.equal(outcome(await withdraw(order)), '200')
  const mails = await mailsOf(order)
  const textOf = (kind: string) => mails.find((mail) => mail.kind === kind)?.text ?? ''
  assert.match(textOf('new-return'), /take them off the order, which is not paid\./)
  assert.match(textOf('withdrawal-confirmed'), /We take their price off your order\./)
  assert.doesNotMatch(textOf('withdrawal-confirmed'), /money back/)
  await set({})
})

test('a replacement is an order at no charge, once, whatever the rules for quantities say', async () => {
  const order = await shippedOrder(4, 6)
  const found = await approvedReturn(order, 2, { reason: 'wrong-part' })
  await shop.db.execute(sql`UPDATE products SET minimum_quantity = 4 WHERE id = ${order.product._id}`)
  const replaced = await Promise.all(range(3).map(() => act(found, 'replacement')))
  assert.deepEqual(replaced.map(outcome).toSorted(), [
    '200',
    '409 return-move-not-allowed',
    '409 return-move-not-allowed',
  ])
  const done = replaced.find(({ status }) => status === 200)
  const placed = done?.body.order
  assert.ok(placed)
  assert.deepEqual(
    [placed.totalPrice, placed.quantity, placed.state, placed.note],
    [0, 2, 'paid', `Replacement for return ${found.number}`],
  )
  assert.equal(done.body.return.replacement?.number, placed.number)
  assert.equal((await returnsOf(placed)).replaces?.number, found.number)
  assert.equal(await available(order.product), 0)
  assert.equal(outcome(await act(found, 'cancel')), '409 return-move-not-allowed')
  await receive(found, 2, 2)
  assert.equal(outcome(await act(found, 'refund', {})), '409 return-not-refundable')
  assert.equal((await call('POST', `/order/${placed._id}/shipments`)).status, 200)

  const next = await approvedReturn(order, 2)
  await shop.db.execute(sql`UPDATE products SET archived_at = now() WHERE id = ${order.product._id}`)
  assert.equal(outcome(await act(next, 'replacement')), '409 replacement-not-possible')
  await assertLaws()
})

test('units that are refunded beside replaced ones have come back, too, and cannot be asked for again', async () => {
  const order = await shippedOrder(8, 8)
  const found = await approvedReturn(order, 4, { reason: 'wrong-part' })
  await receive(found, 4, 4)
  assert.equal(outcome(await act(found, 'replacement')), '200')
  assert.deepEqual((await returnsOf(order)).returnable, [{ line: 1, units: 4 }])
  const paid = await call('POST', `/order/${order._id}/refunds`, {
    reason: 'requested_by_customer',
    lines: [{ line: 1, units: 4 }],
  })
  assert.equal(paid.status, 200, JSON.stringify(paid.body))
  assert.deepEqual((await returnsOf(order)).returnable, [])
  await assertLaws()
})

test('other systems are told of returns, staff what to answer, and why products come back, without what was refused', async () => {
  const order = await shippedOrder(3)
  const refused = await ask(order, 1, { reason: 'does-not-fit' })
  await act(refused.body.return, 'refuse', { answer: 'It was used.' })
  const { rows } = await shop.db.execute<{ id: string }>(sql`
    INSERT INTO webhook_endpoints (id, url, events) VALUES (gen_random_uuid(), 'http://127.0.0.1:9/', ARRAY['return.requested', 'return.received']) RETURNING id`)
  const asked = await ask(order, 2, { reason: 'does-not-fit' })
  const tasks = await call<{ kind: string; count: number }[]>('GET', '/tasks')
  const { rows: waiting } = await shop.db.execute<{ count: number }>(
    sql`SELECT count(*)::integer AS count FROM returns WHERE approved_at IS NULL AND refused_at IS NULL AND cancelled_at IS NULL`,
  )
  assert.equal(tasks.body.find(({ kind }) => kind === 'returnsToAnswer')?.count, waiting[0]?.count)
  await act(asked.body.return, 'approve')
  await receive(asked.body.return, 2, 2)
  const told = async () =>
    (
      await shop.db.execute<{ type: string; payload: string | null }>(
        sql`SELECT type, payload FROM webhook_deliveries WHERE endpoint_id = ${rows[0]?.id} ORDER BY id`,
      )
    ).rows
  await waitUntil(async () => (await told()).every(({ payload }) => payload !== null), 'the messages are made')
  const messages = (await told()).map(({ type, payload }) => [
    type,
    (JSON.parse(payload ?? '') as { data: Return }).data.number,
  ])
  assert.deepEqual(messages, [
    ['return.requested', asked.body.return.number],
    ['return.received', asked.body.return.number],
  ])
  await shop.db.execute(sql`DELETE FROM webhook_endpoints`)
  const day = today()
  const vehicle = JSON.stringify({ modelId: 1, year: 2006, name: '2006 Volkswagen Golf V' })
  await shop.db.execute(
    sql`UPDATE order_lines SET vehicle = ${vehicle}::jsonb, fit_verdict = 'fits' WHERE order_id = ${order._id}`,
  )
  const reasons = await call<ReturnedProduct[]>('GET', `/return-reasons?from=${day}&to=${day}`)
  const counted = reasons.body.find(({ productId }) => productId === order.product._id)
  assert.deepEqual(counted?.reasons, [{ reason: 'does-not-fit', units: 2 }])
  assert.deepEqual(counted.notFitting, [{ vehicle: '2006 Volkswagen Golf V', verdict: 'fits', units: 2 }])
  const listed = await call<Return[]>('GET', `/returns?q=${asked.body.return.number}&state=received`)
  assert.deepEqual(
    listed.body.map(({ _id }) => _id),
    [asked.body.return._id],
  )
  const byOrder = await call<Return[]>('GET', `/returns?q=${order.number}`)
  assert.deepEqual(
    byOrder.body.map(({ number }) => number),
    [asked.body.return.number, refused.body.return.number],
  )
})

test('each law of returns is found where a row breaks it', async () => {
  const order = await shippedOrder(4)
  const found = await approvedReturn(order, 2)
  await receive(found, 2, 1, { refund: {} })
  const open = await approvedReturn(order, 1)
  const other = await shippedOrder(1)
  const full = await shippedOrder(3)
  const empty = await approvedReturn(full, 1)
  const refund = { reason: 'requested_by_customer', lines: [{ line: 1, units: 1 }] }
  assert.equal((await call('POST', `/order/${full._id}/refunds`, refund)).status, 200)
  const cent = { reason: 'requested_by_customer', amount: 0.01 }
  assert.equal((await call('POST', `/order/${order._id}/refunds`, cent)).status, 200)
  await assertLaws()
  const line = (changes: ReturnType<typeof sql>, { _id }: Return) =>
    sql`UPDATE return_lines SET ${changes} WHERE return_id = ${_id}`
  const lineOf = ({ _id }: Ordered) => sql`(SELECT id FROM order_lines WHERE order_id = ${_id})`
  for (const [breach, undo, ...laws] of [
    [
      line(sql`order_line_id = ${lineOf(other)}`, open),
      line(sql`order_line_id = ${lineOf(order)}`, open),
      'a return has units of another order',
    ],
    [
      line(sql`received_units = 1`, open),
      line(sql`received_units = 0`, open),
      'units of a return arrived that was not received',
      'more units of a line arrived with returns than came back',
    ],
    [
      sql`UPDATE returns SET received_at = now() WHERE id = ${open._id}`,
      sql`UPDATE returns SET received_at = NULL WHERE id = ${open._id}`,
      'a return was received without units',
    ],
    [
      line(sql`restocked_units = 2, scrapped_units = 0`, found),
      line(sql`restocked_units = 1, scrapped_units = 1`, found),
      'more units of a line were restocked with returns than went into stock',
    ],
    [
      sql`UPDATE returns SET position = 3 WHERE id = ${open._id}`,
      sql`UPDATE returns SET position = 2 WHERE id = ${open._id}`,
      'the numbers of its returns have a gap',
    ],
    [
      sql`UPDATE returns SET received_at = NULL WHERE id = ${found._id}`,
      sql`UPDATE returns SET received_at = now() WHERE id = ${found._id}`,
      'a return was paid back before it was received',
      'units of a return arrived that was not received',
    ],
    [
      line(sql`received_units = 1, restocked_units = 0`, found),
      line(sql`received_units = 2, restocked_units = 1`, found),
      'more units of a return were paid back than arrived',
    ],
    [
      line(sql`return_id = ${found._id}`, empty),
      sql`UPDATE return_lines SET return_id = ${empty._id} WHERE order_line_id = ${lineOf(full)}`,
      'a return has no lines',
      'a return has units of another order',
    ],
    [
      sql`UPDATE refunds SET return_id = ${found._id} WHERE order_id = ${full._id}`,
      sql`UPDATE refunds SET return_id = NULL WHERE order_id = ${full._id}`,
      'a refund is of a return of another order',
    ],
    [
      sql`UPDATE refunds SET return_id = ${found._id} WHERE order_id = ${order._id}`,
      sql`UPDATE refunds SET return_id = NULL WHERE order_id = ${order._id} AND amount_cents = 1`,
      'a return was paid back twice',
    ],
    [
      sql`UPDATE returns SET replacement_id = ${other._id} WHERE id = ${found._id}`,
      sql`UPDATE returns SET replacement_id = NULL WHERE id = ${found._id}`,
      'a replacement of a return costs something',
      'a return was both paid back and replaced',
    ],
  ] as const) {
    await shop.db.execute(breach)
    const broken = new Set((await checkReturns(shop.db)).map(({ law }) => law))
    assert.deepEqual(broken, new Set(laws))
    await shop.db.execute(undo)
    assert.deepEqual(await checkReturns(shop.db), [])
  }
})

test('a withdrawal takes units of other returns only where it needs them, and each of these says that it is cancelled', async () => {
  await set({ withdrawal: true })
  const order = await shippedOrder(10)
  const kept = await approvedReturn(order, 2)
  const taken = await approvedReturn(order, 3)
  const some = await call('POST', `/order/${order._id}/withdrawal`, { lines: [{ line: 1, units: 6 }] }, buyer.token)
  assert.equal(some.status, 200, some.body.message)
  const { returns } = await returnsOf(order)
  assert.deepEqual(
    [kept, taken, some.body.return].map(({ _id }) => returns.find((one) => one._id === _id)?.state),
    ['approved', 'cancelled', 'approved'],
  )
  assert.ok((await detailsOf(order)).timeline.some(({ kind }) => kind === 'return_cancelled'))
  assert.ok((await auditOf(order)).includes('return-cancelled'))
  assert.equal(outcome(await act(some.body.return, 'cancel')), '409 return-move-not-allowed', 'by staff')

  const other = await shippedOrder(5)
  await ask(other, 3)
  const twice = [
    { line: 1, units: 2 },
    { line: 1, units: 2 },
  ]
  assert.equal(outcome(await call('POST', `/order/${other._id}/withdrawal`, { lines: twice }, buyer.token)), '200')
  await assertLaws()
})

test('a return of an order on account that is not paid is credited', async () => {
  await set({})
  await call('PUT', `/customer/${buyer.id}/terms`, { netDays: 30, creditLimit: 10_000, poRequired: false })
  const product = await shop.addProduct({ available: 10, price: 10 })
  const body = { lines: [{ productId: product._id, quantity: 10 }], address: '7 Piston Way', phoneNumber: '5550100' }
  const placed = await call('POST', '/orders', { ...body, payBy: 'invoice' }, buyer.token)
  assert.equal(placed.status, 200, placed.body.message)
  const { order } = placed.body
  assert.equal((await call('POST', `/order/${order._id}/shipments`)).status, 200)
  const found = await approvedReturn(order, 2)
  const preview = await call<Record<string, unknown>>('POST', `/return/${found._id}/refund-preview`, {})
  assert.deepEqual([preview.body['amount'], preview.body['credit']], [20, true])
  const received = await receive(found, 2, 2, { refund: {} })
  assert.equal(received.status, 200, received.body.message)
  const { refunded, refundWay } = received.body.return
  assert.deepEqual([refunded, refundWay, (await detailsOf(order)).money.credited], [20, 'credit', 20])
  assert.match((await mailsOf(order)).at(-1)?.text ?? '', /We take \$20\.00 off your order/)
  await assertLaws()
})

test('what was paid back or never kept is not replaced, and a return whose replacement is cancelled is open again', async () => {
  await set({})
  const order = await shippedOrder(4, 20)
  const paidBack = await approvedReturn(order, 2)
  assert.equal((await receive(paidBack, 2, 2)).status, 200)
  const refund = { reason: 'requested_by_customer', lines: [{ line: 1, units: 2 }] }
  assert.equal((await call('POST', `/order/${order._id}/refunds`, refund)).status, 200)
  assert.equal(outcome(await act(paidBack, 'replacement')), '409 replacement-not-possible')

  const third = await shippedOrder(2, 20)
  const replaced = await approvedReturn(third, 2)
  const free = (await act(replaced, 'replacement')).body.order
  const cancelled = await call('POST', `/order/${free._id}/cancellations`, {}, buyer.token)
  assert.deepEqual([outcome(cancelled), cancelled.body.order.state], ['200', 'cancelled'])
  assert.equal((await receive(replaced, 2, 2, { refund: {} })).body.return.refunded, 20)
  await assertLaws()
})

test('a withdrawal whose units a refund took back is closed by staff, without a mail, and has no other way on', async () => {
  await set({ withdrawal: true })
  const order = await shippedOrder(3)
  const { return: found } = (await withdraw(order)).body
  assert.equal(outcome(await act(found, 'cancel')), '409 return-move-not-allowed')
  const refund = { reason: 'requested_by_customer', lines: [{ line: 1, units: 3 }] }
  assert.equal((await call('POST', `/order/${order._id}/refunds`, refund)).status, 200)
  assert.deepEqual((await call<Return>('GET', `/return/${found._id}`)).body.actions, ['cancel'])
  const mails = await mailsOf(order)
  const closed = await act(found, 'cancel')
  assert.deepEqual([outcome(closed), closed.body.return.state], ['200', 'cancelled'])
  assert.deepEqual(await mailsOf(order), mails)
  await set({})
  await assertLaws()
})

test('a parcel stays as long as its units are in a return, and of both at once one happens', async () => {
  await set({})
  const order = await shippedOrder(4, 20)
  const [parcel] = (await detailsOf(order)).shipments
  const undo = (id = order._id, one = parcel) => call('POST', `/order/${id}/shipments/${one?._id}/undo`)
  const asked = await ask(order, 1)
  const held = await undo()
  assert.equal(outcome(held), '409 shipment-in-return')
  await act(asked.body.return, 'cancel', undefined, buyer.token)
  const replaced = await approvedReturn(order, 2)
  assert.equal(outcome(await act(replaced, 'replacement')), '200')
  assert.equal(outcome(await undo()), '409 shipment-in-return')

  for (const _ of range(3)) {
    const next = await shippedOrder(2)
    const outcomes = await Promise.all([ask(next, 2), undo(next._id, (await detailsOf(next)).shipments[0])])
    assert.equal(outcomes.filter(({ status }) => status === 200).length, 1, outcomes.map(outcome).join())
  }
  await assertLaws()
})

test('the restocking fee is the one that the buyer was told of, and one of all the money closes the return', async () => {
  await set({ feePercent: 10 })
  const order = await shippedOrder(2)
  const found = await approvedReturn(order, 1)
  assert.equal(found.feePercent, 10)
  assert.match((await mailsOf(order)).at(-1)?.text ?? '', /restocking fee of 10 %/)
  await set({ feePercent: 100 })
  assert.equal((await receive(found, 1, 1, { refund: {} })).body.return.refunded, 9)
  const taken = /A restocking fee of \$1\.00 was taken off/
  await waitUntil(async () => (await detailsOf(order)).refunds[0]?.creditNote !== undefined, 'the refund was sent')
  const [refund] = (await detailsOf(order)).refunds
  assert.equal(refund?.fee, 1)
  const paper = await call<Document>('GET', `/credit-note/${refund._id}`)
  const { lines: printed, fee, amounts } = paper.body
  assert.deepEqual([printed[0]?.amount, fee, amounts.items, amounts.total], [10, { amount: 1, tax: 0 }, 9, 9])
  const { rows: told } = await shop.db.execute<{ kind: string; text: string }>(
    sql`SELECT kind, text_body AS text FROM outbox WHERE order_id = ${order._id} AND kind IN ('return-received', 'order-refunded') ORDER BY kind`,
  )
  assert.deepEqual(
    told.map(({ kind, text }) => [kind, taken.test(text)]),
    [
      ['order-refunded', true],
      ['return-received', true],
    ],
  )
  const whole = await receive(await approvedReturn(order, 1), 1, 1, { refund: {} })
  assert.deepEqual([outcome(whole), whole.body.return.refunded, whole.body.return.actions], ['200', 0, []])
  assert.equal(outcome(await act(whole.body.return, 'refund', {})), '409 return-not-refundable')
  assert.equal((await readOrder(shop, order)).state, 'shipped')
  await assertLaws()
  await set({})
})

test('units that another order replaces are not paid back on the page of the order, unless that order is cancelled', async () => {
  const order = await shippedOrder(3, 10)
  const found = await approvedReturn(order, 2)
  const { body } = await act(found, 'replacement')
  await receive(found, 2, 2)
  const refund = (units: number) =>
    call('POST', `/order/${order._id}/refunds`, { reason: 'requested_by_customer', lines: [{ line: 1, units }] })
  assert.equal((await detailsOf(order)).lines[0]?.refundable?.replacedUnits, 2)
  assert.equal(outcome(await refund(2)), '409 return-too-large')
  // Without lines or an amount, it is all that is left but for these.
  const rest = await call('POST', `/order/${order._id}/refunds`, { reason: 'requested_by_customer' })
  assert.deepEqual([outcome(rest), (await detailsOf(order)).refunds.map(({ amount }) => amount)], ['200', [10]])
  const none = await call('POST', `/order/${order._id}/refunds`, { reason: 'requested_by_customer' })
  assert.equal(outcome(none), '409 refund-empty')
  await call('POST', `/order/${body.order._id}/cancellations`)
  assert.equal(outcome(await refund(2)), '200')
  await assertLaws()
})

test('of a part-paid invoice, what is open is credited for a return, and the rest of its money waits to be sent back', async () => {
  const product = await shop.addProduct({ available: 4, price: 10 })
  await call('PUT', `/customer/${buyer.id}/terms`, { netDays: 30, creditLimit: null, poRequired: false })
  const body = { ...orderBody(product, 4), payBy: 'invoice' }
  const { order } = (await call<Placed>('POST', '/orders', body, buyer.token)).body
  assert.ok(order)
  await call('POST', `/order/${order._id}/shipments`)
  await call('POST', `/order/${order._id}/offline-payment`, { method: 'check', reference: '1', amount: 30 })
  const found = await approvedReturn(order, 2)
  assert.equal((await receive(found, 2, 2, { refund: {} })).body.return.refunded, 20)
  const { money, refunds } = await detailsOf(order)
  assert.deepEqual(
    [money.captured, refunds.map(({ amount, toSend }) => [amount, toSend])],
    [
      20,
      [
        [20, undefined],
        [10, true],
      ],
    ],
  )
  const { rows } = await shop.db.execute(
    sql`SELECT count(*)::integer AS count FROM outbox WHERE order_id = ${order._id} AND kind = 'payment-received'`,
  )
  assert.deepEqual(rows, [{ count: 1 }], 'a credit is no payment')
  const mail = (await mailsOf(order)).find(({ kind }) => kind === 'return-received')?.text ?? ''
  assert.match(mail, /We take \$\d+\.00 off your order/)
  assert.doesNotMatch(mail, /We pay/)
  await assertLaws()
})

test('the money of a return that came by transfer waits until staff have sent it', async () => {
  const product = await shop.addProduct({ available: 4, price: 10 })
  const body = { ...orderBody(product, 4), payBy: 'invoice' }
  const { order } = (await call<Placed>('POST', '/orders', body, buyer.token)).body
  assert.ok(order)
  await call('POST', `/order/${order._id}/offline-payment`, { method: 'check', reference: '1' })
  await call('POST', `/order/${order._id}/shipments`)
  const found = await approvedReturn(order, 2)
  const { refunded, refundWay } = (await receive(found, 2, 2, { refund: {} })).body.return
  const [waiting] = (await detailsOf(order)).refunds
  assert.deepEqual([refunded, refundWay, waiting?.toSend], [20, 'to-send', true])
  const mails = () =>
    shop.db.execute(sql`SELECT FROM outbox WHERE order_id = ${order._id} AND kind = 'order-refunded-by-hand'`)
  assert.equal((await mails()).rows.length, 0)
  assert.equal((await call('POST', `/order/${order._id}/refunds/${waiting?._id}/sent`)).status, 200)
  assert.equal((await mails()).rows.length, 1)
  assert.equal((await call<Return>('GET', `/return/${found._id}`)).body.refundWay, undefined)
  await assertLaws()
})

test('a key is for one return or withdrawal, also when it is sent at once, and a line is received once', async () => {
  await set({ withdrawal: true })
  const order = await shippedOrder(5)
  const send = (lines: object[], path = 'withdrawal', key = 'withdrawal-1') =>
    shop.call<Answer>('POST', `/order/${order._id}/${path}`, {
      token: buyer.token,
      body: { lines },
      headers: { 'idempotency-key': key },
    })
  const two = [{ line: 1, units: 2 }]
  const answers = await Promise.all([send(two), send(two)])
  const numbers = new Set(answers.map(({ body }) => body.return.number))
  assert.deepEqual([...numbers], [`${order.number}-R1`])
  assert.equal(outcome(await send([{ line: 1, units: 3 }])), '409 idempotency-key-reused')
  assert.equal(
    outcome(await send([{ line: 1, units: 2, reason: 'defective' }], 'returns')),
    '409 idempotency-key-reused',
  )
  assert.equal((await returnsOf(order)).returns.length, 1)
  assert.equal((await mailsOf(order)).filter(({ kind }) => kind === 'withdrawal-confirmed').length, 1)
  assert.equal((await send(two, 'withdrawal', 'withdrawal-2')).body.return.number, `${order.number}-R2`)
  const [found] = (await returnsOf(order)).returns
  assert.ok(found)
  const one = { line: 1, received: 1, restocked: 1, scrapped: 0 }
  const twice = await act(found, 'receive', { lines: [one, one] })
  assert.deepEqual(
    [outcome(twice), twice.body.message],
    ['400 line-received-twice', 'Line 1 is in the list twice. Name each line once, with all of its units.'],
  )
  await set({})
})

test('staff who may not pay money back leave the return of their own order to a colleague', async () => {
  const clerk = await createStaff(shop, 'own-returner', ['orders'])
  const product = await shop.addProduct({ available: 3, price: 10 })
  const order = await placeOrder(shop, clerk, product, 2)
  await payFor(shop, clerk, order)
  await call('POST', `/order/${order._id}/shipments`)
  const asked = (await ask(order, 1, {}, clerk.token)).body.return
  assert.deepEqual([asked.state, asked.actions], ['requested', ['refuse', 'cancel']])
  assert.equal(outcome(await act(asked, 'approve', undefined, clerk.token)), '409 own-return')
  assert.deepEqual((await act(asked, 'approve')).body.return.state, 'approved')
  assert.equal(outcome(await act(asked, 'replacement', undefined, clerk.token)), '409 own-return')
  // The return of a buyer is theirs.
  const other = (await ask(await shippedOrder(1), 1)).body.return
  assert.equal((await act(other, 'approve', undefined, clerk.token)).status, 200)
})
