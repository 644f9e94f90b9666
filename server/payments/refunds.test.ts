import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { Tool } from '#contract/catalog.ts'
import type { Return } from '#contract/returns.ts'
import { checkReturns } from '#server/returns/check-returns.ts'
import type { Order } from '#contract/orders.ts'
import type { OrderDetails, Refund } from '#contract/payments.ts'
import { reconcilePayments } from '#server/payments/reconcile-payments.ts'
import { announceParcels } from '#server/testing/announce-parcels.ts'
import {
  findViolations,
  eventsAbout,
  mailsTo,
  createProviderClient,
  sendEvent,
  settleDeps,
} from '#server/testing/card-events.ts'
import { openTestShop, type Person, type TestShop } from '#server/testing/open-test-shop.ts'
import { placeOrder } from '#server/testing/place-order.ts'
import { claimPaid, confirmCard, openPayment } from '#server/testing/pay-with-card.ts'
import { waitUntil } from '#server/testing/wait-until.ts'
import { range } from '#server/testing/range.ts'

let shop: TestShop
let buyer: Person
let secondAdmin: Person
let product: Tool
/** Sets the offset of the provider's clock. */
let aheadMs = 0
before(async () => {
  shop = await openTestShop({ env: { SANDBOX_EVENTS: 'drop' }, now: () => new Date(Date.now() + aheadMs) })
  buyer = await shop.signUp('buyer')
  const person = await shop.signUp('second')
  await shop.db.execute(sql`UPDATE users SET role = 'admin', email_verified_at = now() WHERE email = ${person.email}`)
  secondAdmin = await shop.signIn(person)
  product = await shop.addProduct({ available: 1000, price: 10 })
})
after(() => shop[Symbol.asyncDispose]())

const detailsOf = async (order: Order, who: Person = shop.admin) =>
  (await shop.call<OrderDetails>('GET', `/order/${order._id}/details`, { token: who.token })).body
const stockOf = async ({ _id }: Tool) => (await shop.call<Tool>('GET', `/tools/${_id}`)).body.available
const ship = (order: Order) =>
  shop.call<{ code?: string; message?: string }>('PATCH', `/ship-order/${order._id}`, { token: shop.admin.token })
const refund = (order: Order, body: object = {}, { key, by = shop.admin }: { key?: string; by?: Person } = {}) =>
  shop.call<{ refund: Refund; order: Order; code?: string; facts?: object }>('POST', `/order/${order._id}/refunds`, {
    token: by.token,
    body: { reason: 'requested_by_customer', ...body },
    ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
  })
const refundsAtProvider = async (order: Order) =>
  (await createProviderClient(shop).refunds.list({ payment_intent: order.transactionId ?? '' })).data

async function paidOrder(quantity: number, { card = '4242424242424242', of = product } = {}): Promise<Order> {
  const order = await placeOrder(shop, buyer, of, quantity)
  const { intentId } = await confirmCard(shop, await openPayment(shop, buyer, order), card)
  return (await claimPaid(shop, buyer, order, intentId)).body.order
}

/** Lets the first refunds of orders, whose card is one that the provider takes back, fail. */
async function failRefunds(orders: readonly Order[]): Promise<void> {
  aheadMs += 6000
  for (const order of orders) {
    await waitUntil(async () => {
      // Any request triggers the provider's jobs.
      await createProviderClient(shop).paymentIntents.create({ amount: 100, currency: 'usd' })
      return (await refundsAtProvider(order))[0]?.status === 'failed'
    }, 'the provider takes the refund back')
    const events = (await eventsAbout(shop, order.transactionId ?? '')).filter(({ type }) => type.includes('refund'))
    await Promise.all([...events, ...events].map((event) => sendEvent(shop, event)))
  }
}

