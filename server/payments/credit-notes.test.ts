import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { Document } from '#contract/documents.ts'
import type { Order } from '#contract/orders.ts'
import type { OrderDetails, Refund } from '#contract/payments.ts'
import { createProviderClient, eventsAbout, findViolations, sendEvent } from '#server/testing/card-events.ts'
import { chargeOrders, texanDelivery } from '#server/testing/charge-orders.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { openTestShop, type Person, type TestShop } from '#server/testing/open-test-shop.ts'
import { claimPaid, confirmCard, openPayment, payFor } from '#server/testing/pay-with-card.ts'
import type { Placed } from '#server/testing/place-order.ts'
import { range } from '#server/testing/range.ts'

let shop: TestShop
let buyer: Awaited<ReturnType<typeof createCustomer>>
before(async () => {
  shop = await openTestShop()
  buyer = await createCustomer(shop, 'returner')
  await chargeOrders(shop)
  await asAdmin('PUT', `/customer/${buyer.id}/terms`, { netDays: 30, creditLimit: null, poRequired: false })
})
after(() => shop[Symbol.asyncDispose]())

const asAdmin = <Body>(method: string, path: string, body?: object) =>
  shop.call<Body>(method, path, { token: shop.admin.token, ...(body && { body }) })

/** Orders units of products at prices to Austin, where tax is 8.25 % and shipping costs $12 with tax on it, and pays. */
async function paidOrder(
  lines: readonly (readonly [price: number, quantity: number])[],
  pay = (order: Order): Promise<unknown> => payFor(shop, buyer, order),
  more: object = {},
): Promise<Order> {
  const ordered = await Promise.all(
    lines.map(async ([price, quantity]) => ({
      productId: (await shop.addProduct({ price, available: 1000 }))._id,
      quantity,
    })),
  )
  const body = { lines: ordered, address: 'see delivery', phoneNumber: '5550100', delivery: texanDelivery, ...more }
  const { body: placed } = await shop.call<Placed>('POST', '/orders', { token: buyer.token, body })
  assert.ok(placed.order, placed.message)
  await pay(placed.order)
  return placed.order
}

const refund = async (order: Order, body: object) => {
  const answer = await asAdmin<{ refund: Refund; code?: string; facts?: object }>(
    'POST',
    `/order/${order._id}/refunds`,
    { reason: 'requested_by_customer', ...body },
  )
  return { ...answer.body, status: answer.status }
}
const detailsOf = async ({ _id }: Order, { token }: Pick<Person, 'token'> = shop.admin) =>
  (await shop.call<OrderDetails>('GET', `/order/${_id}/details`, { token })).body
const noteOf = async ({ _id }: Refund, { token }: Pick<Person, 'token'> = buyer) =>
  (await shop.call<Document>('GET', `/credit-note/${_id}`, { token })).body

test('three of ten units come back: their amount with tax and without shipping is refunded, and the buyer gets a credit note', async () => {
  const order = await paidOrder([
    [19.99, 10],
    [5, 2],
  ])
  const { lines, money } = await detailsOf(order)
  assert.deepEqual(lines[0]?.refundable, {
    returnedUnits: 0,
    paid: { net: 199.9, tax: 16.49 },
    left: { net: 199.9, tax: 16.49 },
    tax: 0,
  })
  assert.deepEqual(money.refundableTaxes, [
    { rate: 0.0825, paid: { net: 221.9, tax: 18.31 }, shippingLeft: { net: 12, tax: 0.99 } },
  ])
  const { lines: seen } = await detailsOf(order, buyer)
  // The page says what a cancellation would pay back.
  assert.deepEqual(seen[0]?.refundable, lines[0]?.refundable)

  const first = await refund(order, { lines: [{ line: 1, units: 3 }], note: 'Thank you for sending them back.' })
  assert.deepEqual([first.status, first.refund.amount, first.refund.restockedUnits], [200, 64.92, 0])
  assert.equal(first.refund.creditNote, `${order.number}-C1`)
  const note = await noteOf(first.refund)
  assert.deepEqual(
    [note.number, note.orderNumber, note.note],
    [first.refund.creditNote, order.number, first.refund.note],
  )
  assert.deepEqual(
    note.lines.map(({ line, quantity, amount }) => [line, quantity, amount]),
    [[1, 3, 59.97]],
  )
  const { taxes, ...amounts } = note.amounts
  assert.deepEqual(amounts, { items: 59.97, tax: 4.95, includesTax: false, total: 64.92, currency: 'usd' })
  assert.deepEqual(
    taxes.map(({ name, rate, taxable, amount }) => [name, rate, taxable, amount]),
    [['Texas', '0.0825', 59.97, 4.95]],
  )

  const { rows: mails } = await shop.db.execute<{ text_body: string }>(
    sql`SELECT text_body FROM outbox WHERE recipient = ${buyer.email} AND kind = 'order-refunded' ORDER BY id DESC LIMIT 1`,
  )
  const link = `/dashboard/order/${order._id}/credit-note/${first.refund._id}`
  assert.match(mails[0]?.text_body ?? '', new RegExp(`Credit note ${order.number}-C1: .*${link}`))

  const after = await detailsOf(order)
  assert.deepEqual(after.lines[0]?.refundable, {
    returnedUnits: 3,
    paid: { net: 199.9, tax: 16.49 },
    left: { net: 139.93, tax: 11.54 },
    tax: 0,
  })
  assert.equal(after.refunds[0]?.creditNote, `${order.number}-C1`)
  assert.equal(after.amounts.total, order.totalPrice, 'the invoice stays what it was')
  const tooMany = await refund(order, { lines: [{ line: 1, units: 8 }] })
  assert.deepEqual([tooMany.status, tooMany.code, tooMany.facts], [409, 'return-too-large', { left: 7 }])
})

