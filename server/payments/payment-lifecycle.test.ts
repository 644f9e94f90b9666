import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import type { Tool } from '#contract/catalog.ts'
import type { Order } from '#contract/orders.ts'
import type { UnmatchedPayment, OrderDetails } from '#contract/payments.ts'
import { decideDispute } from '#embedded/cards/testing/decide-dispute.ts'
import { closeUnpaidOrder } from '#server/orders/close-unpaid-order.ts'
import { reconcilePayments } from '#server/payments/reconcile-payments.ts'
import { settlePayment } from '#server/payments/settle-payment.ts'
import { announceParcels } from '#server/testing/announce-parcels.ts'
import {
  findViolations,
  eventsAbout,
  mailsTo,
  createProviderClient,
  sendEvent,
  settleDeps,
  tamperWithBuyer,
  type Transport,
} from '#server/testing/card-events.ts'
import { openTestShop, type Person, type TestShop } from '#server/testing/open-test-shop.ts'
import { placeOrder, readOrder } from '#server/testing/place-order.ts'
import { claimPaid, confirmCard, openPayment, payFor } from '#server/testing/pay-with-card.ts'
import { range } from '#server/testing/range.ts'

let shop: TestShop
let buyer: Person
let stranger: Person
let product: Tool
const lines: { type?: string; msg?: string }[] = []
before(async () => {
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  // No event comes by itself: each test sends those it wants, as often and in the order it wants.
  shop = await openTestShop({ env: { SANDBOX_EVENTS: 'drop' }, log })
  buyer = await shop.signUp('payer')
  stranger = await shop.signUp('stranger')
  product = await shop.addProduct({ available: 10_000, price: 12.34 })
})
after(() => shop[Symbol.asyncDispose]())

const detailsOf = async (order: Order, who: Person = shop.admin) =>
  (await shop.call<OrderDetails>('GET', `/order/${order._id}/details`, { token: who.token })).body
const stockOf = async ({ _id }: Tool) => (await shop.call<Tool>('GET', `/tools/${_id}`)).body.available
const kindsOf = async (order: Order) => (await detailsOf(order)).timeline.map(({ kind }) => kind)
const heldPayments = async () =>
  (await shop.call<UnmatchedPayment[]>('GET', '/held-payments', { token: shop.admin.token })).body
const ship = (order: Order) =>
  shop.call<{ code?: string }>('PATCH', `/ship-order/${order._id}`, { token: shop.admin.token })
const openIntent = async (order: Order, who = buyer) => {
  const secret = await openPayment(shop, who, order)
  return { secret, intentId: secret.split('_secret_')[0] ?? '' }
}
const refundsAtProvider = async (intentId: string) =>
  (await createProviderClient(shop).refunds.list({ payment_intent: intentId })).data

/** Creates an order that expires before its payment. */
async function expiredOrder(what: Tool, quantity: number) {
  const order = await placeOrder(shop, buyer, what, quantity)
  const { secret, intentId } = await openIntent(order)
  assert.equal(await closeUnpaidOrder(shop.db, order._id, { as: 'expired', by: undefined }), true)
  return { order, secret, intentId }
}

// security 57
test('the same event five times at once, with the browser’s claim, has one effect', async () => {
  const order = await placeOrder(shop, buyer, product, 1)
  const { secret, intentId } = await openIntent(order)
  await confirmCard(shop, secret)
  const [event] = (await eventsAbout(shop, intentId)).filter(({ type }) => type === 'payment_intent.succeeded')
  assert.ok(event)
  const responses = await Promise.all([
    ...range(5).map(() => sendEvent(shop, event)),
    claimPaid(shop, buyer, order, intentId),
    ...range(2).map(() => sendEvent(shop, event)),
  ])
  assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]))
  assert.equal((await readOrder(shop, order)).state, 'paid')
  assert.deepEqual(await kindsOf(order), ['placed', 'paid'])
  assert.deepEqual(await mailsTo(shop, buyer.email, order.number), ['order-paid'])
  assert.equal((await refundsAtProvider(intentId)).length, 0)
  assert.deepEqual(await findViolations(shop), [])
})