test('money goes back in parts; the order is refunded with the last of it, and its buyer sees each', async () => {
  const order = await paidOrder(3)
  const first = await refund(order, { amount: 10.5, note: 'One was scratched.' })
  assert.deepEqual(
    [first.status, first.body.refund.state, first.body.refund.amount, first.body.order.state],
    [200, 'succeeded', 10.5, 'paid'],
  )
  assert.equal(first.body.order.refundedAmount, 10.5)
  const tooMuch = await refund(order, { amount: 19.51 })
  assert.equal(`${tooMuch.status} ${tooMuch.body.code}`, '409 refund-too-large')
  assert.deepEqual(tooMuch.body.facts, { left: 19.5 })
  assert.equal((await ship(order)).status, 200)
  await announceParcels(shop)
  const rest = await refund(order)
  assert.deepEqual([rest.body.refund.amount, rest.body.order.state, rest.body.order.shipped], [19.5, 'refunded', true])
  const again = await refund(order)
  assert.equal(`${again.status} ${again.body.code}`, '409 order-move-not-allowed')

  const details = await detailsOf(order, buyer)
  assert.deepEqual(
    details.refunds.map(({ amount, state, note, requestedBy }) => [amount, state, note, requestedBy]),
    [
      [10.5, 'succeeded', 'One was scratched.', undefined],
      [19.5, 'succeeded', '', undefined],
    ],
  )
  assert.deepEqual(details.money, {
    currency: 'usd',
    total: 30,
    captured: 30,
    refunded: 30,
    refunding: 0,
    refundable: 0,
  })
  assert.equal((await detailsOf(order)).refunds[0]?.requestedBy, shop.admin.email)
  const mails = ['order-paid', 'order-refunded', 'order-shipped', 'order-refunded']
  assert.deepEqual(await mailsTo(shop, buyer.email, order.number), mails)
  assert.deepEqual(await findViolations(shop), [])
})

test('the provider’s news of a refund, five times at once and in any order, changes nothing that is known', async () => {
  const order = await paidOrder(2)
  await refund(order, { amount: 5 })
  await refund(order, { amount: 3 })
  const events = (await eventsAbout(shop, order.transactionId ?? '')).filter(({ type }) => type.includes('refund'))
  assert.equal(events.length, 2)
  await Promise.all(range(5).flatMap(() => events.toReversed().map((event) => sendEvent(shop, event))))
  const { timeline, money } = await detailsOf(order)
  assert.equal(money.refunded, 8)
  assert.deepEqual(
    timeline.map(({ kind }) => kind),
    ['placed', 'paid', 'refund_requested', 'refunded', 'refund_requested', 'refunded'],
  )
  assert.deepEqual(await mailsTo(shop, buyer.email, order.number), ['order-paid', 'order-refunded', 'order-refunded'])
})

test('two admins at once never send more back than was paid', async () => {
  for (const amount of [undefined, 6]) {
    const order = await paidOrder(1)
    const responses = await Promise.all(
      range(6).map((index) =>
        refund(order, amount === undefined ? {} : { amount }, { by: index % 2 ? secondAdmin : shop.admin }),
      ),
    )
    assert.equal(responses.filter(({ status }) => status === 200).length, 1)
    assert.equal(responses.filter(({ status }) => status === 409).length, 5)
    const sent = (await refundsAtProvider(order)).map((each) => each.amount)
    assert.deepEqual(sent, [amount === undefined ? 1000 : 600])
  }
  assert.deepEqual(await findViolations(shop), [])
})

test('an Idempotency-Key makes a repeated request one refund, and rejects another request', async () => {
  const order = await paidOrder(2)
  const responses = await Promise.all(range(4).map(() => refund(order, { amount: 4 }, { key: 'refund-1' })))
  assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]))
  assert.equal(new Set(responses.map(({ body }) => body.refund._id)).size, 1)
  const other = await refund(order, { amount: 5 }, { key: 'refund-1' })
  assert.equal(`${other.status} ${other.body.code}`, '409 idempotency-key-reused')
  assert.deepEqual(
    (await refundsAtProvider(order)).map(({ amount }) => amount),
    [400],
  )
})