test('credit notes of an order in any steps add up to its invoice, and their numbers have no gaps', async () => {
  const order = await paidOrder([
    [19.99, 10],
    [0.37, 7],
  ])
  const steps = [
    { lines: [{ line: 1, units: 3 }], restockLines: [{ line: 1, units: 2 }] },
    { lines: [{ line: 2, units: 2 }] },
    { lines: [{ line: 1, units: 7 }], shipping: true },
    { lines: [{ line: 2, units: 5 }] },
  ]
  const notes = []
  for (const step of steps) notes.push(await noteOf((await refund(order, step)).refund))
  const { amounts, money } = await detailsOf(order)
  assert.deepEqual([money.refunded, money.refundable], [order.totalPrice, 0])
  assert.deepEqual(
    notes.map(({ number }) => number),
    [1, 2, 3, 4].map((position) => `${order.number}-C${position}`),
  )
  const cents = (list: readonly number[]) => Math.round(list.reduce((sum, each) => sum + each * 100, 0))
  assert.equal(cents(notes.map((note) => note.amounts.items)), cents([amounts.items]))
  assert.equal(cents(notes.map((note) => note.amounts.shipping ?? 0)), cents([amounts.shipping ?? 0]))
  const [tax] = amounts.taxes
  assert.equal(cents(notes.map((note) => note.amounts.taxes[0]?.amount ?? 0)), cents([tax?.amount ?? 0]))
  assert.equal(cents(notes.map((note) => note.amounts.taxes[0]?.taxable ?? 0)), cents([tax?.taxable ?? 0]))
  assert.equal((await detailsOf(order)).lines[0]?.refundable?.returnedUnits, 10, 'restocked or not')
  assert.deepEqual(await findViolations(shop), [])
})

test('the tax of credit notes is their rate of what came back, rounded once for all of them, also while refunds are on their way', async () => {
  const askUnits = async (order: Order) => {
    const asked = []
    for (const shipping of [false, false, true])
      asked.push((await refund(order, { lines: [{ line: 1, units: 1 }], shipping })).refund)
    return asked
  }
  const sent = await askUnits(await paidOrder([[1.84, 3]]))
  const notes = await Promise.all(sent.map((each) => noteOf(each)))
  assert.deepEqual(
    notes.map(({ amounts, priceReduction }) => [amounts.taxes[0]?.taxable, amounts.tax, amounts.total, priceReduction]),
    [
      [1.84, 0.15, 1.99, undefined],
      [1.84, 0.15, 1.99, undefined],
      [13.84, 1.15, 14.99, undefined],
    ],
  )
  const slow = async (order: Order) => {
    const { intentId } = await confirmCard(shop, await openPayment(shop, buyer, order), '4000000000007726')
    await claimPaid(shop, buyer, order, intentId)
  }
  const pending = await askUnits(await paidOrder([[1.84, 3]], slow))
  assert.deepEqual(
    pending.map(({ state, amount }) => [state, amount]),
    [1.99, 1.99, 14.99].map((amount) => ['pending', amount]),
  )
  assert.deepEqual(await findViolations(shop), [])
})