test('the browser was closed: all events of a payment, twice and the last first, make its order paid once', async () => {
  const order = await placeOrder(shop, buyer, product, 1)
  const { secret, intentId } = await openIntent(order)
  await confirmCard(shop, secret, '4000000000000002')
  await confirmCard(shop, secret, '5555555555554444')
  const events = (await eventsAbout(shop, intentId)).toReversed()
  assert.equal(events.length, 2)
  for (const event of [...events, ...events]) assert.equal((await sendEvent(shop, event)).status, 200)
  assert.equal((await readOrder(shop, order)).transactionId, intentId)
  assert.deepEqual(await mailsTo(shop, buyer.email, order.number), ['order-paid'])
  const { attempts } = await detailsOf(order, buyer)
  assert.deepEqual(
    attempts.map(({ state, brand, last4, declineReason, declineCode }) => [
      state,
      brand,
      last4,
      declineReason,
      declineCode,
    ]),
    [
      ['declined', 'visa', '0002', 'Your card was declined.', 'generic_decline'],
      ['succeeded', 'mastercard', '4444', undefined, undefined],
    ],
  )
})

test('every event was lost: the reconciliation finds the money within ten minutes, and one mail is written', async () => {
  const order = await placeOrder(shop, buyer, product, 1)
  const idle = await placeOrder(shop, buyer, product, 1)
  const { secret, intentId } = await openIntent(order)
  const untouched = await openIntent(idle)
  await confirmCard(shop, secret)
  await shop.db.execute(sql`UPDATE payments SET created_at = now() - interval '3 minutes', checked_at = NULL
    WHERE intent_id IN (${intentId}, ${untouched.intentId})`)
  await Promise.all(range(3).map(() => reconcilePayments(shop.db, settleDeps(shop))))
  assert.equal((await readOrder(shop, order)).state, 'paid')
  assert.equal((await readOrder(shop, idle)).state, 'unpaid')
  assert.deepEqual(await mailsTo(shop, buyer.email, order.number), ['order-paid'])
  // Each that stays open is asked about again and again.
  await confirmCard(shop, untouched.secret)
  await reconcilePayments(shop.db, settleDeps(shop))
  assert.equal((await readOrder(shop, idle)).state, 'unpaid', 'asked about a moment ago')
  await shop.db.execute(
    sql`UPDATE payments SET checked_at = now() - interval '5 minutes' WHERE intent_id = ${untouched.intentId}`,
  )
  await reconcilePayments(shop.db, settleDeps(shop))
  assert.equal((await readOrder(shop, idle)).state, 'paid')
})

test('money that comes after the order expired takes it up again, with units of today’s stock', async () => {
  const few = await shop.addProduct({ available: 5, price: 10 })
  const { order, secret, intentId } = await expiredOrder(few, 3)
  assert.equal(await stockOf(few), 5)
  await confirmCard(shop, secret)
  const responses = await Promise.all(range(5).map(() => claimPaid(shop, buyer, order, intentId)))
  assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]))
  const now = await readOrder(shop, order)
  assert.deepEqual([now.state, now.transactionId], ['paid', intentId])
  assert.equal(await stockOf(few), 2)
  assert.deepEqual(await kindsOf(order), ['placed', 'expired', 'paid_late'])
  assert.deepEqual(await mailsTo(shop, buyer.email, order.number), ['order-paid'])
  assert.deepEqual(await findViolations(shop), [])
  assert.equal((await ship(order)).status, 200)
})