test('units are restocked as far as the order holds them', async () => {
  const brakes = await shop.addProduct({ available: 10, price: 10 })
  const order = await paidOrder(4, { of: brakes })
  assert.equal((await detailsOf(order)).restockableUnits, 4)
  await refund(order, { amount: 10, restockUnits: 1 })
  assert.equal(await stockOf(brakes), 7)
  const tooMany = await refund(order, { amount: 10, restockUnits: 4 })
  assert.equal(`${tooMany.status} ${tooMany.body.code}`, '409 restock-too-large')
  assert.deepEqual(tooMany.body.facts, { left: 3 })
  await refund(order, { restockUnits: 3 })
  assert.equal(await stockOf(brakes), 10)
  assert.equal((await detailsOf(order)).order.state, 'refunded')
  assert.deepEqual(await findViolations(shop), [])
})

test('only what was paid is refunded', async () => {
  const unpaid = await placeOrder(shop, buyer, product, 1)
  const cancelled = await placeOrder(shop, buyer, product, 1)
  await shop.call('DELETE', `/orders/${cancelled._id}`, { token: buyer.token })
  for (const order of [unpaid, cancelled]) {
    const { status, body } = await refund(order)
    assert.equal(`${status} ${body.code}`, '409 order-move-not-allowed')
  }
  const paid = await paidOrder(1)
  for (const amount of [0, -1, 0.001, 10.01]) assert.notEqual((await refund(paid, { amount })).status, 200)
  assert.equal((await detailsOf(paid)).money.refunding, 0)
})

test('a refund that fails afterwards is seen: the order is where it was, its units are taken again or awaited', async () => {
  const rare = await shop.addProduct({ available: 4, price: 10 })
  const kept = await paidOrder(2, { card: '4000000000005126', of: rare })
  const sold = await paidOrder(2, { card: '4000000000005126', of: rare })
  for (const order of [kept, sold]) {
    const { body } = await refund(order, { restockUnits: 2 })
    assert.equal(body.order.state, 'refunded')
  }
  assert.equal(await stockOf(rare), 4)
  // Another buyer takes the restocked units.
  await placeOrder(shop, buyer, rare, 2)
  await failRefunds([kept, sold])
  const [first, second] = await Promise.all([detailsOf(kept), detailsOf(sold)])
  assert.deepEqual([first.order.state, second.order.state], ['paid', 'paid_short'])
  assert.equal(await stockOf(rare), 0)
  assert.equal(first.refunds[0]?.state, 'failed')
  assert.equal(first.refunds[0]?.failure, 'The card has expired or was cancelled.')
  assert.deepEqual(
    first.timeline.map(({ kind }) => kind),
    ['placed', 'paid', 'refund_requested', 'refunded', 'refund_failed'],
  )
  assert.equal(first.money.refundable, 20)
  assert.deepEqual(await findViolations(shop), [])
})

test('a refund of a return that fails leaves the goods where they came, and can be repeated', async () => {
  const { token } = shop.admin
  const order = await paidOrder(2, { card: '4000000000005126' })
  assert.equal((await ship(order)).status, 200)
  const asked = { token, body: { lines: [{ line: 1, units: 2, reason: 'defective' }] } }
  const { body } = await shop.call<{ return: Return }>('POST', `/order/${order._id}/returns`, asked)
  const received = { lines: [{ line: 1, received: 2, restocked: 0, scrapped: 2 }], refund: {} }
  const path = `/return/${body.return._id}`
  const done = await shop.call<{ return: Return }>('POST', `${path}/receive`, { token, body: received })
  assert.equal(done.body.return.refunded, order.totalPrice)
  await failRefunds([order])
  const { lines, money } = await detailsOf(order)
  assert.deepEqual([lines[0]?.units.returned, money.refunded, money.refundable], [2, 0, order.totalPrice])
  const again = await shop.call<{ return: Return }>('POST', `${path}/refund`, { token, body: {} })
  assert.equal(again.body.return.refunded, order.totalPrice)
  assert.deepEqual([...(await findViolations(shop)), ...(await checkReturns(shop.db))], [])
})