test('units that are refunded before they ship are not packed, and those that were not restocked are written off', async () => {
  const order = await paidOrder([
    [10, 16],
    [10, 2],
  ])
  const stepsOf = async () =>
    (await detailsOf(order)).lines.map(({ units: { cancelled, returned }, quantity, restockableUnits }) => [
      cancelled + returned,
      quantity - cancelled,
      restockableUnits,
    ])
  await refund(order, { lines: [{ line: 1, units: 6 }] })
  await refund(order, { lines: [{ line: 2, units: 2 }], restockLines: [{ line: 2, units: 2 }] })
  assert.deepEqual(await stepsOf(), [
    [6, 10, 10],
    [2, 0, undefined],
  ])
  const tooMany = await refund(order, { restockUnits: 11 })
  assert.deepEqual([tooMany.status, tooMany.code, tooMany.facts], [409, 'restock-too-large', { left: 10 }])
  assert.equal((await asAdmin('PATCH', `/ship-order/${order._id}`, {})).status, 200)
  await refund(order, { lines: [{ line: 1, units: 3 }], restockLines: [{ line: 1, units: 3 }] })
  assert.deepEqual((await stepsOf())[0], [9, 10, 7], 'the slip says what was sent')
  assert.deepEqual(await findViolations(shop), [])
})

test('a refund of nothing is refused', async () => {
  const order = await paidOrder([[10, 1]])
  await refund(order, { shipping: true })
  for (const nothing of [{ lines: [] }, { shipping: true }]) {
    const { status, code } = await refund(order, nothing)
    assert.deepEqual([status, code], [409, 'refund-empty'], JSON.stringify(nothing))
  }
  assert.equal((await detailsOf(order)).refunds.length, 1)
})

test('a sum without units reduces the price of the whole order', async () => {
  const order = await paidOrder([[100, 1]])
  const note = await noteOf((await refund(order, { amount: 50 })).refund)
  assert.deepEqual([note.lines, note.priceReduction, note.amounts.shipping], [[], 46.19, undefined])
  assert.deepEqual([note.amounts.tax, note.amounts.taxes[0]?.amount, note.amounts.total], [3.81, 3.81, 50])
})

test('two refunds of the same units at once take them back once', async () => {
  const order = await paidOrder([[10, 4]])
  const answers = await Promise.all(range(5).map(() => refund(order, { lines: [{ line: 1, units: 3 }] })))
  assert.deepEqual(answers.map(({ status, code }) => `${status} ${code}`).toSorted(), [
    '200 undefined',
    ...Array.from({ length: 4 }, () => '409 return-too-large'),
  ])
  const singles = await Promise.all(range(4).map(() => refund(order, { amount: 1 })))
  assert.deepEqual(
    new Set(singles.map((answer) => answer.refund.creditNote)),
    new Set([2, 3, 4, 5].map((position) => `${order.number}-C${position}`)),
  )
})

test('a credit note is for its buyer and for staff, is to others as one that does not exist, and keeps the seller of then', async () => {
  await asAdmin('PUT', '/store', { company: 'Bolt Yard Inc.', address: '1 Dock Road' })
  const order = await paidOrder([[10, 1]])
  const done = await refund(order, { lines: [{ line: 1, units: 1 }] })
  await asAdmin('PUT', '/store', { company: 'Bolt Yard Ltd.', address: '2 Quay Street' })
  assert.equal((await noteOf(done.refund)).seller, 'Bolt Yard Inc.\n1 Dock Road')
  assert.equal((await noteOf(done.refund, shop.admin)).number, `${order.number}-C1`)
  const stranger = await createCustomer(shop, 'stranger')
  for (const id of [done.refund._id, crypto.randomUUID(), order._id, 'nonsense']) {
    const theirs = await shop.call('GET', `/credit-note/${id}`, { token: stranger.token })
    assert.equal(`${theirs.status} ${theirs.body.code}`, '404 credit-note-not-found', id)
  }
})

test('a refund by hand has its credit note at once, and so have those that were made at the provider', async () => {
  const record = ({ _id }: Order) =>
    asAdmin('POST', `/order/${_id}/offline-payment`, { method: 'check', reference: '7' })
  const byHand = await paidOrder([[10, 2]], record, { payBy: 'invoice' })
  const { refund: sent } = await refund(byHand, { lines: [{ line: 1, units: 1 }] })
  assert.deepEqual([sent.state, sent.creditNote], ['succeeded', `${byHand.number}-C1`])

  const order = await paidOrder([[10, 2]])
  await refund(order, { amount: 10.83, restockUnits: 1 })
  const { transactionId = '' } = (await detailsOf(order)).order
  await createProviderClient(shop).refunds.create({ payment_intent: transactionId, amount: 500 })
  const events = (await eventsAbout(shop, transactionId)).filter(({ type }) => type.includes('refund'))
  for (const event of events) await sendEvent(shop, event)
  const { refunds } = await detailsOf(order)
  assert.deepEqual(
    refunds.map(({ creditNote }) => creditNote),
    [`${order.number}-C1`, `${order.number}-C2`],
  )
  assert.deepEqual(await findViolations(shop), [])
})