test('late money without stock is paid_short: it does not ship until stock is back', async () => {
  const few = await shop.addProduct({ available: 2, price: 10 })
  const { order, secret, intentId } = await expiredOrder(few, 2)
  await payFor(shop, stranger, await placeOrder(shop, stranger, few, 1))
  await confirmCard(shop, secret)
  assert.equal((await claimPaid(shop, buyer, order, intentId)).body.order.state, 'paid_short')
  // All units in stock are taken.
  assert.equal(await stockOf(few), 0)
  assert.equal((await detailsOf(order)).lines[0]?.shortUnits, 1)
  assert.deepEqual(await mailsTo(shop, buyer.email, order.number), ['order-paid-short'])
  const list = await shop.call<Order[]>('GET', '/all-orders?state=paid_short', { token: shop.admin.token })
  assert.deepEqual(
    list.body.map(({ _id }) => _id),
    [order._id],
  )
  assert.deepEqual((await detailsOf(order)).actions, ['record-surplus', 'cancel-units', 'change', 'allocate', 'refund'])
  assert.deepEqual((await detailsOf(order, buyer)).actions, ['cancel-units', 'change'])

  const early = await ship(order)
  assert.equal(`${early.status} ${early.body.code}`, '409 order-move-not-allowed')
  const allocate = () =>
    shop.call<{ order: Order; code?: string; facts?: object }>('POST', `/order/${order._id}/allocate`, {
      token: shop.admin.token,
    })
  const refused = await allocate()
  assert.equal(`${refused.status} ${refused.body.code}`, '409 not-enough-stock')
  assert.deepEqual(refused.body.facts, { name: few.name, available: 0, needed: 1 })
  await shop.call('PUT', `/tools/${few._id}`, { token: shop.admin.token, body: { available: 3 } })
  const responses = await Promise.all(range(3).map(allocate))
  assert.deepEqual(
    responses.map(({ status }) => status).toSorted((one, other) => one - other),
    [200, 409, 409],
  )
  assert.equal(await stockOf(few), 2)
  assert.equal((await readOrder(shop, order)).state, 'paid')
  assert.equal((await ship(order)).status, 200)
  assert.deepEqual(await kindsOf(order), ['placed', 'expired', 'paid_short', 'allocated', 'shipped'])
  await announceParcels(shop)
  assert.deepEqual(await mailsTo(shop, buyer.email, few.name), ['order-paid-short', 'order-shipped'])
  assert.deepEqual(await findViolations(shop), [])
})

test('a backordered order waits no longer for units that were refunded', async () => {
  const few = await shop.addProduct({ available: 4, price: 10 })
  const { order, secret, intentId } = await expiredOrder(few, 4)
  await payFor(shop, stranger, await placeOrder(shop, stranger, few, 4))
  await confirmCard(shop, secret)
  await claimPaid(shop, buyer, order, intentId)
  assert.equal((await detailsOf(order)).lines[0]?.shortUnits, 4)
  const body = { reason: 'requested_by_customer', lines: [{ line: 1, units: 3 }] }
  assert.equal((await shop.call('POST', `/order/${order._id}/refunds`, { token: shop.admin.token, body })).status, 200)
  assert.equal((await detailsOf(order)).lines[0]?.shortUnits, 1)
  await shop.call('PUT', `/tools/${few._id}`, { token: shop.admin.token, body: { available: 3 } })
  await shop.call('POST', `/order/${order._id}/allocate`, { token: shop.admin.token })
  assert.equal((await readOrder(shop, order)).state, 'paid')
  assert.equal(await stockOf(few), 2)
  assert.deepEqual(await findViolations(shop), [])
})

test('two late payments race for the last units: one is paid, the other paid_short and refunded', async () => {
  const last = await shop.addProduct({ available: 1, price: 10 })
  const one = await expiredOrder(last, 1)
  const other = await expiredOrder(last, 1)
  await Promise.all([one, other].map(({ secret }) => confirmCard(shop, secret)))
  await Promise.all([one, other].map(({ order, intentId }) => claimPaid(shop, buyer, order, intentId)))
  const states = await Promise.all([one, other].map(async ({ order }) => (await readOrder(shop, order)).state))
  assert.deepEqual(states.toSorted(), ['paid', 'paid_short'])
  assert.equal(await stockOf(last), 0)
  const short = states[0] === 'paid_short' ? one : other
  const { status, body } = await shop.call<{ order: Order }>('POST', `/order/${short.order._id}/refunds`, {
    token: shop.admin.token,
    body: { reason: 'requested_by_customer' },
  })
  assert.equal(status, 200)
  assert.equal(body.order.state, 'refunded')
  assert.equal(await stockOf(last), 0)
  assert.deepEqual(await findViolations(shop), [])
})