test('a refund that fails owes its units again, but what came back into stock after the shipment stays there', async () => {
  const card = '4000000000005126'
  const rare = await shop.addProduct({ available: 30, price: 10 })
  const lines = [{ line: 1, units: 5 }]
  const sent = await paidOrder(10, { card, of: rare })
  const open = await paidOrder(10, { card, of: rare })
  const whole = await paidOrder(10, { card, of: rare })
  assert.equal((await ship(sent)).status, 200)
  for (const order of [sent, open]) assert.equal((await refund(order, { lines, restockUnits: 2 })).status, 200)
  assert.equal((await refund(whole)).body.order.state, 'refunded')
  const unitsOf = async (order: Order) => {
    const { rows } = await shop.db.execute(sql`
      SELECT concat_ws(' ', held_quantity, shipped_quantity, cancelled_quantity, returned_quantity) AS units
      FROM order_lines WHERE order_id = ${order._id}`)
    return rows[0]?.['units']
  }
  const all = [sent, open, whole]
  assert.deepEqual(await Promise.all(all.map(unitsOf)), ['0 10 0 5', '5 0 5 0', '0 0 0 0'])
  assert.equal(await stockOf(rare), 4)
  assert.deepEqual(await findViolations(shop), [])
  await failRefunds(all)
  assert.deepEqual(await Promise.all(all.map(unitsOf)), ['0 10 0 2', '10 0 0 0', '10 0 0 0'])
  assert.equal(await stockOf(rare), 2)
  assert.deepEqual(await findViolations(shop), [])
  // Of the five units that are refunded again, two are in stock already.
  assert.equal((await refund(sent, { lines, restockUnits: 3 })).status, 200)
  assert.equal(await unitsOf(sent), '0 10 0 5')
  for (const order of [open, whole]) assert.equal((await ship(order)).status, 200)
  assert.equal(await stockOf(rare), 5)
  assert.deepEqual(await findViolations(shop), [])
})

test('a refund that takes its time is pending, holds up shipping, and is followed without events', async () => {
  const order = await paidOrder(1, { card: '4000000000007726' })
  const { body } = await refund(order)
  assert.deepEqual([body.refund.state, body.order.state], ['pending', 'paid'])
  const early = await ship(order)
  assert.equal(`${early.status} ${early.body.code}`, '409 order-move-not-allowed')
  assert.match(early.body.message ?? '', /being refunded/)
  aheadMs += 6000
  await waitUntil(async () => {
    await createProviderClient(shop).paymentIntents.create({ amount: 100, currency: 'usd' })
    return (await refundsAtProvider(order))[0]?.status === 'succeeded'
  }, 'the provider has sent it')
  await shop.db
    .execute(sql`UPDATE refunds SET asked_at = now() - interval '1 hour', requested_at = now() - interval '1 hour'
    WHERE order_id = ${order._id}`)
  await Promise.all(range(3).map(() => reconcilePayments(shop.db, settleDeps(shop))))
  assert.equal((await detailsOf(order)).order.state, 'refunded')
  assert.deepEqual(await mailsTo(shop, buyer.email, order.number), ['order-paid', 'order-refunded'])
})

test('a refund that was made at the provider’s own dashboard is taken over', async () => {
  const order = await paidOrder(2)
  await createProviderClient(shop).refunds.create({ payment_intent: order.transactionId ?? '', amount: 700 })
  const events = (await eventsAbout(shop, order.transactionId ?? '')).filter(({ type }) => type.includes('refund'))
  await Promise.all([...events, ...events].map((event) => sendEvent(shop, event)))
  const { refunds, money } = await detailsOf(order)
  assert.deepEqual(
    refunds.map(({ amount, state, automatic }) => [amount, state, automatic]),
    [[7, 'succeeded', false]],
  )
  assert.equal(money.refundable, 13)
  assert.deepEqual(await findViolations(shop), [])
})