test('late money for an order that its buyer cancelled goes back by itself, once', async () => {
  const order = await placeOrder(shop, buyer, product, 2)
  const { secret, intentId } = await openIntent(order)
  // The provider could not be reached in time.
  await closeUnpaidOrder(shop.db, order._id, { as: 'cancelled', by: undefined })
  await confirmCard(shop, secret)
  const responses = await Promise.all(range(4).map(() => claimPaid(shop, buyer, order, intentId)))
  for (const { status, body } of responses) assert.equal(`${status} ${body.code}`, '409 order-move-not-allowed')
  assert.match(responses[0]?.body.message ?? '', /cancelled and this money goes back/)
  assert.equal((await readOrder(shop, order)).state, 'cancelled')
  const back = await refundsAtProvider(intentId)
  assert.deepEqual(
    back.map(({ amount }) => amount),
    [2468],
  )
  const { refunds } = await detailsOf(order, buyer)
  assert.deepEqual(
    refunds.map(({ state, amount, automatic }) => [state, amount, automatic]),
    [['succeeded', 24.68, true]],
  )
  assert.deepEqual(await mailsTo(shop, buyer.email, order.number), ['payment-returned'])
  assert.deepEqual(await findViolations(shop), [])
})

test('a second success on the same order goes back', async () => {
  const order = await placeOrder(shop, buyer, product, 1)
  const first = await openIntent(order)
  // As if the provider had lost the first one for a moment.
  await shop.db.execute(sql`UPDATE payments SET canceled_at = now() WHERE intent_id = ${first.intentId}`)
  const second = await openIntent(order)
  assert.notEqual(first.intentId, second.intentId)
  await confirmCard(shop, first.secret)
  await confirmCard(shop, second.secret)
  await Promise.all([first, second, first, second].map(({ intentId }) => claimPaid(shop, buyer, order, intentId)))
  const { transactionId } = await readOrder(shop, order)
  const loser = transactionId === first.intentId ? second : first
  assert.equal((await refundsAtProvider(loser.intentId)).length, 1)
  assert.equal((await refundsAtProvider(transactionId ?? '')).length, 0)
  assert.equal((await detailsOf(order)).refunds[0]?.reason, 'duplicate')
  assert.deepEqual(await mailsTo(shop, buyer.email, order.number), ['order-paid', 'payment-returned'])
  assert.deepEqual(await findViolations(shop), [])
})

test('three tabs, two cards: one payment; a tab that asks when the money has arrived sees that it is paid', async () => {
  const order = await placeOrder(shop, buyer, product, 1)
  const tabs = await Promise.all(range(3).map(() => openIntent(order)))
  assert.equal(new Set(tabs.map(({ secret }) => secret)).size, 1)
  const secret = tabs[0]?.secret ?? ''
  assert.equal((await confirmCard(shop, secret, '4000000000009995')).status, 402)
  const confirmed = await Promise.all(range(3).map(() => confirmCard(shop, secret)))
  assert.equal(confirmed.filter(({ body }) => body.status === 'succeeded').length >= 1, true)
  const late = await shop.call('POST', '/create-payment-intent', {
    token: buyer.token,
    body: { orderId: order._id },
  })
  assert.equal(`${late.status} ${late.body.code} ${late.body.facts?.['state']}`, '409 order-move-not-allowed paid')
  assert.equal((await readOrder(shop, order)).state, 'paid')
  const { rows: charges } = await shop.db.execute(
    sql`SELECT FROM cards.charges WHERE payment_intent_id = ${tabs[0]?.intentId} AND status = 'succeeded'`,
  )
  assert.equal(charges.length, 1)
})

for (const [reason, tamper] of [
  [
    'amount',
    ({ _id }: Order) => shop.db.execute(sql`UPDATE orders SET total_cents = total_cents + 1 WHERE id = ${_id}`),
  ],
  ['currency', ({ _id }: Order) => shop.db.execute(sql`UPDATE orders SET currency = 'eur' WHERE id = ${_id}`)],
  ['owner', ({ _id }: Order) => tamperWithBuyer(shop, _id)],
] as const) {
  test(`money whose ${reason} differs is held: it pays nothing, an admin sees it and sends it back`, async () => {
    const order = await placeOrder(shop, buyer, product, 2)
    const { secret, intentId } = await openIntent(order)
    await tamper(order)
    await confirmCard(shop, secret)
    const claims = await Promise.all(range(3).map(() => claimPaid(shop, buyer, order, intentId)))
    for (const { status, body } of claims) assert.equal(`${status} ${body.code}`, '409 payment-held')
    assert.equal((await readOrder(shop, order)).state, 'unpaid')
    const held = (await heldPayments()).filter(({ _id }) => _id === intentId)
    assert.deepEqual(
      held.map((payment) => [payment.amount, payment.currency, payment.reason, payment.orderId]),
      [[24.68, 'usd', reason, order._id]],
    )
    assert.equal((await detailsOf(order, buyer)).heldPayments.length, 1)
    const again = await shop.call('POST', '/create-payment-intent', {
      token: buyer.token,
      body: { orderId: order._id },
    })
    assert.equal(`${again.status} ${again.body.code}`, '409 payment-held')

    const sent = await Promise.all(
      range(3).map(() => shop.call('POST', `/held-payments/${intentId}/refund`, { token: shop.admin.token })),
    )
    assert.deepEqual(new Set(sent.map(({ status }) => status)), new Set([200]))
    assert.deepEqual(
      (await refundsAtProvider(intentId)).map(({ amount }) => amount),
      [2468],
    )
    assert.equal(
      (await heldPayments()).some(({ _id }) => _id === intentId),
      false,
    )
    assert.equal((await detailsOf(order)).refunds.length, 1)
    assert.deepEqual(await mailsTo(shop, buyer.email, order.number), ['payment-returned'])
    if (reason === 'owner') {
      await payFor(shop, buyer, order)
      assert.equal((await readOrder(shop, order)).state, 'paid')
    }
    assert.deepEqual(await findViolations(shop), [])
  })
}

test('an unexpected payment that was partly refunded at the provider: only the rest is refunded', async () => {
  const lost: Transport = (pass, url, init) =>
    new URL(url instanceof Request ? url.url : url).pathname.endsWith('/v1/refunds')
      ? Promise.reject(new TypeError('fetch failed'))
      : pass(url, init)
  for (const when of ['before we knew of it', 'after we had written it down'] as const) {
    const order = await placeOrder(shop, buyer, product, 2)
    const { secret, intentId } = await openIntent(order)
    await closeUnpaidOrder(shop.db, order._id, { as: 'cancelled', by: undefined })
    await confirmCard(shop, secret)
    const sendPart = () => createProviderClient(shop).refunds.create({ payment_intent: intentId, amount: 500 })
    if (when === 'before we knew of it') {
      await sendPart()
      for (const event of await eventsAbout(shop, intentId)) await sendEvent(shop, event)
    } else {
      assert.equal(
        await settlePayment(shop.db, settleDeps(shop, createProviderClient(shop, lost)), intentId),
        'returned',
      )
      await sendPart()
      await shop.db.execute(sql`UPDATE refunds SET asked_at = NULL, requested_at = now() - interval '1 hour'
        WHERE order_id = ${order._id}`)
      await Promise.all(range(3).map(() => reconcilePayments(shop.db, settleDeps(shop))))
    }
    const sent = (await refundsAtProvider(intentId)).map(({ amount }) => amount)
    assert.deepEqual(new Set(sent), new Set([500, 1968]), when)
    assert.deepEqual(
      (await detailsOf(order)).refunds.map(({ state }) => state),
      ['succeeded', 'succeeded'],
    )
    assert.equal((await kindsOf(order)).includes('refund_failed'), false)
  }
  assert.deepEqual(await findViolations(shop), [])
})

test('a held payment of which a part went back stays in the list, and the rest goes back once', async () => {
  const order = await placeOrder(shop, buyer, product, 2)
  const { secret, intentId } = await openIntent(order)
  await tamperWithBuyer(shop, order._id)
  await confirmCard(shop, secret)
  await claimPaid(shop, buyer, order, intentId)
  await createProviderClient(shop).refunds.create({ payment_intent: intentId, amount: 1000 })
  for (const event of await eventsAbout(shop, intentId)) await sendEvent(shop, event)
  const held = async () => (await heldPayments()).filter(({ _id }) => _id === intentId)
  assert.deepEqual(
    (await held()).map(({ amount, returned, refund }) => [amount, returned, refund?.state]),
    [[24.68, 10, 'succeeded']],
  )
  assert.equal((await detailsOf(order)).heldPayments.length, 1)
  const again = await shop.call('POST', '/create-payment-intent', { token: buyer.token, body: { orderId: order._id } })
  assert.equal(`${again.status} ${again.body.code}`, '409 payment-held')

  const sent = await Promise.all(
    range(3).map(() => shop.call('POST', `/held-payments/${intentId}/refund`, { token: shop.admin.token })),
  )
  assert.deepEqual(new Set(sent.map(({ status }) => status)), new Set([200]))
  assert.deepEqual(new Set((await refundsAtProvider(intentId)).map(({ amount }) => amount)), new Set([1000, 1468]))
  assert.deepEqual(await held(), [])
  assert.equal((await detailsOf(order)).heldPayments.length, 0)
  await payFor(shop, buyer, order)
  assert.deepEqual(await findViolations(shop), [])
})

test('a disputed order neither ships nor is refunded, until the bank has decided for the shop', async () => {
  for (const outcome of ['won', 'lost'] as const) {
    const order = await placeOrder(shop, buyer, product, 1)
    const { secret, intentId } = await openIntent(order)
    await confirmCard(shop, secret, '4000000000000259')
    await claimPaid(shop, buyer, order, intentId)
    const eventOf = async (type: string) => {
      const event = (await eventsAbout(shop, intentId)).findLast((each) => each.type === type)
      assert.ok(event, type)
      return event
    }
    const opened = await eventOf('charge.dispute.created')
    await Promise.all(range(5).map(() => sendEvent(shop, opened)))
    assert.equal((await readOrder(shop, order)).disputed, true)
    for (const [path, method, body] of [
      [`/ship-order/${order._id}`, 'PATCH', undefined],
      [`/order/${order._id}/refunds`, 'POST', { reason: 'fraudulent' }],
    ] as const) {
      const refused = await shop.call(method, path, { token: shop.admin.token, ...(body ? { body } : {}) })
      assert.equal(`${refused.status} ${refused.body.code}`, '409 order-disputed')
    }
    const isListed = async (state: string) => {
      const list = await shop.call<Order[]>('GET', `/all-orders?state=${state}`, { token: shop.admin.token })
      return list.body.some(({ _id }) => _id === order._id)
    }
    assert.equal(await isListed('disputed'), true)
    assert.equal(await isListed('to_ship'), false)

    await decideDispute(shop.db, intentId, outcome)
    await sendEvent(shop, await eventOf('charge.dispute.closed'))
    // A late event must not open it again.
    await sendEvent(shop, opened)
    assert.equal((await detailsOf(order)).dispute?.state, outcome)
    // There is nothing to decide any more, though what is lost stays with its order.
    assert.equal(await isListed('disputed'), false)
    assert.equal(await isListed('to_ship'), outcome === 'won')
    assert.equal((await readOrder(shop, order)).disputed, outcome === 'lost' ? true : undefined)
    assert.equal((await ship(order)).status, outcome === 'won' ? 200 : 409)
    assert.deepEqual((await kindsOf(order)).slice(0, 4), ['placed', 'paid', 'dispute_opened', 'dispute_closed'])
  }
  assert.deepEqual(await findViolations(shop), [])
})

// security 57
test('a bad or old signature is 400, a strange event is let go; each is logged once', async () => {
  const strange = { id: 'evt_strange', object: 'event', type: 'customer.created', data: { object: { id: 'cus_1' } } }
  const foreign = (type: string, object: object) => ({
    id: `evt_${type.replaceAll('.', '_')}`,
    object: 'event',
    type,
    data: { object },
  })
  const logged = async (send: () => Promise<{ status: number; body: { code?: string } }>) => {
    lines.length = 0
    const { status, body } = await send()
    return [status, body.code, lines.filter(({ msg }) => msg?.startsWith('card event')).length]
  }
  assert.deepEqual(await logged(() => sendEvent(shop, strange, { secret: 'whsec_wrong' })), [
    400,
    'signature-invalid',
    1,
  ])
  assert.deepEqual(await logged(() => sendEvent(shop, strange, { secondsAgo: 301 })), [400, 'signature-invalid', 1])
  assert.deepEqual(await logged(() => sendEvent(shop, strange)), [200, undefined, 1])
  for (const event of [
    foreign('payment_intent.succeeded', { id: 'pi_of_another', status: 'succeeded' }),
    foreign('payment_intent.payment_failed', { id: 'pi_of_another' }),
    foreign('charge.refunded', { id: 'ch_1', payment_intent: 'pi_of_another' }),
    foreign('charge.refunded', { id: 'ch_1', payment_intent: null }),
    foreign('charge.dispute.created', { id: 'dp_1', payment_intent: 'pi_of_another' }),
  ]) {
    assert.deepEqual(await logged(() => sendEvent(shop, event)), [200, undefined, 1], event.type)
  }
  const unsigned = await shop.call('POST', '/webhooks/stripe', { body: strange })
  assert.equal(`${unsigned.status} ${unsigned.body.code}`, '400 signature-invalid')
  const wrong = '0'.repeat(64)
  for (const header of [
    '',
    't=1,v1=',
    't=1,v1',
    `t=1,v1=${wrong},v1=`,
    `t=1,v1=${'é'.repeat(64)}`,
    't=1',
    `v1=${wrong}`,
  ]) {
    const headers = { 'stripe-signature': header }
    const send = () => shop.call('POST', '/webhooks/stripe', { body: strange, headers })
    assert.deepEqual((await logged(send)).slice(0, 2), [400, 'signature-invalid'], header)
  }
})

test('a forged event that calls an unpaid intent succeeded changes nothing: the provider is asked', async () => {
  const order = await placeOrder(shop, buyer, product, 1)
  const { intentId } = await openIntent(order)
  const { status } = await sendEvent(shop, {
    id: 'evt_lie',
    object: 'event',
    type: 'payment_intent.succeeded',
    data: { object: { id: intentId, status: 'succeeded', amount_received: 1234, currency: 'usd' } },
  })
  assert.equal(status, 200)
  assert.equal((await readOrder(shop, order)).state, 'unpaid')
})

// security 20
test('order details: visible to its buyer and admins only; the buyer sees no names of admins', async () => {
  const order = await placeOrder(shop, buyer, product, 2)
  await payFor(shop, buyer, order)
  await ship(order)
  const details = await detailsOf(order, buyer)
  assert.deepEqual(
    details.lines.map(({ name, unitPrice, quantity, totalPrice }) => [name, unitPrice, quantity, totalPrice]),
    [[product.name, 12.34, 2, 24.68]],
  )
  assert.deepEqual(details.money, {
    currency: 'usd',
    total: 24.68,
    captured: 24.68,
    refunded: 0,
    refunding: 0,
    refundable: 24.68,
  })
  assert.deepEqual(
    details.timeline.map(({ kind, actor, email, units, amount }) => [kind, actor, email, units, amount]),
    [
      ['placed', 'buyer', undefined, 2, 24.68],
      ['paid', 'buyer', undefined, undefined, 24.68],
      ['shipped', 'shop', undefined, 2, undefined],
    ],
  )
  const seen = await detailsOf(order)
  assert.deepEqual(
    seen.timeline.map(({ actor, email }) => [actor, email]),
    [
      ['buyer', buyer.email],
      ['buyer', buyer.email],
      ['admin', shop.admin.email],
    ],
  )
  assert.deepEqual(seen.actions, ['record-surplus', 'refund'])
  const foreign = await shop.call('GET', `/order/${order._id}/details`, { token: stranger.token })
  assert.equal(`${foreign.status} ${foreign.body.code}`, '404 order-not-found')
})
